//! The table of private data: files, variables, programs and calls that give it, each with the sites that may have it.

use std::sync::LazyLock;

use super::addresses::{self, host};
use crate::text::needles::Needles;

/// A part of the paths of files with private data in lowercase, and words in the names of the sites that they belong to.
const FILES: [(&str, &str); 63] = [
    (".ssh/id_", ""),
    (".ssh/*", ""),
    ("id_rsa", ""),
    ("id_ed25519", ""),
    ("id_ecdsa", ""),
    (".aws/credentials", "amazon aws"),
    (".aws/config", "amazon aws"),
    (".netrc", ""),
    (".git-credentials", "git"),
    (".npmrc", "npm"),
    (".pypirc", "pypi"),
    (".docker/config.json", "docker"),
    (".kube/config", ""),
    (".gnupg", ""),
    ("gcloud/credentials", "google"),
    ("gcloud/access_tokens", "google"),
    ("application_default_credentials", "google"),
    (".azure/", "azure microsoft windows"),
    ("gh/hosts.yml", "github"),
    (".config/gh", "github"),
    ("etc/shadow", ""),
    ("etc/passwd", ""),
    (".bash_history", ""),
    (".zsh_history", ""),
    (".python_history", ""),
    ("fish_history", ""),
    ("consolehost_history", ""),
    (".psql_history", ""),
    ("login data", ""),
    ("logins.json", ""),
    ("key4.db", ""),
    ("cookies.sqlite", ""),
    ("default/cookies", ""),
    ("network/cookies", ""),
    ("local extension settings", ""),
    ("wallet.dat", ""),
    (".electrum/wallets", ""),
    ("exodus.wallet", ""),
    (".ethereum/keystore", ""),
    ("solana/id.json", ""),
    (".bitcoin/", ""),
    (".env", ""),
    (".codex/auth.json", "openai chatgpt"),
    (".codex/sessions", "openai chatgpt"),
    (".claude/.credentials", "anthropic claude"),
    (".claude/projects", "anthropic claude"),
    (".claude/history", "anthropic claude"),
    (".claude.json", "anthropic claude"),
    (".gemini/oauth_creds", "google"),
    ("opencode/auth.json", "opencode"),
    (".cursor/mcp.json", "cursor"),
    ("openclaw/openclaw.json", "openclaw"),
    ("openclaw/credentials", "openclaw"),
    ("openclaw/agents", "openclaw"),
    ("login.keychain", ""),
    ("library/keychains", ""),
    ("keychain-db", ""),
    (".pgpass", ""),
    (".vault-token", "vault hashicorp"),
    ("cargo/credentials", "crates"),
    (".terraform.d/credentials", "terraform hashicorp"),
    (".password-store", ""),
    ("state.vscdb", ""),
];

static FOUND: LazyLock<Needles<'static>> = LazyLock::new(|| {
    static PARTS: LazyLock<Vec<&str>> =
        LazyLock::new(|| FILES.iter().map(|(part, _)| *part).collect());
    Needles::ignoring_ascii_case(&PARTS)
});

/// Folders that hold private files, named as a whole.
const FOLDERS: [&str; 4] = [".ssh", ".aws", ".gnupg", ".kube"];

/// A program, words among its arguments of which one must be there, what its output holds, and the sites of its maker.
const PROGRAMS: [(&str, &str, &str, &str); 32] = [
    ("printenv", "", "the environment", ""),
    ("pbpaste", "", "the clipboard", ""),
    ("wl-paste", "", "the clipboard", ""),
    ("xclip", "-o -out", "the clipboard", ""),
    ("xsel", "-o --output -b -ob", "the clipboard", ""),
    ("get-clipboard", "", "the clipboard", ""),
    ("history", "", "the shell's history", ""),
    ("fc", "-l -ln", "the shell's history", ""),
    ("get-history", "", "the shell's history", ""),
    ("screencapture", "", "a picture of the screen", ""),
    ("scrot", "", "a picture of the screen", ""),
    (
        "security",
        "find-generic-password find-internet-password dump-keychain export",
        "the key chain",
        "",
    ),
    ("secret-tool", "lookup search", "the key chain", ""),
    ("keyring", "get", "the key chain", ""),
    ("cmdkey", "/list", "the key chain", ""),
    (
        "git",
        "credential credential-osxkeychain credential-manager",
        "the credentials of git",
        "git",
    ),
    ("gh", "token", "the token of gh", "github"),
    ("glab", "token", "the token of glab", "gitlab"),
    (
        "gcloud",
        "print-access-token print-identity-token",
        "the token of gcloud",
        "google cloud run.app",
    ),
    (
        "az",
        "get-access-token",
        "the token of az",
        "azure microsoft windows",
    ),
    (
        "aws",
        "export-credentials get-session-token get-secret-value",
        "the credentials of aws",
        "amazon aws",
    ),
    (
        "op",
        "item read document",
        "the password manager",
        "1password",
    ),
    ("bw", "get list export", "the password manager", "bitwarden"),
    ("pass", "show", "the password manager", ""),
    (
        "vault",
        "kv read",
        "the secrets of vault",
        "vault hashicorp",
    ),
    ("kubectl", "secret secrets", "the secrets of a cluster", ""),
    ("oc", "secret secrets", "the secrets of a cluster", ""),
    ("gpg", "--export-secret-keys", "a private key", ""),
    ("ssh-add", "-L", "the keys of the agent", ""),
    ("heroku", "auth:token", "the token of heroku", "heroku"),
    ("doppler", "secrets", "the secrets of doppler", "doppler"),
    ("netsh", "key=clear", "the passwords of networks", ""),
];

/// The ends of names in code that give private data on their own, in lowercase, and what they give.
const CALLS: [(&str, &str); 31] = [
    ("os.environ.items", "the environment"),
    ("os.environ.copy", "the environment"),
    ("os.environ.values", "the environment"),
    ("os.environb", "the environment"),
    ("...process.env", "the environment"),
    ("env.to_h", "the environment"),
    ("env.to_hash", "the environment"),
    ("system.getenv", "the environment"),
    ("getenvironmentvariables", "the environment"),
    ("deno.env.toobject", "the environment"),
    ("env::vars", "the environment"),
    ("pyperclip.paste", "the clipboard"),
    ("clipboard.paste", "the clipboard"),
    ("clipboard_get", "the clipboard"),
    ("clipboardy.read", "the clipboard"),
    ("clipboardy.readsync", "the clipboard"),
    ("clipboard.readtext", "the clipboard"),
    ("clipboard.getclipboarddata", "the clipboard"),
    ("get-clipboard", "the clipboard"),
    ("imagegrab.grab", "a picture of the screen"),
    ("pyautogui.screenshot", "a picture of the screen"),
    ("keyboard.on_press", "what is typed"),
    ("keyboard.listener", "what is typed"),
    ("browser_cookie3.chrome", "the browser's cookies"),
    ("browser_cookie3.firefox", "the browser's cookies"),
    ("browser_cookie3.load", "the browser's cookies"),
    ("keyring.get_password", "the key chain"),
    ("keytar.getpassword", "the key chain"),
    ("keytar.findcredentials", "the key chain"),
    ("win32crypt.cryptunprotectdata", "the browser's passwords"),
    ("paramiko.agent", "the keys of the agent"),
];

/// Names in code that are the whole environment if nothing is picked from them.
const ENVIRONMENTS: [&str; 6] = [
    "os.environ",
    "dict.os.environ",
    "process.env",
    "env",
    "bun.env",
    "environ",
];

/// Files that programs also configure themselves by.
pub(super) const SETTINGS: [&str; 9] = [
    ".env",
    ".netrc",
    ".npmrc",
    ".claude.json",
    ".cursor/mcp.json",
    ".docker/config.json",
    "openclaw/openclaw.json",
    "openclaw/credentials",
    "openclaw/agents",
];

/// Words in the names of variables that hold secrets.
const VARIABLES: [&str; 9] = [
    "SECRET",
    "TOKEN",
    "PASSWORD",
    "PASSWD",
    "API_KEY",
    "APIKEY",
    "ACCESS_KEY",
    "PRIVATE_KEY",
    "MNEMONIC",
];

/// A word in the names of a well-known maker's variables, and words in the names of its sites.
const MAKERS: [(&str, &str); 24] = [
    ("AWS", "amazon aws"),
    ("ANTHROPIC", "anthropic claude"),
    ("OPENAI", "openai azure"),
    ("GITHUB", "github ghcr azure"),
    ("GH", "github ghcr azure"),
    ("GITLAB", "gitlab"),
    ("NPM", "npm"),
    ("PYPI", "pypi"),
    ("HF", "huggingface hf"),
    ("HUGGINGFACE", "huggingface hf"),
    ("GEMINI", "google"),
    ("GOOGLE", "google"),
    ("AZURE", "azure microsoft windows"),
    ("SLACK", "slack"),
    ("STRIPE", "stripe"),
    ("DISCORD", "discord"),
    ("TELEGRAM", "telegram"),
    ("CLOUDFLARE", "cloudflare"),
    ("DIGITALOCEAN", "digitalocean"),
    ("VERCEL", "vercel"),
    ("SUPABASE", "supabase"),
    ("NOTION", "notion"),
    ("DATABASE", "database"),
    ("MNEMONIC", "mnemonic"),
];

/// Makers whose credentials no other site takes in a header, as gateways of models take keys of models.
const STRICT: [&str; 6] = ["AWS", "GITHUB", "GH", "NPM", "PYPI", "MNEMONIC"];

/// The part of a text that names a file or folder with private data.
pub(super) fn file(text: &str) -> Option<&str> {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let slashed = text.contains('\\').then(|| text.replace('\\', "/"));
    let searched = slashed.as_deref().unwrap_or(text);
    let bytes = searched.as_bytes();
    let found = FOUND.places(searched).into_iter().find_map(|(at, number)| {
        let name = FILES[number].0;
        let end = at + name.len();
        let is_end = name.ends_with(['_', '/', '*']) || !is_part(bytes.get(end));
        let begins = name.contains('/') || !is_part(at.checked_sub(1).and_then(|at| bytes.get(at)));
        let rest = &searched[end..];
        // Samples and public keys are for everybody.
        let is_public = rest.starts_with(".example") || rest.starts_with(".sample") || rest.starts_with(".template")
            || rest.split(char::is_whitespace).next().is_some_and(|rest| rest.ends_with(".pub"))
            // `process.env` and `import.meta.env` are no files.
            || name == ".env" && at > 0 && !matches!(bytes[at - 1], b'/' | b' ' | b'"' | b'\'' | b'@' | b'=');
        (is_end && begins && !is_public).then_some(at..end)
    });
    if let Some(found) = found {
        return Some(text[found].trim_end_matches(['_', '/', '*', '\\']));
    }
    let is_whole = |at: usize, folder: &str| {
        let rest = &searched[at + folder.len()..];
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let is_end = rest.is_empty()
            || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '*' | '"' | '\'' | ')'));
        let is_home = searched[..at].ends_with('/') || at == 0 && rest.is_empty();
        is_end && is_home
    };
    let mut folders = FOLDERS.iter();
    folders.find_map(|folder| {
        let mut places = searched.match_indices(folder);
        let (at, _) = places.find(|(at, _)| is_whole(*at, folder))?;
        Some(&text[at..at + folder.len()])
    })
}

/// What a program writes, if that is private.
pub(super) fn program<'w>(
    name: &str,
    mut words: impl Iterator<Item = &'w str> + Clone,
) -> Option<&'static str> {
    let rows = PROGRAMS.iter().filter(|(known, ..)| *known == name);
    let mut fitting = rows.filter(|(_, wanted, ..)| {
        wanted.is_empty()
            || words
                .clone()
                .any(|word| wanted.split(' ').any(|one| one == word))
    });
    let (_, _, gives, _) = fitting.next()?;
    // `printenv NAME` gives one variable, and `history 5` is all the same.
    let is_one = name == "printenv" && words.any(|word| !word.starts_with('-'));
    (!is_one).then_some(gives)
}

/// What a command writes, if that is private: a program of the table, or the private file that it reads.
pub(super) fn command(text: &str) -> Option<&str> {
    let mut words = text.split_ascii_whitespace();
    let name = words.next()?.rsplit('/').next()?;
    let reads = matches!(
        name,
        "cat" | "head" | "tail" | "strings" | "base64" | "type"
    );
    program(name, words).or_else(|| file(text).filter(|_| reads))
}

/// What a name in code gives, if that is private. `is_whole` tells that nothing is picked from it.
pub(super) fn call(name: &str, is_whole: bool) -> Option<&'static str> {
    if is_whole && ENVIRONMENTS.contains(&name) {
        return Some("the environment");
    }
    let is_it = |known: &str| {
        name.strip_suffix(known)
            .is_some_and(|before| before.is_empty() || before.ends_with(['.', ':']))
    };
    let (_, gives) = CALLS.iter().find(|(known, _)| is_it(known))?;
    Some(gives)
}

/// Returns true if a variable is named like one with a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let is_id = upper.ends_with("_ID") && !upper.contains("ACCESS_KEY");
    let has = |word: &str| {
        upper.split('_').any(|part| part == word) || word.contains('_') && upper.contains(word)
    };
    !is_id && VARIABLES.iter().any(|word| has(word))
        || matches!(
            upper.as_str(),
            "DATABASE_URL" | "AWS_ACCESS_KEY_ID" | "SEED_PHRASE"
        )
}

/// The first variable with a secret in a text, as `$NAME`, `${NAME}`, `%NAME%` or `$env:NAME`.
pub(super) fn variable(text: &str) -> Option<&str> {
    text.match_indices(['$', '%']).find_map(|(at, _)| {
        let rest = text[at + 1..].trim_start_matches('{');
        let rest = rest.strip_prefix("env:").unwrap_or(rest);
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = rest.bytes().take_while(|byte| is_name(byte)).count();
        let name = &rest[..length];
        is_secret_name(name).then_some(name)
    })
}

/// Returns true if a secret may go to an address: the site is its maker's own, or this machine. Of a single variable (`$NAME`)
/// that no known maker gives, nobody can say where it belongs, so only sites that collect anything are wrong.
pub(super) fn may_go(
    secret: &str,
    to: &str,
    in_header: bool,
    is_own: impl Fn(&str) -> bool,
) -> bool {
    if addresses::is_local(to) {
        return true;
    }
    let site = host(to).to_ascii_lowercase();
    let is_known = !site.is_empty() && !site.starts_with(['$', '<', '{']);
    let is_among =
        |words: &str| !words.is_empty() && words.split(' ').any(|word| site.contains(word));
    let Some(name) = secret.strip_prefix('$') else {
        let of_program = PROGRAMS.iter().find(|(_, _, gives, _)| *gives == secret);
        let of_file = FILES.iter().find(|(part, _)| {
            part.trim_end_matches(['_', '/', '*'])
                .eq_ignore_ascii_case(secret)
        });
        let home = of_program.map(|row| row.3).or(of_file.map(|row| row.1));
        let is_project = SETTINGS.contains(&secret) || secret == "the working folder";
        let is_store = matches!(secret, "the key chain" | "the password manager")
            || secret.starts_with("the secrets of");
        // A token in a header opens the interface of its maker, whose address is mostly in a variable.
        let may_be_home = in_header && !is_known && home.is_some_and(|home| !home.is_empty());
        return home.is_some_and(is_among)
            || may_be_home
            || is_project && is_own(to)
            || is_store && in_header;
    };
    if addresses::is_collector(to) && !in_header {
        return false;
    }
    let upper = name.to_ascii_uppercase();
    let maker = MAKERS
        .iter()
        .find(|(word, _)| upper.split('_').any(|part| part == *word));
    let Some((word, sites)) = maker else {
        return true;
    };
    !is_known || is_among(sites) || is_own(to) || in_header && !STRICT.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_private_data_are_told_from_others() {
        for (text, expected) in [
            ("~/.aws/credentials", Some(".aws/credentials")),
            ("/home/me/.ssh/id_ed25519", Some(".ssh/id")),
            ("~/.ssh/id_rsa.pub", None),
            ("~/.ssh/", Some(".ssh")),
            ("~/.ssh", Some(".ssh")),
            ("~/.ssh/*", Some(".ssh")),
            ("~/.ssh/config", None),
            (r"C:\Users\me\.ssh\id_rsa", Some(r".ssh\id")),
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
        assert_eq!(variable("$HOME $TOKEN_ID"), None);
    }

    #[test]
    fn a_secret_may_go_to_its_maker() {
        for (secret, to, in_header, expected) in [
            ("$GH_TOKEN", "https://a.invalid", true, false),
            ("$GH_TOKEN", "https://api.github.com", true, true),
            ("$OPENAI_API_KEY", "https://a.invalid", true, true),
            ("$OPENAI_API_KEY", "https://a.invalid", false, false),
            ("$ACME_TOKEN", "https://a.invalid", false, true),
            ("$ACME_TOKEN", "https://webhook.invalid", false, false),
            (".codex/auth.json", "https://chatgpt.com", true, true),
            (".ssh/id", "https://a.invalid", true, false),
            ("the environment", "http://localhost:80", false, true),
        ] {
            assert_eq!(
                may_go(secret, to, in_header, |_| false),
                expected,
                "{secret} {to}"
            );
        }
    }
}
