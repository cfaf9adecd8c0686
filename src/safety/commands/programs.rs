//! Programs by their names, and the words that a command may stand behind.

use super::words::Word;

/// Programs that run shell commands.
pub(super) const SHELLS: [&str; 10] = [
    "sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "csh", "tcsh", "rbash",
];

/// Other programs that run what they read.
pub(super) const INTERPRETERS: [&str; 14] = [
    "python",
    "node",
    "perl",
    "ruby",
    "php",
    "lua",
    "deno",
    "bun",
    "tsx",
    "ts-node",
    "osascript",
    "Rscript",
    "pypy",
    "tclsh",
];

/// Programs that run the command behind them, with their options that take a word along.
pub(super) const WRAPPERS: [(&str, &str); 21] = [
    ("sudo", "ugphCTRD"),
    ("doas", "uC"),
    ("env", "uC"),
    ("nohup", ""),
    ("exec", "a"),
    ("command", ""),
    ("builtin", ""),
    ("time", "fo"),
    ("nice", "n"),
    ("ionice", "cn"),
    ("setsid", ""),
    ("stdbuf", "ioe"),
    ("timeout", "ks"),
    ("gtimeout", "ks"),
    ("xargs", "IindLPsEa"),
    ("busybox", ""),
    ("caffeinate", "tw"),
    ("unbuffer", ""),
    ("noglob", ""),
    ("arch", ""),
    ("rlwrap", ""),
];

/// Programs that write what they read, changed a little or not at all.
pub(super) const FILTERS: &str = "cat sed head tail grep awk cut tr sort uniq gunzip zcat gzip bzip2 bunzip2 xz unxz zstd \
    iconv dos2unix jq yq pv rev tac egrep fold wc strings nl column out-string convertto-json select-string type get-content gc \
    sqlite3 paste";

/// The part that a program has in a flow of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Runs what it is given or reads.
    Runs,
    PowerShell,
    Cmd,
    Evaluates,
    Sources,
    Opens,
    /// Runs a command on another machine.
    Remote,
    Downloads,
    Certutil,
    Socket,
    /// Asks a name server.
    Names,
    /// Copies to another machine.
    Copies,
    Codec,
    Prints,
    Archives,
    Filters,
    Declares,
    For,
    /// Reads a line into a variable.
    Reads,
    Finds,
    Tee,
    Moves,
    /// Writes what its words say.
    Writes,
    /// Compares a file with something known.
    Checks,
    Compares,
    /// Shows a file to somebody.
    Shows,
    Other,
}

/// The programs of each role.
const ROLES: [(&str, Role); 26] = [
    ("powershell pwsh", Role::PowerShell),
    ("cmd", Role::Cmd),
    ("eval iex invoke-expression", Role::Evaluates),
    ("source .", Role::Sources),
    (
        "open start start-process xdg-open installer msiexec invoke-item rundll32 mshta regsvr32",
        Role::Opens,
    ),
    ("ssh", Role::Remote),
    (
        "curl wget wget2 fetch aria2c axel http https lynx w3m curlie xh iwr irm",
        Role::Downloads,
    ),
    (
        "invoke-webrequest invoke-restmethod start-bitstransfer",
        Role::Downloads,
    ),
    ("certutil bitsadmin", Role::Certutil),
    ("nc ncat netcat socat telnet", Role::Socket),
    ("dig nslookup host ping", Role::Names),
    (
        "scp rsync sftp rclone gsutil aws s3cmd mail mutt sendmail ftp gh az mc croc wormhole",
        Role::Copies,
    ),
    (
        "base64 gbase64 base32 basenc openssl xxd uudecode",
        Role::Codec,
    ),
    ("echo printf print write-output write-host", Role::Prints),
    ("export declare set local readonly typeset", Role::Declares),
    ("for", Role::For),
    ("read", Role::Reads),
    ("find fd", Role::Finds),
    ("tee", Role::Tee),
    (
        "mv cp install ln rename-item move-item copy-item",
        Role::Moves,
    ),
    (
        "reg new-itemproperty set-itemproperty add-content set-content out-file",
        Role::Writes,
    ),
    (
        "sha256sum sha512sum sha1sum shasum md5sum b2sum gpg gpgv gpg2 cosign minisign signify",
        Role::Checks,
    ),
    ("slsa-verifier get-filehash", Role::Checks),
    ("[ [[ test", Role::Compares),
    ("less more view vi vim nano bat", Role::Shows),
    (
        "tar unzip bsdtar 7z 7za 7zz unrar zip rar ditto compress-archive",
        Role::Archives,
    ),
];

/// The role of a program.
pub(super) fn role(name: &str) -> Role {
    let is_among = |names: &str| names.split(' ').any(|one| one == name);
    if is_shell(name) || is_interpreter(name) {
        return Role::Runs;
    }
    let mut rows = ROLES.iter();
    let known = rows.find(|(names, _)| is_among(names)).map(|row| row.1);
    known.unwrap_or(match is_among(FILTERS) {
        true => Role::Filters,
        false => Role::Other,
    })
}

/// Words of the shell's grammar, and of files around commands, that a command may stand behind.
pub(super) const LEADS: [&str; 23] = [
    "{",
    "}",
    "!",
    "if",
    "then",
    "else",
    "elif",
    "do",
    "while",
    "until",
    "fi",
    "done",
    "esac",
    "$",
    "%",
    "❯",
    "➜",
    "-",
    "*",
    "RUN",
    "CMD",
    "ENTRYPOINT",
    "&",
];

/// A program's name: without its folder, its version and the ending of Windows, in small letters.
pub(super) fn name(word: &str) -> String {
    let name = file_name(word).to_ascii_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    match name
        .strip_prefix("python")
        .or_else(|| name.strip_prefix("pypy"))
    {
        Some(version)
            if version
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            "python".to_owned()
        }
        _ => name.to_owned(),
    }
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

pub(super) fn is_interpreter(name: &str) -> bool {
    INTERPRETERS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// A path as it is compared with others.
pub(super) fn path(name: &str) -> String {
    let name = name.trim_matches(['"', '\'', '{', '}']);
    let mut name = name
        .strip_prefix("./")
        .or_else(|| name.strip_prefix(".\\"))
        .unwrap_or(name);
    while let Some(rest) = name.strip_prefix("./") {
        name = rest;
    }
    name.to_owned()
}

/// Words as one text.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

/// `NAME=value`
pub(super) fn assignment(word: &Word) -> Option<(&str, &str)> {
    let (name, value) = word.text.split_once('=')?;
    let name = name.strip_prefix("$env:").unwrap_or(name);
    let name = name.strip_suffix('+').unwrap_or(name);
    let is_name = !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value))
}

/// How many words a wrapper's options take.
pub(super) fn wrapped(rest: &[Word], with_value: &str, has_duration: bool) -> usize {
    let mut at = 0;
    let mut needs_duration = has_duration;
    while let Some(word) = rest.get(at) {
        let text = word.text.as_str();
        if text.starts_with('-') && text.len() > 1 {
            let takes =
                !text.starts_with("--") && text.len() == 2 && with_value.contains(&text[1..]);
            at += 1 + usize::from(takes);
        } else if assignment(word).is_some() {
            at += 1;
        } else if needs_duration {
            needs_duration = false;
            at += 1;
        } else {
            break;
        }
    }
    at.min(rest.len())
}
