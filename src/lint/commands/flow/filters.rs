//! Programs that write what they read, as it is or otherwise: printers, filters, decoders, archivers.

use std::rc::Rc;

use super::{Data, Flow, Source, merged};
use crate::lint::commands::programs::joined;
use crate::lint::commands::secrets;
use crate::lint::commands::words::{Command, Word, unescaped};
use crate::text::encoding;

impl Flow {
    pub(super) fn filter(
        &mut self,
        name: &str,
        rest: &[Word],
        input: Option<Data>,
    ) -> Option<Data> {
        let mut data = None;
        for word in rest.iter().filter(|word| !word.text.starts_with('-')) {
            let of_word = self.word(word).or_else(|| self.read(&word.text));
            data = merged(data, of_word);
        }
        let mut data = data.or(input)?;
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
        } else if name != "cat" && data.source.is_none() && data.secret.is_none() {
            data.text = None;
        }
        Some(data)
    }

    pub(super) fn prints(&mut self, name: &str, rest: &[Word], command: &Command) -> Option<Data> {
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
        if let Some(of_words) = self.all(rest) {
            data = data.merge(Data {
                text: None,
                ..of_words
            });
        }
        if rest.iter().all(|word| word.is_literal) {
            let format = rest[0].text.as_str();
            let text = match name == "printf" && format.contains('%') {
                true => joined(&rest[1..]),
                false => joined(rest),
            };
            // Letters written as numbers are there to be read by nobody.
            if escapes && text.matches("\\x").count() + text.matches("\\1").count() >= 4 {
                data.source = Some(Source::Decoder { downloaded: false });
            }
            data.text = Some(match escapes {
                true => unescaped(&text).into(),
                false => text.into(),
            });
        } else if let Some(variable) = rest.iter().find_map(|word| secrets::variable(&word.text)) {
            data.secret.get_or_insert(format!("${variable}"));
        }
        Some(data)
    }

    pub(super) fn codec(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
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
        if name == "openssl" && rest.first().is_some_and(|word| word.text == "s_client") {
            return self.socket(name, rest, command, input);
        }
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
            return data.map(|data| Data {
                source: None,
                text: None,
                ..data
            });
        }
        // Without anything to decode it is only spoken of.
        let operand = rest.iter().rev().find(|word| !word.text.starts_with('-'));
        let is_given = operand.is_some_and(|word| word.text.contains(char::is_alphanumeric))
            && !(name == "openssl"
                && operand.is_some_and(|word| matches!(word.text.as_str(), "enc" | "base64")));
        if data.is_none() && !is_given {
            return None;
        }
        let data = data.unwrap_or_default();
        let encoded = data.text.as_ref().map(|text| text.trim());
        let bytes = match name {
            "xxd" => encoded.and_then(encoding::hex),
            "base64" | "gbase64" | "openssl"
                if !rest.iter().any(|word| word.text.starts_with("-aes")) =>
            {
                encoded.and_then(encoding::base64)
            }
            _ => None,
        };
        // A word that stands for a payload is none.
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

    pub(super) fn archive(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let mut read = input;
        let mut created = None;
        // The file that tar writes, or reads.
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
