//! Records the effects that are found in programs and settings files, and interprets the commands
//! in texts.

use std::ops::Range;

use super::{Data, Flow, MAX_ACTS, MAX_DEPTH, Source};
use crate::safety::commands::act::{Act, ActKind, Effects};
use crate::safety::commands::addresses;
use crate::safety::commands::code;
use crate::safety::commands::sinks::{self, Grade, Sink};
use crate::safety::commands::sources;
use crate::safety::commands::words::{self, Command, Word};
use crate::safety::lists::{has_part, is_in};
use crate::safety::speech::has_order;

impl Effects for Flow {
    fn record(
        &mut self,
        kind: ActKind,
        bytes: Range<usize>,
        detail: String,
        source: Option<usize>,
    ) {
        if self.acts.len() < MAX_ACTS {
            let bytes = self.pinned.clone().unwrap_or(bytes);
            let source = source.filter(|source| self.pinned.is_none() && !bytes.contains(source));
            self.acts.push(Act {
                kind,
                bytes,
                detail,
                source,
                is_usual: false,
                is_certain: matches!(
                    kind,
                    ActKind::RemoteShell | ActKind::ForeignRegistry | ActKind::MisspeltPackage
                ),
            });
        }
    }

    fn sends(&mut self, bytes: Range<usize>, secret: &str, to: &str, in_header: bool) {
        let is_own = |address: &str| addresses::is_of(address, addresses::words(&self.topic));
        if sources::may_go(secret, to, in_header, is_own) {
            return;
        }
        let is_asked = has_part(&self.topic.to_lowercase(), sources::SENDERS);
        let detail = match addresses::host(to) {
            "" => secret.to_owned(),
            "a.name.server" => format!("{secret} in the name of a site"),
            "a.bucket" => format!("{secret} to a bucket"),
            "a.commit" => format!("{secret} in a commit"),
            to => format!("{secret} to {to}"),
        };
        let known = self.acts.len();
        self.record(ActKind::SendsSecrets, bytes, detail, None);
        for act in &mut self.acts[known..] {
            let is_project = secret == "the working folder" && addresses::is_public(to);
            act.is_certain = sources::is_certain(secret, to, in_header) || is_project && !is_asked;
        }
    }

    fn runs_download(
        &mut self,
        address: &str,
        bytes: Range<usize>,
        source: Option<usize>,
        from_file: bool,
    ) {
        if addresses::is_local(address) {
            return;
        }
        let kind = if addresses::is_paste(address) {
            ActKind::PasteAndRun
        } else if from_file {
            ActKind::DownloadedThenRun
        } else {
            ActKind::DownloadToShell
        };
        let from = match addresses::host(address) {
            host if host.contains(['$', '<', '{', '}']) => "",
            host => host,
        };
        let known = self.acts.len();
        self.record(kind, bytes, from.to_owned(), source);
        let is_usual = self.is_known(address);
        for act in &mut self.acts[known..] {
            act.is_usual = is_usual && kind != ActKind::PasteAndRun;
            // Anybody on the way can change a download that is not encrypted.
            let is_open = address.starts_with("http://") && addresses::is_public(address)
                || addresses::is_collector(address);
            // An address that is reserved for examples is replaced before the command runs.
            act.is_certain = is_open && !act.is_usual && !addresses::is_reserved(address)
                // Anybody can publish a text there, and nobody reads it before the command runs it.
                || kind == ActKind::PasteAndRun;
        }
    }

    fn installs_file(&mut self, address: &str, bytes: Range<usize>) {
        let known = self.acts.len();
        let host = addresses::host(address).to_owned();
        self.record(ActKind::PackageFile, bytes, host, None);
        let is_usual = self.is_known(address);
        for act in &mut self.acts[known..] {
            act.is_usual = is_usual;
            act.is_certain = !is_usual;
        }
    }

    fn lasting(&mut self, sink: Sink, text: &str, is_unseen: bool, bytes: Range<usize>) {
        let known = self.acts.len();
        self.nested(&sinks::commands(text), bytes.clone());
        let inner = self.acts.split_off(known);
        let runs_stranger = inner.iter().any(|act| !act.is_usual && act.kind.runs());
        let is_order = sink.is_memory() && has_order(text);
        let runs = is_unseen || is_order || inner.iter().any(|act| !act.is_usual);
        let grade = sinks::grade(sink, text, |address| self.is_known(address));
        let description = self.topic.split_once('\n').unwrap_or_default().1;
        let is_topic = sink.is_topic_of(&description.to_lowercase());
        if grade == Grade::Plain && is_topic && !runs {
            return;
        }
        let detail = sink.runs.to_owned();
        self.record(ActKind::LastingChange, bytes, detail, None);
        for act in &mut self.acts[known..] {
            act.is_usual = !runs && grade != Grade::Harms && (grade == Grade::Plain || is_topic);
            let gives_access = is_unseen && !is_topic && sink.gives_access();
            let is_strong = grade >= Grade::Opens || gives_access || runs_stranger || is_order;
            act.is_certain = !act.is_usual && is_strong;
        }
    }

    fn run_file(&mut self, name: &str, bytes: Range<usize>) {
        if let Some(data) = self.read(name).filter(|data| data.source.is_some()) {
            self.ran(&data, &bytes);
        }
    }

    fn code(&mut self, program: &str, text: &str, place: Range<usize>) {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            let outer = self.pinned.clone();
            self.pinned.get_or_insert(place);
            code::read(self, program, text, 0);
            self.pinned = outer;
            self.depth -= 1;
        }
    }

    fn shell(&mut self, text: &str, start: usize) {
        let script = words::read(text, start);
        self.script(&script, None);
    }

    fn nested(&mut self, text: &str, place: Range<usize>) -> bool {
        if self.depth == MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let outer = self.pinned.clone();
        let known = self.acts.len();
        self.pinned.get_or_insert(place);
        self.shell(text, 0);
        self.pinned = outer;
        self.depth -= 1;
        self.acts.len() > known
    }

    fn setting(&mut self, key: &str, text: &str, place: Range<usize>) {
        let known = self.acts.len();
        self.nested(text, place);
        // A package manager runs these scripts when it installs the package.
        let is_unasked = self.is_package && is_in(key, "preinstall install postinstall prepare");
        for act in &mut self.acts[known..] {
            act.is_certain |= is_unasked && act.kind.runs();
        }
    }

    fn list(&mut self, listed: &[(String, Range<usize>)]) {
        let words = listed.iter().map(|(text, bytes)| Word {
            bytes: bytes.clone(),
            text: text.clone(),
            is_quoted: true,
            is_literal: true,
            ..Word::default()
        });
        let words: Vec<_> = words.collect();
        let bytes = match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.bytes.start..last.bytes.end,
            _ => return,
        };
        let command = Command {
            bytes,
            words,
            redirects: Vec::new(),
        };
        self.command(&command, None);
    }

    fn note_file(&mut self, name: &str, address: Option<String>, start: usize) {
        let source = match address {
            Some(address) => Source::Network { address },
            None => Source::Decoder { downloaded: false },
        };
        let data = Data {
            source: Some(source),
            start,
            ..Data::default()
        };
        self.write(name, Some(data));
    }
}
