//! Programs that write their input, changed or unchanged, to their output: printers, filters, decoders and archivers.

use std::rc::Rc;

use super::{Call, Data, Flow, Source, merged};
use crate::safety::commands::programs::{joined, operands};
use crate::safety::commands::sinks;
use crate::safety::commands::sources;
use crate::safety::commands::words::Word;
use crate::safety::lists::is_in;
use crate::text::encoding;

impl Flow {
    pub(super) fn filter(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let is_inside = name == "sed" && rest.iter().any(|word| word.text.starts_with("-i"));
        if let Some(sink) = sinks::place(&joined(rest)).filter(|_| is_inside) {
            self.lasts(sink, None, &joined(rest), command);
        }
        let mut data = None;
        for word in operands(rest) {
            let of_word = self.word(word).or_else(|| self.read(&word.text));
            data = merged(data, of_word);
        }
        let mut data = data.or(input)?;
        // If a program reads only a single value from a settings file, it needs that value.
        let picks = matches!(name, "jq" | "yq")
            && rest
                .iter()
                .any(|word| word.text.starts_with('.') && word.text.len() > 1);
        let of_settings = |secret: &String| is_in(secret, sources::SETTINGS);
        if picks && data.secret.as_ref().is_some_and(of_settings) {
            data.secret = None;
        }
        let is_turned = name == "rev"
            || name == "tr"
                && rest
                    .iter()
                    .any(|word| word.text.contains("N-ZA-M") || word.text.contains("n-za-m"));
        if is_turned {
            data.source = Some(Source::Decoder {
                downloaded: matches!(data.source, Some(Source::Network { .. })),
            });
            data.text = data
                .text
                .filter(|_| name == "rev")
                .map(|text| Rc::new(text.trim().chars().rev().collect()));
        } else if !matches!(name, "cat" | "type" | "get-content")
            && data.source.is_none()
            && data.secret.is_none()
        {
            data.text = None;
        }
        Some(data)
    }

    pub(super) fn prints(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, _) = call.parts();
        let mut options = rest.iter().take_while(|word| word.text.starts_with('-'));
        let escapes = name == "printf" || options.any(|word| word.text.contains('e'));
        let rest = match rest.iter().position(|word| !word.text.starts_with('-')) {
            Some(at) => &rest[at..],
            None => return None,
        };
        let mut data = Data {
            start: command.bytes.start,
            ..Data::default()
        };
        let of_words = self.all(rest);
        let is_filled = of_words.is_some();
        let mut of_variable = None;
        if let Some(of_words) = of_words {
            of_variable = of_words.text.clone().filter(|_| rest.len() == 1);
            data = data.merge(Data {
                text: None,
                ..of_words
            });
        }
        let format = rest[0].text.as_str();
        let text = if name == "printf" && format.contains('%') && rest.len() > 1 {
            joined(&rest[1..])
        } else {
            joined(rest)
        };
        let is_literal = rest.iter().all(|word| word.is_literal);
        // A text that consists of numeric escapes is meant to be unreadable.
        if is_literal && escapes && text.matches("\\x").count() + text.matches("\\1").count() >= 4 {
            data.source = Some(Source::Decoder { downloaded: false });
        }
        // Substitutions remain in the text as they are written, because the text is only searched and not executed.
        data.text = (is_literal || !is_filled).then(|| {
            if escapes {
                encoding::unescaped(&text).into()
            } else {
                text.into()
            }
        });
        data.text = data.text.or(of_variable);
        if rest
            .iter()
            .any(|word| word.text.to_ascii_lowercase().contains("tojson(secrets)"))
        {
            data.secret = Some("the secrets of the workflow".to_owned());
        }
        if let Some(variable) = rest.iter().find_map(|word| sources::variable(&word.text)) {
            data.secret.get_or_insert(format!("${variable}"));
        }
        Some(data)
    }

    pub(super) fn codec(&mut self, call: Call<'_>) -> Option<Data> {
        let is_client = call
            .rest
            .first()
            .is_some_and(|word| word.text == "s_client");
        if call.name == "openssl" && is_client {
            return self.socket(call);
        }
        let (name, rest, command, input) = call.parts();
        let is_short = |word: &Word, letters: &[char]| {
            word.text.starts_with('-')
                && !word.text.starts_with("--")
                && word.text.contains(letters)
        };
        let has = |texts: &[&str]| rest.iter().any(|word| texts.contains(&word.text.as_str()));
        let decodes = match name {
            "openssl" => has(&["-d", "-D", "-base64d"]),
            "xxd" => rest
                .iter()
                .any(|word| is_short(word, &['r']) || word.text == "--revert"),
            "uudecode" => true,
            _ => rest
                .iter()
                .any(|word| is_short(word, &['d', 'D']) || word.text.starts_with("--de")),
        };
        let mut data = None;
        let mut written = None;
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match word.text.as_str() {
                "-out" | "-o" | "--output" => written = words.next(),
                "-k" | "-pass" | "-K" | "-iv" | "-w" | "-b" => {
                    words.next();
                }
                text if text.starts_with('-') => {}
                text => data = data.or_else(|| self.word(word).or_else(|| self.read(text))),
            }
        }
        let data = data.or(input);
        let start = data.as_ref().map_or(command.bytes.start, |data| {
            data.start.min(command.bytes.start)
        });
        if !decodes {
            let encoded = data.map(|data| Data {
                source: None,
                text: None,
                ..data
            });
            return match written {
                Some(written) => {
                    self.write(&written.text, encoded);
                    None
                }
                None => encoded,
            };
        }
        // A decoder without an operand decodes nothing, so the text only mentions the command.
        let operand = rest.iter().rev().find(|word| !word.text.starts_with('-'));
        let is_given = operand.is_some_and(|word| word.text.contains(char::is_alphanumeric))
            && !(name == "openssl"
                && operand.is_some_and(|word| matches!(word.text.as_str(), "enc" | "base64")));
        if data.is_none() && !is_given {
            return None;
        }
        let data = data.unwrap_or_default();
        let encoded = data.text.as_ref().map(|text| text.trim());
        let encoded = encoded.filter(|text| !text.contains('$'));
        let bytes = match name {
            "xxd" => encoded.and_then(encoding::hex),
            "base64" | "gbase64" | "openssl"
                if !rest.iter().any(|word| word.text.starts_with("-aes")) =>
            {
                encoded.and_then(encoding::base64)
            }
            _ => None,
        };
        // A placeholder for encoded data is not encoded data.
        let is_blank = encoded.is_some_and(|encoded| encoded.len() < 12)
            && bytes.as_deref().and_then(encoding::readable).is_none();
        if is_blank {
            return None;
        }
        let decoded = Data {
            text: bytes.as_deref().and_then(encoding::readable).map(Rc::new),
            source: Some(Source::Decoder {
                downloaded: matches!(data.source, Some(Source::Network { .. })),
            }),
            start,
            ..data
        };
        match written {
            Some(written) => {
                self.write(&written.text, Some(decoded));
                None
            }
            None => Some(decoded),
        }
    }

    pub(super) fn archive(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let mut read = input;
        let mut created = None;
        // The archive file that `tar` writes or reads.
        let named = rest.iter().enumerate().position(|(at, word)| {
            name == "tar"
                && (at == 0 || word.text.starts_with('-'))
                && !word.text.starts_with("--")
                && word.text.contains('f')
        });
        let written = rest
            .iter()
            .any(|word| word.text.trim_start_matches('-').starts_with('c') && word.text.len() < 8);
        for (at, word) in rest
            .iter()
            .enumerate()
            .filter(|(_, word)| !word.text.starts_with('-'))
        {
            if name == "tar" && written {
                if named.is_some_and(|named| named + 1 == at) {
                    created = Some(&word.text);
                    continue;
                }
                let data = self.read(&word.text).or_else(|| self.word(word));
                read = merged(read, data);
                continue;
            }
            let data = self.read(&word.text);
            let of_word = self.word(word);
            if let Some(data) = data.or(of_word) {
                read = merged(read, Some(data));
            } else if word.text.contains('.') || word.text == "-" {
                created.get_or_insert(&word.text);
            }
        }
        let is_all = |word: &Word| matches!(word.text.as_str(), "." | "./" | "*" | "$PWD");
        if written && read.is_none() && rest.iter().any(is_all) {
            read = Some(self.secret("the working folder", command));
        }
        let read = read?;
        if read.secret.is_some() {
            let packed = Data {
                source: None,
                text: None,
                start: command.bytes.start,
                ..read
            };
            match created {
                Some(created) if created != "-" => self.write(created, Some(packed)),
                _ => return Some(packed),
            }
            return None;
        }
        let to_output = name == "tar"
            && rest.iter().any(|word| {
                word.text.contains('O') && word.text.len() < 8 || word.text == "--to-stdout"
            });
        if to_output || name == "unzip" && rest.iter().any(|word| word.text == "-p") {
            return Some(read);
        }
        self.extracted = Some(Data {
            from_file: true,
            ..read
        });
        None
    }
}
