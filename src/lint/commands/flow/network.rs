//! Programs that fetch and send.

use super::{Data, Flow, GH_TOKEN, SHELL, Source, start_of};
use crate::lint::commands::act::{ActKind, Effects};
use crate::lint::commands::addresses::{self, is_address};
use crate::lint::commands::arguments::{Argument, arguments};
use crate::lint::commands::programs::{self, SHELLS, is_shell};
use crate::lint::commands::secrets;
use crate::lint::commands::words::{Command, Word};

impl Flow {
    pub(super) fn download(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        const CURL_SHORT: &str = "AbcCdDeEFHhKmoPQrtTuUwxXyYz";
        const CURL_LONG: [&str; 27] = [
            "--output",
            "--data",
            "--data-raw",
            "--data-binary",
            "--data-urlencode",
            "--data-ascii",
            "--form",
            "--form-string",
            "--header",
            "--request",
            "--url",
            "--upload-file",
            "--user",
            "--user-agent",
            "--referer",
            "--cookie",
            "--max-time",
            "--connect-timeout",
            "--retry",
            "--retry-delay",
            "--proxy",
            "--json",
            "--cacert",
            "--cert",
            "--key",
            "--output-dir",
            "--write-out",
        ];
        const WGET_LONG: [&str; 10] = [
            "--output-document",
            "--directory-prefix",
            "--post-data",
            "--post-file",
            "--body-data",
            "--body-file",
            "--header",
            "--user-agent",
            "--method",
            "--timeout",
        ];
        let is_powershell = matches!(
            name,
            "iwr" | "irm" | "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer"
        );
        let (shorts, longs): (&str, &[&str]) = match name {
            "curl" | "curlie" => (CURL_SHORT, &CURL_LONG),
            "wget" | "wget2" => ("aoOiBtTwQPUARDIXle", &WGET_LONG),
            "aria2c" => ("dosxjk", &[]),
            "fetch" | "axel" | "http" | "https" | "xh" => ("o", &[]),
            _ => ("", &[]),
        };
        let all = arguments(rest, shorts, longs, is_powershell);
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
        let output = self.network(&address, start);
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
                self.write(&format!("{folder}{}", named.text), Some(output));
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

    /// What a download sends along.
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
            let name = argument.name.as_str();
            let lower = name.to_ascii_lowercase();
            let is_header = matches!(
                name,
                "-H" | "--header"
                    | "-u"
                    | "--user"
                    | "-b"
                    | "--cookie"
                    | "--key"
                    | "--cert"
                    | "--cacert"
                    | "-K"
                    | "--netrc-file"
            ) || matches!(lower.as_str(), "-headers" | "-credential");
            let of_word = data.get(argument.index).and_then(Option::as_ref);
            if is_header {
                let is_token = of_word.is_some_and(|data| data.secret.as_deref() == Some(GH_TOKEN));
                if is_token && !addresses::host(to).contains("github") {
                    self.sends(command.bytes.clone(), GH_TOKEN, to);
                }
                continue;
            }
            let is_file = matches!(name, "-T" | "--upload-file" | "--post-file" | "--body-file")
                || lower == "-infile";
            let is_body = name.starts_with("--data")
                || matches!(
                    name,
                    "-d" | "-F" | "--form" | "--json" | "--post-data" | "--body-data"
                )
                || lower == "-body";
            let mut secret = of_word.and_then(|data| data.secret.clone());
            let file = match argument
                .text
                .split_once('@')
                .or_else(|| argument.text.split_once("=<"))
            {
                _ if is_file => Some(argument.text.as_str()),
                Some((_, file)) if is_body => Some(file),
                _ => None,
            };
            let file = file.map(|file| file.split(';').next().unwrap_or(file));
            match file {
                Some("-" | "." | "/dev/stdin") => {
                    secret = secret.or_else(|| input.and_then(|input| input.secret.clone()))
                }
                Some(file) => {
                    secret = secret.or_else(|| self.read(file).and_then(|data| data.secret))
                }
                None => {}
            }
            if is_body || name.is_empty() {
                let variable = secrets::variable(&argument.text);
                let variable = variable.filter(|variable| {
                    addresses::is_collector(to)
                        || secrets::is_meant_elsewhere(variable, to) && !to.starts_with(['$', '<'])
                });
                secret = secret.or_else(|| variable.map(|variable| format!("${variable}")));
            }
            if let Some(secret) = secret {
                let start = start_of(input, command);
                return self.sends(start..command.bytes.end, &secret, to);
            }
        }
    }

    pub(super) fn certutil(&mut self, rest: &[Word], command: &Command) -> Option<Data> {
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

    pub(super) fn socket(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) -> Option<Data> {
        let operands: Vec<_> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .collect();
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
                self.act(ActKind::RemoteShell, start..command.bytes.end, to, None);
            }
            Some(secret) => self.sends(start..command.bytes.end, &secret, address),
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
                    && SHELLS.iter().any(|shell| word.text.contains(shell))
        });
        if gives_shell && !addresses::is_local(address) {
            self.act(
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

    pub(super) fn copies_away(
        &mut self,
        name: &str,
        rest: &[Word],
        command: &Command,
        input: Option<Data>,
    ) {
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
            host.is_some_and(|(host, _)| host.len() > 1 && !host.contains('/'))
                || text.contains("://")
        };
        let to = match name {
            "mail" | "mutt" | "sendmail" | "ftp" => Some(""),
            "gh" => (rest.len() > 1 && rest[0].text == "gist" && rest[1].text == "create")
                .then_some("a gist"),
            _ => operands
                .last()
                .filter(|last| is_remote(&last.text))
                .map(|last| last.text.as_str()),
        };
        let Some(to) = to else { return };
        let mut secret = input.as_ref().and_then(|input| input.secret.clone());
        for operand in operands.iter().filter(|operand| !is_remote(&operand.text)) {
            let data = self.read(&operand.text);
            secret = secret.or_else(|| data.and_then(|data| data.secret));
        }
        if let Some(secret) = secret {
            let start = start_of(input.as_ref(), command);
            self.sends(start..command.bytes.end, &secret, to);
        }
    }
}
