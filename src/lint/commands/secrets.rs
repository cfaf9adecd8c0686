//! Files and variables that hold secrets, by their usual names.

use super::addresses::host;
use crate::text::needles::Needles;
use std::sync::LazyLock;

/// Parts of the paths of files that hold secrets, in small letters.
const FILES: [&str; 38] = [
    ".ssh/id_",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    ".aws/credentials",
    ".aws/config",
    ".netrc",
    ".git-credentials",
    ".npmrc",
    ".pypirc",
    ".docker/config.json",
    ".kube/config",
    ".gnupg",
    "gcloud/credentials",
    "application_default_credentials",
    ".azure/",
    "gh/hosts.yml",
    "etc/shadow",
    "etc/passwd",
    ".bash_history",
    ".zsh_history",
    "login data",
    "wallet.dat",
    ".env",
    ".codex/auth.json",
    ".claude/.credentials",
    ".claude.json",
    "login.keychain",
    "keychain-db",
    ".pgpass",
    ".vault-token",
    "cargo/credentials",
    ".cursor/mcp.json",
    "openclaw/openclaw.json",
    ".ethereum/keystore",
    "solana/id.json",
    ".bitcoin/",
    ".config/gh",
];

static FOUND: LazyLock<Needles<'static>> = LazyLock::new(|| Needles::ignoring_ascii_case(&FILES));

/// Words in the names of variables that hold secrets.
const VARIABLES: [&str; 7] = [
    "SECRET",
    "TOKEN",
    "PASSWORD",
    "PASSWD",
    "API_KEY",
    "ACCESS_KEY",
    "PRIVATE_KEY",
];

/// Variables of well-known makers, and a part of the names of the sites that they are meant for.
const MAKERS: [(&str, &str); 9] = [
    ("AWS_SECRET_ACCESS_KEY", "amazonaws"),
    ("AWS_SESSION_TOKEN", "amazonaws"),
    ("ANTHROPIC_API_KEY", "anthropic"),
    ("OPENAI_API_KEY", "openai"),
    ("GITHUB_TOKEN", "github"),
    ("GH_TOKEN", "github"),
    ("NPM_TOKEN", "npm"),
    ("HF_TOKEN", "huggingface"),
    ("GEMINI_API_KEY", "google"),
];

/// The part of a text that names a file with secrets, if one does.
pub(super) fn file(text: &str) -> Option<&str> {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let bytes = text.as_bytes();
    if text.contains("~/.ssh") && is_folder(text, "~/.ssh") {
        return Some("~/.ssh");
    }
    FOUND.places(text).into_iter().find_map(|(at, number)| {
        let name = FILES[number];
        let end = at + name.len();
        let is_end = name.ends_with(['_', '/']) || !is_part(bytes.get(end));
        let begins = name.contains('/') || !is_part(at.checked_sub(1).and_then(|at| bytes.get(at)));
        let rest = &text[end..];
        // Samples and public keys are for everybody.
        let is_public = rest.starts_with(".example") || rest.starts_with(".sample") || rest.starts_with(".template")
            || rest.split(char::is_whitespace).next().is_some_and(|rest| rest.ends_with(".pub"))
            // `process.env` and `import.meta.env` are no files.
            || name == ".env" && at > 0 && !matches!(bytes[at - 1], b'/' | b' ' | b'"' | b'\'' | b'@' | b'=' | b'\\');
        (is_end && begins && !is_public).then(|| text[at..end].trim_end_matches(['_', '/']))
    })
}

/// Whether a text names a folder as a whole.
fn is_folder(text: &str, folder: &str) -> bool {
    text.match_indices(folder).any(|(at, _)| {
        let rest = text[at + folder.len()..]
            .strip_prefix('/')
            .unwrap_or(&text[at + folder.len()..]);
        rest.is_empty()
            || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '*' | '"' | '\'' | ')'))
    })
}

/// The first variable with a secret in a text, as `$NAME`, `${NAME}`, `%NAME%` or `$env:NAME`.
pub(super) fn variable(text: &str) -> Option<&str> {
    text.match_indices(['$', '%']).find_map(|(at, _)| {
        let rest = text[at + 1..].trim_start_matches('{');
        let rest = rest.strip_prefix("env:").unwrap_or(rest);
        let length = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let name = &rest[..length];
        VARIABLES
            .iter()
            .any(|word| name.contains(word))
            .then_some(name)
    })
}

/// Whether a variable is of a maker whose site an address is not.
pub(super) fn is_meant_elsewhere(variable: &str, address: &str) -> bool {
    let maker = MAKERS.iter().find(|(name, _)| *name == variable);
    maker.is_some_and(|(_, site)| !host(address).to_ascii_lowercase().contains(site))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_secrets_are_told_from_others() {
        for (text, expected) in [
            ("~/.aws/credentials", Some(".aws/credentials")),
            ("/home/me/.ssh/id_ed25519", Some(".ssh/id")),
            ("~/.ssh/id_rsa.pub", None),
            ("~/.ssh/", Some("~/.ssh")),
            ("~/.ssh/config", None),
            (".env", Some(".env")),
            ("@.env.local", Some(".env")),
            (".env.example", None),
            ("process.env", None),
            ("my.environment", None),
        ] {
            assert_eq!(file(text), expected, "{text}");
        }
    }

    #[test]
    fn variables_with_secrets_are_told_by_their_names() {
        assert_eq!(variable("k=$OPENAI_API_KEY"), Some("OPENAI_API_KEY"));
        assert_eq!(variable("$HOME ${GH_TOKEN}"), Some("GH_TOKEN"));
        assert_eq!(variable("$HOME"), None);
        assert!(is_meant_elsewhere("GH_TOKEN", "a.invalid"));
        assert!(!is_meant_elsewhere("GH_TOKEN", "api.github.com"));
    }
}
