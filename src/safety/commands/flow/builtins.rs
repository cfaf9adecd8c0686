//! Commands of the shell itself: commands that run other commands, and commands that set variables.

use super::{Call, Data, Flow};
use crate::safety::commands::act::Effects;
use crate::safety::commands::programs::{joined, operands};

impl Flow {
    /// Interprets `eval`, which executes its words or its input. Its output is not followed, so the
    /// result is `None`.
    pub(super) fn evaluates(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        let data = self.all(rest).filter(|data| data.source.is_some());
        match data.or(input) {
            Some(data) => self.ran(&data, &command.bytes),
            None if rest.iter().all(|word| word.is_literal) => {
                self.nested(&joined(rest), command.bytes.clone());
            }
            None => {}
        }
        None
    }

    /// Interprets `source`, a command of the shell that executes a file. The file is the first
    /// argument. Returns `None`, because the output of the executed file is not traced.
    pub(super) fn sources_file(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        let operand = rest.first()?;
        let data = self.word(operand).or_else(|| self.read(&operand.text));
        let is_input = operand.text.contains("/dev/");
        let data = data.or_else(|| input.filter(|_| is_input))?;
        self.ran(&data, &command.bytes);
        None
    }

    /// Interprets `cmd`, which passes its words as a command to the Windows shell. The output of
    /// this command is not traced.
    pub(super) fn cmd(&mut self, call: Call<'_>) -> Option<Data> {
        let (rest, command) = (call.rest, call.command);
        let text = joined(rest.get(1..).unwrap_or_default());
        self.nested(&text, command.bytes.clone());
        None
    }

    /// Interprets the first line of a `for` loop, which runs commands once for each value. Returns
    /// `None`, because this line has no output.
    pub(super) fn repeats(&mut self, call: Call<'_>) -> Option<Data> {
        let rest = call.rest;
        let variable = rest.first()?.text.as_str();
        let values = &rest[2.min(rest.len())..];
        // The loop's variable contains the name of a file, not the content of the file.
        let files = values.iter().filter_map(|word| self.read(&word.text));
        if let Some(data) = files.reduce(Data::merge) {
            self.write(&format!("${variable}"), Some(data.clone()));
            self.write(&format!("${{{variable}}}"), Some(data));
        }
        self.note_place(variable, &joined(values));
        if let Some(data) = self.all(values) {
            self.set(variable, data);
        }
        None
    }

    /// Interprets `read`, which reads a line of input into a variable. This command has no output,
    /// so the result is `None`.
    pub(super) fn reads(&mut self, call: Call<'_>) -> Option<Data> {
        let (rest, input) = (call.rest, call.input);
        if let (Some(variable), Some(data)) = (rest.last(), input) {
            self.set(&variable.text, data);
        }
        None
    }

    /// Interprets `export` and similar commands, which set variables. Without arguments, such a
    /// command prints all variables; otherwise it has no output.
    pub(super) fn declares(&mut self, call: Call<'_>) -> Option<Data> {
        let (rest, command) = (call.rest, call.command);
        if operands(rest).next().is_none() {
            return Some(self.secret("the environment", command));
        }
        for word in rest {
            self.program(std::slice::from_ref(word), command, None);
        }
        None
    }
}
