//! Programs that fetch data from the network or send data to it.

use super::{Call, Data, Flow, SHELL, Source, start_of};
use crate::safety::commands::act::{ActKind, Effects};
use crate::safety::commands::addresses::{self, is_address};
use crate::safety::commands::arguments::{Argument, arguments};
use crate::safety::commands::programs::{self, SHELLS, is_shell, operands};
use crate::safety::commands::sinks;
use crate::safety::commands::sources;
use crate::safety::commands::words::{Command, Word};
use crate::safety::lists::is_in;

/// The options of download programs that take a value. Each row has the names of programs, the
/// letters of their short options, and the names of their long options.
const OPTIONS: [(&str, &str, &str); 4] = [
    (
        "curl curlie",
        "AbcCdDeEFHhKmoPQrtTuUwxXyYz",
        "--output --data --data-raw --data-binary --data-urlencode --data-ascii --form --form-string --header --request --url \
         --upload-file --user --user-agent --referer --cookie --max-time --connect-timeout --retry --retry-delay --proxy --json \
         --cacert --cert --key --output-dir --write-out --proto",
    ),
    (
        "wget wget2",
        "aoOiBtTwQPUARDIXle",
        "--output-document --directory-prefix --post-data --post-file --body-data --body-file --header --user-agent --method \
         --timeout",
    ),
    ("aria2c", "dosxjk", ""),
    ("fetch axel http https xh", "o", ""),
];

/// Options of download programs, in lowercase, whose values contain credentials, such as `--user`.
const HEADERS: &str =
    "-h --header -u --user -b --cookie --key --cert --cacert -k --netrc-file -headers -credential";
const UPLOADED: &str = "-t --upload-file --post-file --body-file -infile";
const BODIES: &str = "-d -f --form --json --post-data --body-data -body";

impl Flow {
    pub(super) fn download(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let is_powershell = matches!(
            name,
            "iwr" | "irm" | "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer"
        );
        let mut rows = OPTIONS.iter();
        let row = rows.find(|(names, ..)| is_in(name, names));
        let (_, shorts, longs) = row.copied().unwrap_or_default();
        let longs: Vec<_> = longs.split(' ').collect();
        let all = arguments(rest, shorts, &longs, is_powershell);
        let option = |names: &[&str]| {
            all.iter().find(|argument| {
                names.iter().any(|name| {
                    argument.name == *name
                        || is_powershell && argument.name.eq_ignore_ascii_case(name)
                })
            })
        };
        let data: Vec<_> = rest.iter().map(|word| self.word(word)).collect();
        let addresses = all.iter().filter(|argument| {
            argument.name.is_empty()
                || matches!(
                    argument.name.to_ascii_lowercase().as_str(),
                    "--url" | "-uri" | "-source"
                )
        });
        let mut addresses = addresses.filter(|argument| is_address(&argument.text));
        let address = addresses.next();
        self.uploads(&all, &data, address, command, input.as_ref());
        let address = address?.text.clone();
        let mut start = command.bytes.start;
        if let Some(input) = &input {
            start = start.min(input.start);
        }
        let is_metadata = matches!(
            addresses::host(&address),
            "169.254.169.254" | "metadata.google.internal"
        );
        let output = Data {
            secret: is_metadata.then(|| "the credentials of the machine".to_owned()),
            ..self.network(&address, start)
        };
        let remote = match name {
            "curl" | "curlie" => all.iter().any(|argument| {
                matches!(
                    argument.name.as_str(),
                    "--remote-name" | "--remote-name-all"
                ) || argument.name.starts_with('-')
                    && !argument.name.starts_with("--")
                    && argument.name.contains('O')
            }),
            "wget" | "wget2" | "aria2c" | "axel" | "fetch" => true,
            _ => false,
        };
        let named = match name {
            "curl" | "curlie" => option(&["-o", "--output"]),
            "wget" | "wget2" => all.iter().find(|argument| {
                argument.name == "--output-document"
                    || argument.name.starts_with('-')
                        && !argument.name.starts_with("--")
                        && argument.name.ends_with('O')
            }),
            "aria2c" | "axel" | "fetch" | "http" | "https" | "xh" => {
                option(&["-o", "--out", "--output"])
            }
            "start-bitstransfer" => option(&["-Destination"]),
            _ => option(&["-OutFile", "-o", "-Out"]),
        };
        let folder = option(&["-P", "--directory-prefix", "--output-dir", "-d", "--dir"])
            .filter(|_| name != "curl" || option(&["--output-dir"]).is_some());
        let folder = folder
            .map(|folder| format!("{}/", folder.text.trim_end_matches('/')))
            .unwrap_or_default();
        match named {
            Some(named) if matches!(named.text.as_str(), "-" | "/dev/stdout") => Some(output),
            Some(named) => {
                let name = format!("{folder}{}", named.text);
                if let Some(sink) = sinks::place(&name) {
                    self.lasts(sink, Some(&output), "", command);
                }
                self.write(&name, Some(output));
                None
            }
            None if remote => {
                self.write(
                    &format!("{folder}{}", addresses::file_name(&address)),
                    Some(output),
                );
                None
            }
            None => Some(output),
        }
    }

    /// Records an effect if a variable such as `OPENAI_BASE_URL` has the address of an unknown
    /// site. The requests to the model, and the user's API key, are then sent to this site.
    pub(super) fn relays(&mut self, variable: &str, value: &str, command: &Command) {
        let name = variable
            .strip_suffix("_BASE_URL")
            .or_else(|| variable.strip_suffix("_API_BASE"));
        let Some(maker) = name.filter(|name| is_in(name, "OPENAI ANTHROPIC GEMINI")) else {
            return;
        };
        let host = addresses::host(value).trim_matches('.');
        if value.contains("://")
            && host.contains('.')
            && !host.contains(['$', '<', '{'])
            && !self.is_known(value)
        {
            let known = self.acts.len();
            self.sends(
                command.bytes.clone(),
                &format!("${maker}_API_KEY"),
                value,
                false,
            );
            for act in &mut self.acts[known..] {
                act.is_certain = false;
            }
        }
    }

    /// Records the secrets that a request sends.
    pub(super) fn uploads(
        &mut self,
        all: &[Argument],
        data: &[Option<Data>],
        address: Option<&Argument>,
        command: &Command,
        input: Option<&Data>,
    ) {
        let to = address.map_or("", |address| &address.text);
        for argument in all {
            let lower = argument.name.to_ascii_lowercase();
            let is_among = |names: &str| is_in(&lower, names);
            let is_file = is_among(UPLOADED);
            let is_body = lower.starts_with("--data") || is_among(BODIES);
            let is_header = is_among(HEADERS) && argument.name != "-F";
            let of_word = data.get(argument.index).and_then(Option::as_ref);
            let text = argument.text.as_str();
            let mut secret = of_word.and_then(|data| data.secret.clone());
            // The address is read from a settings file, so the secret in the same file belongs to that site.
            let is_of_site = lower.is_empty() && addresses::host(text).contains('$');
            let is_setting = |secret: &String| is_in(secret, sources::SETTINGS);
            secret = secret.filter(|secret| !(is_of_site && is_setting(secret)));
            let file = match text.split_once('@').or_else(|| text.split_once("=<")) {
                _ if is_file => Some(text),
                Some((_, file)) if is_body => Some(file),
                _ => None,
            };
            let of_input = || input.and_then(|input| input.secret.clone());
            match file.map(|file| file.split(';').next().unwrap_or(file)) {
                Some("-" | "." | "/dev/stdin" | "{}") => secret = secret.or_else(of_input),
                Some(file) => {
                    secret = secret.or_else(|| self.read(file).and_then(|data| data.secret));
                }
                // The sent value is a word of `xargs -I{}` or, in PowerShell, the data from a pipe.
                None if text.contains("{}") || lower == "-body" && text.contains("$_") => {
                    secret = secret.or_else(of_input);
                }
                None => {}
            }
            if (is_body || lower.is_empty()) && sources::has_conversation(text) {
                secret = secret.or_else(|| Some("the conversation".to_owned()));
            }
            if is_body || is_header || lower.is_empty() {
                let variable = sources::variable(text);
                secret = secret.or_else(|| variable.map(|variable| format!("${variable}")));
            }
            if let Some(secret) = secret {
                let start = start_of(input, command);
                self.sends(start..command.bytes.end, &secret, to, is_header);
            }
        }
        // The host gives a hook what the model does, and runs the hook at each step.
        let sends = |argument: &Argument| {
            let name = argument.name.to_ascii_lowercase();
            name.starts_with("--data") || is_in(&name, BODIES) || is_in(&name, UPLOADED)
        };
        if self.is_hook && all.iter().any(sends) && !to.is_empty() && !self.is_known(to) {
            let activity = "what the model does";
            self.sends(command.bytes.clone(), activity, to, false);
        }
    }

    pub(super) fn certutil(&mut self, call: Call<'_>) -> Option<Data> {
        let (rest, command) = (call.rest, call.command);
        let has = |option: &str| {
            rest.iter().any(|word| {
                word.text
                    .trim_start_matches(['-', '/'])
                    .eq_ignore_ascii_case(option)
            })
        };
        let operands: Vec<_> = rest
            .iter()
            .filter(|word| !word.text.starts_with(['-', '/']))
            .collect();
        let last = operands.last()?;
        if has("decode") || has("decodehex") {
            let data = operands.first().and_then(|from| self.read(&from.text));
            let data = Data {
                source: Some(Source::Decoder {
                    downloaded: data.is_some_and(|data| data.source.is_some()),
                }),
                start: command.bytes.start,
                ..Data::default()
            };
            self.write(&last.text, Some(data));
        } else if let Some(address) = operands
            .iter()
            .find(|word| is_address(&word.text) && word.text.contains("://"))
        {
            let data = self.network(&address.text, command.bytes.start);
            self.write(&last.text, Some(data));
        }
        None
    }

    pub(super) fn socket(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let operands: Vec<_> = operands(rest).collect();
        let address = match name {
            "openssl" => rest
                .iter()
                .skip_while(|word| word.text != "-connect")
                .nth(1),
            "socat" => operands
                .iter()
                .copied()
                .find(|word| word.text.to_ascii_lowercase().starts_with("tcp")),
            _ => operands.first().copied(),
        };
        let address = address.map_or("", |word| &word.text);
        let address = match name {
            "socat" => address
                .split_once(':')
                .map_or(address, |(_, address)| address),
            _ => address,
        };
        let start = start_of(input.as_ref(), command);
        match input.as_ref().and_then(|input| input.secret.clone()) {
            Some(secret) if secret == SHELL => {
                let to = addresses::host(address).to_owned();
                self.record(ActKind::RemoteShell, start..command.bytes.end, to, None);
            }
            Some(secret) => self.sends(start..command.bytes.end, &secret, address, false),
            None => {}
        }
        let gives_shell = rest.iter().enumerate().any(|(at, word)| {
            let is_option = matches!(word.text.as_str(), "-e" | "-c" | "--exec" | "--sh-exec")
                || word.text.starts_with('-')
                    && !word.text.starts_with("--")
                    && word.text.ends_with('e')
                    && word.text.len() <= 5;
            is_option
                && rest.get(at + 1).is_some_and(|word| {
                    is_shell(&programs::name(&word.text))
                        || matches!(programs::name(&word.text).as_str(), "cmd" | "powershell")
                })
                || word.text.to_ascii_lowercase().starts_with("exec:")
                    && SHELLS.split(' ').any(|shell| word.text.contains(shell))
        });
        if gives_shell && !addresses::is_local(address) {
            self.record(
                ActKind::RemoteShell,
                command.bytes.clone(),
                addresses::host(address).to_owned(),
                None,
            );
        }
        let listens = rest
            .iter()
            .any(|word| word.text.starts_with('-') && word.text.contains('l'));
        let start = start_of(input.as_ref(), command);
        (!address.is_empty() && !listens).then(|| self.network(address, start))
    }

    /// Interprets a program that copies files to another machine. The program has no output.
    pub(super) fn copies_away(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, input) = call.parts();
        let with_value = match name {
            "scp" | "sftp" => "iPFoclS",
            "rsync" => "e",
            _ => "",
        };
        let all = arguments(
            rest,
            with_value,
            &["--rsh", "--region", "--profile", "--exclude"],
            false,
        );
        let operands: Vec<_> = all
            .iter()
            .filter(|argument| argument.name.is_empty())
            .collect();
        let is_remote = |text: &str| {
            let host = text.split_once(':');
            host.is_some_and(|(host, _)| host.len() > 1 && !host.contains(['/', '\\']))
                || text.contains("://")
        };
        let to = match name {
            "mail" | "mutt" | "sendmail" | "ftp" => Some(""),
            "croc" | "wormhole" => rest.first().filter(|word| word.text == "send").map(|_| ""),
            "gh" => (rest.len() > 1 && rest[0].text == "gist" && rest[1].text == "create")
                .then_some("a gist"),
            _ => operands
                .last()
                .filter(|last| is_remote(&last.text))
                .map(|last| last.text.as_str()),
        };
        let to = to?;
        let mut secret = input.as_ref().and_then(|input| input.secret.clone());
        for operand in operands.iter().filter(|operand| !is_remote(&operand.text)) {
            let data = self.read(&operand.text);
            secret = secret.or_else(|| data.and_then(|data| data.secret));
        }
        if let Some(secret) = secret {
            let start = start_of(input.as_ref(), command);
            self.sends(start..command.bytes.end, &secret, to, false);
        }
        None
    }

    /// Interprets `git`. Records an effect if `git push` sends the whole repository to an unknown
    /// site, or if the message of a commit, a note or a tag contains a secret.
    pub(super) fn git(&mut self, call: Call<'_>) -> Option<Data> {
        const FORGES: &str = "github gitlab bitbucket codeberg gitee visualstudio azure sr.ht huggingface heroku amazonaws google hf.co";
        let (rest, command) = (call.rest, call.command);
        let words: Vec<_> = operands(rest).map(|word| word.text.as_str()).collect();
        let is_strange = |address: &str| {
            let host = addresses::host(address);
            let is_open =
                address.contains("://") && host.contains('.') && !host.contains(['$', '<', '{']);
            is_open
                && !addresses::is_local(address)
                && !addresses::is_reserved(address)
                && !addresses::is_site_of(host, FORGES)
        };
        match words.as_slice() {
            ["remote", "add", name, address, ..] if is_strange(address) => {
                self.remotes
                    .push(((*name).to_owned(), (*address).to_owned()));
            }
            ["push", to, ..] => {
                let known = self.remotes.iter().find(|(name, _)| name == to);
                let known = known.map(|(_, address)| address.clone());
                let to = known.or_else(|| is_strange(to).then(|| (*to).to_owned()));
                let is_all = rest.iter().any(|word| is_in(&word.text, "--mirror --all"));
                if let Some(to) = to.filter(|_| is_all) {
                    self.sends(command.bytes.clone(), "the repository", &to, false);
                }
            }
            ["commit" | "notes" | "tag", ..] => {
                if let Some(secret) = self.all(rest).and_then(|data| data.secret) {
                    self.sends(command.bytes.clone(), &secret, "a.commit", false);
                }
            }
            _ => {}
        }
        self.other(call)
    }

    /// Interprets a program that looks up a domain name, such as `dig`. The looked-up name is sent
    /// to a DNS server, and may contain data. Returns the answer of the DNS server. Returns `None`
    /// for `ping`, which does not print the answer.
    pub(super) fn asks_name_server(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command, _) = call.parts();
        let data = self.all(rest);
        let variable = rest.iter().find_map(|word| sources::variable(&word.text));
        let secret = data.and_then(|data| data.secret);
        if let Some(secret) = secret.or_else(|| variable.map(|name| format!("${name}"))) {
            self.sends(command.bytes.clone(), &secret, "a.name.server", false);
        }
        Some(self.network("the answer of a name server", command.bytes.start))
            .filter(|_| name != "ping")
    }

    /// Interprets a program that runs a command on a remote machine. The program's input is the
    /// input of that command. Returns `None`, because the output of the remote command is not
    /// known.
    pub(super) fn remote(&mut self, call: Call<'_>) -> Option<Data> {
        let (_, rest, command, input) = call.parts();
        // A tunnel back to the port of this machine's SSH server lets the other side log in.
        let is_tunnel = |pair: &[Word]| {
            pair[0].text.ends_with('R')
                && pair[0].text.starts_with('-')
                && pair[1].text.ends_with(":22")
        };
        if rest.windows(2).any(is_tunnel) {
            let to = rest.last().map_or("", |word| addresses::host(&word.text));
            self.record(
                ActKind::RemoteShell,
                command.bytes.clone(),
                to.to_owned(),
                None,
            );
        }
        let mut operands = rest.iter().skip_while(|word| word.text.starts_with('-'));
        let host = operands.next()?;
        let secret = input.as_ref().and_then(|input| input.secret.as_deref());
        // A deployment is expected to send the working folder, so only other secrets are reported.
        if let Some(secret) = secret.filter(|secret| *secret != "the working folder") {
            let start = start_of(input.as_ref(), command);
            self.sends(start..command.bytes.end, secret, &host.text, false);
        }
        let text: Vec<_> = operands.collect();
        if let [text] = text.as_slice() {
            self.nested(&text.text, text.bytes.clone());
        }
        None
    }
}
