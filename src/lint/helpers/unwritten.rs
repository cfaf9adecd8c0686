//! Finds words around a path which show that the file need not exist. For example, the text asks
//! the model to create the file, promises it for later, or checks whether it exists.

use crate::lint::helpers::phrases::{self, Phrases};
use crate::lint::texts::SkillText;
use crate::text::document::floor_char_boundary;
use crate::tree::resources::ResourceReference;

/// Phrases directly before the path of a file that the model is asked to write.
static TO_BE_WRITTEN: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/to_be_written.txt")));

/// The maximum number of bytes before the path of a file in which [`Around`] searches for words
/// that show that the file will be written later. No host has this limit.
const BEFORE: usize = 300;
/// The maximum number of bytes after the path of a file in which [`Around`] searches for words that
/// show that the file will be written later. No host has this limit.
const AFTER: usize = 60;

/// The character sequences that end a sentence before or after a path.
const SENTENCE_ENDS: [&str; 4] = [". ", ".\n", "\n#", "。"];

/// The text around a mention of a file in a skill's text. The mention is the path of the file.
pub struct Around<'t> {
    /// The text before the path, at most [`BEFORE`] bytes.
    pub before: &'t str,
    /// The text after the path, at most [`AFTER`] bytes.
    after: &'t str,
    line: &'t str,
}

impl<'t> Around<'t> {
    pub fn of(text: &SkillText<'t>, reference: &ResourceReference) -> Self {
        let (start, end) = (reference.range.start.byte, reference.range.end.byte);
        let whole: &'t str = text.text;
        Self {
            before: &whole[floor_char_boundary(whole, start.saturating_sub(BEFORE))..start],
            after: &whole[end..floor_char_boundary(whole, end + AFTER)],
            line: text.line_at(start),
        }
    }

    /// Returns true if the line that mentions a file also shows that the file will be written
    /// later. Such a line contains words such as `TODO`, `Pending` or `not yet created`.
    pub fn is_promised(&self) -> bool {
        const PHRASES: [&str; 8] = [
            "not yet created",
            "not yet written",
            "not yet available",
            "not been created",
            "coming soon",
            "尚未创建",
            "待创建",
            "待补充",
        ];
        let lower = self.line.to_lowercase();
        let is_row = self.line.trim_start().starts_with('|');
        // A file name is not split at `.` or `-`, so that `TODO.md` is not the word `TODO`.
        let mut words = (self.line).split(|c: char| c.is_whitespace() || "|()[],;:*_".contains(c));
        words.any(|word| {
            matches!(word, "TODO" | "TBD")
                || is_row
                    && ["pending", "planned"]
                        .iter()
                        .any(|label| word.eq_ignore_ascii_case(label))
        }) || PHRASES.iter().any(|phrase| lower.contains(phrase))
    }

    /// Returns true if the sentence or command before the path certainly writes the file, as `Write
    /// to` and `cat >` do.
    pub fn is_written(&self) -> bool {
        const VERBS: [&str; 8] = [
            "write",
            "writes",
            "save",
            "saves",
            "create",
            "creates",
            "generate",
            "generates",
        ];
        let before = self.before;
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        let start = line.rfind([';', ':']).or_else(|| line.rfind(". "));
        let sentence = line[start.map_or(0, |start| start + 1)..].to_lowercase();
        let end = without_marks(&sentence);
        let mut words = end.split(|c: char| !c.is_alphanumeric());
        let last = words.clone().rfind(|word| !word.is_empty());
        let is_redirected = end.strip_suffix('>').is_some_and(|command| {
            command.ends_with([' ', '>']) && !command.trim_matches([' ', '>']).is_empty()
        });
        is_redirected
            || last.is_some_and(|word| {
                VERBS.contains(&word) || word == "to" && words.any(|word| VERBS.contains(&word))
            })
    }

    /// Returns true if the words before the path of the file ask the model to write this file.
    pub fn is_to_be_written(&self) -> bool {
        // These verbs may come before "to" and a path: `move it to references/x.md`.
        const MOVING: [&str; 9] = [
            "create ",
            "write ",
            "save ",
            "move ",
            "extract ",
            "append ",
            "generate ",
            "add ",
            "export ",
        ];
        let before = without_marks(self.before);
        let ends_in = |word: &str| {
            let start = before.len().checked_sub(word.len());
            let tail = start.and_then(|start| Some((start, before.get(start..)?)));
            tail.is_some_and(|(start, tail)| {
                tail.eq_ignore_ascii_case(word)
                    && !(word.is_ascii()
                        && before[..start].ends_with(|c: char| c.is_alphanumeric()))
            })
        };
        let moves = || {
            let near = before.to_lowercase();
            MOVING.iter().any(|word| near.contains(word))
        };
        TO_BE_WRITTEN.iter().any(|word| ends_in(word))
            || (ends_in("to") && !ends_in("refer to") && moves())
            || self.is_named_for_new_file()
            || self.is_listed_as_new()
    }

    /// Returns true if only the words for a new file are between a verb and the path, as in `Create
    /// a new file references/x.md`.
    fn is_named_for_new_file(&self) -> bool {
        const VERBS: [&str; 6] = ["create", "write", "generate", "add", "produce", "make"];
        const NOUNS: [&str; 3] = ["file", "page", "document"];
        const ARTICLES: [&str; 5] = ["a", "an", "the", "new", "separate"];
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        let line = without_marks(line).to_lowercase();
        let mut words = line.split_whitespace().rev().peekable();
        let has_noun = words.next().is_some_and(|word| NOUNS.contains(&word));
        while words.next_if(|word| ARTICLES.contains(word)).is_some() {}
        has_noun && words.next().is_some_and(|word| VERBS.contains(&word))
    }

    /// Returns true if an arrow in a list leads to the path, and the line before the list asks to
    /// move texts into files, as in `Move the rest there:` before `- Settings → references/x.md`.
    fn is_listed_as_new(&self) -> bool {
        const VERBS: [&str; 4] = ["move", "extract", "split", "offload"];
        const PLACES: [&str; 3] = ["directory", "folder", "file"];
        const READING: [&str; 6] = ["read", "see", "load", "open", "follow", "consult"];
        let Some((before, own)) = self.before.rsplit_once('\n') else {
            return false;
        };
        let is_item = |line: &str| line.trim_start().starts_with(['-', '*', '+', '|']);
        let is_target = ["→", "->", "=>"]
            .iter()
            .any(|arrow| without_marks(own).ends_with(arrow));
        let mut above = before.lines().rev();
        let lead = above.find(|line| {
            let is_bold = line.trim_start().starts_with("**");
            !line.trim().is_empty() && (is_bold || !is_item(line))
        });
        if !is_item(own) || !is_target {
            return false;
        }
        let lead = lead.unwrap_or_default().to_lowercase();
        let mut words = lead.split(|c: char| !c.is_alphanumeric());
        let has = |listed: &[&str]| words.clone().any(|word| listed.contains(&word));
        let makes_folder = has(&["create"]) && has(&PLACES);
        (has(&VERBS) || makes_folder) && !words.any(|word| READING.contains(&word))
    }

    /// Returns true if the sentence may be about a file that does not exist yet, as in `Save the
    /// list as [a table](assets/table.csv)`. In such a sentence, the author does not mean an
    /// existing file with a similar name.
    ///
    /// The last verb before the path decides: `To create a form, read` is about a file that exists.
    pub fn may_be_new(&self) -> bool {
        const MAKING: [&str; 12] = [
            "creat", "writ", "sav", "generat", "produc", "export", "stor", "record", "append",
            "output", "emit", "add",
        ];
        const ENDS: [&str; 7] = ["", "e", "es", "s", "ing", "ed", "d"];
        const READING: [&str; 19] = [
            "read",
            "see",
            "follow",
            "use",
            "using",
            "run",
            "open",
            "load",
            "consult",
            "refer",
            "check",
            "from",
            "per",
            "described",
            "shown",
            "listed",
            "defined",
            "documented",
            "following",
        ];
        const AFTERWARDS: [&str; 8] = [
            "is created",
            "is generated",
            "is written",
            "will be",
            "(create",
            "(new",
            "(generated",
            "(written",
        ];
        let after = self
            .after
            .trim_start_matches([' ', '`', '*', '_', '"', ']', ')']);
        if self.is_promised() || AFTERWARDS.iter().any(|words| after.starts_with(words)) {
            return true;
        }
        let sentence = self.sentence();
        // Names such as `create_form.py` are not split into words, because their parts are not verbs.
        let words = sentence.split(|c: char| !(c.is_alphanumeric() || "_-./".contains(c)));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let is_making = |word: &str| {
            let verb = |stem| word.strip_prefix(stem);
            word == "written"
                || (MAKING.into_iter().filter_map(verb)).any(|end| ENDS.contains(&end))
        };
        for (index, word) in words.iter().enumerate().rev() {
            let is_as_in = *word == "in" && index > 0 && words[index - 1] == "as";
            if is_as_in || READING.contains(word) {
                return false;
            }
            if is_making(word) {
                return true;
            }
        }
        const MAKING_IN_CHINESE: [&str; 5] = ["创建", "新建", "写入", "保存", "生成"];
        (MAKING_IN_CHINESE.iter()).any(|word| sentence.contains(word))
    }

    /// Returns true if the text checks whether the file exists: `If references/x.md exists`, `[ -f references/x.md ]`.
    pub fn is_checked_for(&self) -> bool {
        const CONDITIONS: [&str; 8] = [
            "if", "whether", "when", "unless", "once", "check", "checks", "verify",
        ];
        const CHINESE_CONDITIONS: [&str; 4] = ["如果", "若", "检查", "是否"];
        if self.is_tested() {
            return true;
        }
        let sentence = self.sentence();
        let is_condition = (sentence.split(|c: char| !c.is_alphanumeric()))
            .any(|word| CONDITIONS.contains(&word))
            || CHINESE_CONDITIONS
                .iter()
                .any(|word| sentence.contains(word));
        let end = SENTENCE_ENDS.iter().filter_map(|end| self.after.find(end));
        let (rest, next) = self.after.split_at(end.min().unwrap_or(self.after.len()));
        is_condition && is_about_existence(rest) || is_next_about_existence(next)
    }

    /// Returns true if a command or a function call before the path tests whether the file exists.
    fn is_tested(&self) -> bool {
        let line = &self.before[self.before.rfind('\n').map_or(0, |end| end + 1)..];
        let line = without_marks(line.trim_end_matches(['$', '{', '}', '/', '.'])).to_lowercase();
        let mut words = line.split_whitespace();
        let is_flag =
            (words.next_back()).is_some_and(|word| ["-f", "-e", "-s", "-r"].contains(&word));
        is_flag && words.any(|word| matches!(word, "[" | "[[" | "test"))
            || ["exists", "existssync", "check for", "look for"]
                .iter()
                .any(|end| line.ends_with(end))
    }

    /// Returns the sentence that mentions the file, from its start to the path of the file, in
    /// lowercase.
    fn sentence(&self) -> String {
        let starts = SENTENCE_ENDS
            .iter()
            .filter_map(|end| self.before.rfind(end));
        self.before[starts.max().unwrap_or_default()..].to_lowercase()
    }
}

/// Returns true if a part of a sentence tells that something exists or is missing.
fn is_about_existence(rest: &str) -> bool {
    const EXISTING: [&str; 5] = [
        "is present",
        "is available",
        "is there",
        "is missing",
        "存在",
    ];
    let rest = rest.to_lowercase();
    let mut words = rest.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "exist" | "exists"))
        || EXISTING.iter().any(|words| rest.contains(words))
}

/// Returns true if a text goes on with a sentence such as `If that file does not exist, …`. The text
/// begins with the end of the sentence before.
fn is_next_about_existence(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || ".。".contains(c));
    let end = SENTENCE_ENDS.iter().filter_map(|end| text.find(end)).min();
    let sentence = text[..end.unwrap_or(text.len())].to_lowercase();
    let starts = ["if that file ", "if this file ", "if the file ", "if it "];
    starts.iter().any(|start| sentence.starts_with(start)) && is_about_existence(&sentence)
}

/// Removes whitespace, quotes and opening brackets from the end of `before`, which is the text
/// before a path.
fn without_marks(before: &str) -> &str {
    before.trim_end_matches(|c: char| c.is_whitespace() || "`*_\"'[(".contains(c))
}
