//! The tables of private data: files and variables with private data, programs that print it, and
//! calls that return it. Most tables also have the sites to which the private data may be sent.

use std::sync::LazyLock;

use super::addresses::{self, host};
use crate::hashing::{HashMap, HashSet};
use crate::safety::lists::{is_in, rows};
use crate::text::needles::Needles;

/// Files with private data, such as `.aws/credentials`. Each row has words and parts of paths, in
/// lowercase. The parts of paths identify the files. The words identify the sites that may receive
/// the data: the host name of such a site contains a word, such as `amazon`.
const FILES: [(&str, &str); 20] = [
    (
        "",
        ".ssh/id_|.ssh/*|id_rsa|id_ed25519|id_ecdsa|.netrc|.kube/config|.gnupg|etc/shadow|etc/passwd|.bash_history|\
     .zsh_history|.python_history|fish_history|consolehost_history|.psql_history|login data|logins.json|key4.db|\
     cookies.sqlite|default/cookies|network/cookies|local extension settings|wallet.dat|.electrum/wallets|\
     exodus.wallet|.ethereum/keystore|solana/id.json|.bitcoin/|.env|login.keychain|library/keychains|keychain-db|\
     .pgpass|.password-store|state.vscdb|.my.cnf|.config/rclone|.config/hub|.oci/config|.config/doctl|.fly/config|keepass|\
     hub.yml|.msmtprc|.s3cfg|.boto|sessionstore|keystore/utc",
    ),
    ("amazon aws", ".aws/credentials|.aws/config"),
    ("git", ".git-credentials"),
    ("npm", ".npmrc"),
    ("pypi", ".pypirc"),
    ("docker", ".docker/config.json"),
    (
        "google",
        "gcloud/credentials|gcloud/access_tokens|application_default_credentials|.gemini/oauth_creds",
    ),
    ("azure microsoft windows", ".azure/"),
    ("github", "gh/hosts.yml|.config/gh"),
    ("openai chatgpt", ".codex/auth.json|.codex/sessions"),
    (
        "anthropic claude",
        ".claude/.credentials|.claude/projects|.claude/history|.claude.json",
    ),
    ("opencode", "opencode/auth.json"),
    ("cursor", ".cursor/mcp.json"),
    (
        "openclaw",
        "openclaw/openclaw.json|openclaw/credentials|openclaw/agents",
    ),
    ("vault hashicorp", ".vault-token"),
    ("vercel", ".vercel/auth.json|vercel.cli/auth.json"),
    ("netlify", "netlify/config.json"),
    ("heroku", ".heroku/"),
    ("crates", "cargo/credentials"),
    ("terraform hashicorp", ".terraform.d/credentials"),
];

/// Returns pairs from the table [`FILES`]. The first value is a part of the path of a private file,
/// such as `.npmrc`. The second value has words, such as `npm`. A site may receive the file if the
/// host name of the site contains one of these words.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = FILES.iter();
    rows.flat_map(|(sites, parts)| parts.split('|').map(|part| (part, *sites)))
}

static FOUND: LazyLock<Needles<'static>> = LazyLock::new(|| {
    static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| files().map(|(part, _)| part).collect());
    Needles::ignoring_ascii_case(&PARTS)
});

/// Folders of private files. A path that ends with such a folder stands for all files in the
/// folder.
const FOLDERS: [&str; 4] = [".ssh", ".aws", ".gnupg", ".kube"];

/// The first segment of each path in [`FILES`] and [`FOLDERS`], such as `.aws`. A program's code is
/// searched only for first segments, because the code may join the segments of a path, as in
/// `home / ".aws" / "credentials"`.
static HEADS: LazyLock<Needles<'static>> = LazyLock::new(|| {
    static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let files = files().map(|(part, _)| part);
        addresses::heads(files.chain(FOLDERS))
    });
    Needles::ignoring_ascii_case(&PARTS)
});

/// Returns true if a text may be a part of the path of a file with private data.
pub(super) fn may_be_file(text: &str) -> bool {
    !HEADS.places(text).is_empty()
}

/// Programs that print private data. The columns are the program, its arguments, the kind of data,
/// and words in the host names of the sites that may receive the data. If the column of arguments
/// is not empty, the program prints private data only with one of these arguments.
const PROGRAMS: &str = "
printenv :  : the environment
pbpaste :  : the clipboard
wl-paste :  : the clipboard
xclip : -o -out : the clipboard
xsel : -o --output -b -ob : the clipboard
get-clipboard :  : the clipboard
history :  : the shell's history
fc : -l -ln : the shell's history
get-history :  : the shell's history
screencapture :  : a picture of the screen
scrot :  : a picture of the screen
security : find-generic-password find-internet-password dump-keychain export : the key chain
secret-tool : lookup search : the key chain
keyring : get : the key chain
cmdkey : /list : the key chain
git : credential credential-osxkeychain credential-manager : the credentials of git : git
git : archive bundle format-patch : the repository
gh : token : the token of gh : github
glab : token : the token of glab : gitlab
gcloud : print-access-token print-identity-token : the token of gcloud : google cloud run.app
az : get-access-token : the token of az : azure microsoft windows
aws : export-credentials get-session-token get-secret-value : the credentials of aws : amazon aws
op : item read document : the password manager : 1password
bw : get list export : the password manager : bitwarden
pass : show : the password manager
vault : kv read : the secrets of vault : vault hashicorp
kubectl : secret secrets : the secrets of a cluster
oc : secret secrets : the secrets of a cluster
gpg : --export-secret-keys : a private key
ssh-add : -L : the keys of the agent
heroku : auth:token : the token of heroku : heroku
doppler : secrets : the secrets of doppler : doppler
netsh : key=clear : the passwords of networks
";

/// Calls in code that return private data. Each row has the kind of data, and the names of the
/// calls in lowercase. A name may be the end of a longer name.
const CALLS: [(&str, &str); 8] = [
    (
        "the environment",
        "os.environ.items os.environ.copy os.environ.values os.environb ...process.env env.to_h env.to_hash \
     system.getenv getenvironmentvariables deno.env.toobject env::vars",
    ),
    (
        "the clipboard",
        "pyperclip.paste clipboard.paste clipboard_get clipboardy.read clipboardy.readsync clipboard.readtext \
     clipboard.getclipboarddata get-clipboard",
    ),
    (
        "a picture of the screen",
        "imagegrab.grab pyautogui.screenshot",
    ),
    ("what is typed", "keyboard.on_press keyboard.listener"),
    (
        "the browser's cookies",
        "browser_cookie3.chrome browser_cookie3.firefox browser_cookie3.load",
    ),
    (
        "the key chain",
        "keyring.get_password keytar.getpassword keytar.findcredentials",
    ),
    ("the browser's passwords", "win32crypt.cryptunprotectdata"),
    ("the keys of the agent", "paramiko.agent"),
];

/// Expressions in code that return all environment variables, unless the code reads a single
/// variable from the result.
const ENVIRONMENTS: &str = "os.environ dict.os.environ process.env env bun.env environ";

/// Private files that programs also read for an ordinary reason: the files contain the programs'
/// own configuration.
pub(super) const SETTINGS: &str = ".env .netrc .npmrc .claude.json .cursor/mcp.json .docker/config.json openclaw/openclaw.json \
    openclaw/credentials openclaw/agents";

/// Words in the names of environment variables. If the name of a variable contains one of these
/// words, the variable is assumed to contain a secret.
const VARIABLES: &str =
    "SECRET TOKEN PASSWORD PASSWD API_KEY APIKEY ACCESS_KEY PRIVATE_KEY MNEMONIC";

/// Companies and services that issue secrets. The first word of each item occurs in the names of
/// variables, such as `AWS` in `AWS_SECRET_ACCESS_KEY`. The other words occur in the host names of
/// the company's sites.
const MAKERS: &str = "AWS amazon aws|ANTHROPIC anthropic claude|OPENAI openai azure|GITHUB github ghcr azure|GH github ghcr azure|\
    GITLAB gitlab|NPM npm|PYPI pypi|HF huggingface hf|HUGGINGFACE huggingface hf|GEMINI google|GOOGLE google|\
    AZURE azure microsoft windows|SLACK slack|STRIPE stripe|DISCORD discord|TELEGRAM telegram|CLOUDFLARE cloudflare|\
    DIGITALOCEAN digitalocean|VERCEL vercel|SUPABASE supabase|NOTION notion|DATABASE database|MNEMONIC mnemonic";

/// Companies and services in [`MAKERS`] whose secrets are accepted only by their own sites.
/// Providers of models are not in this list, because gateways of other companies also accept the
/// keys of these providers.
const STRICT: &str = "AWS GITHUB GH NPM PYPI MNEMONIC";

/// Returns the part of a text that names a file or folder with private data; `None` if the text
/// names no such file.
pub(super) fn file(text: &str) -> Option<&str> {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let slashed = text.contains('\\').then(|| text.replace('\\', "/"));
    let searched = slashed.as_deref().unwrap_or(text);
    let bytes = searched.as_bytes();
    let found = FOUND.places(searched).into_iter().find_map(|(at, number)| {
        let (name, _) = files().nth(number)?;
        let end = at + name.len();
        let is_end = name.ends_with(['_', '/', '*']) || !is_part(bytes.get(end));
        let begins = name.contains('/') || !is_part(at.checked_sub(1).and_then(|at| bytes.get(at)));
        let rest = &searched[end..];
        // Samples and public keys contain no private data.
        let is_public = rest.starts_with(".example") || rest.starts_with(".sample") || rest.starts_with(".template")
            || rest.split(char::is_whitespace).next().is_some_and(|rest| rest.ends_with(".pub"))
            // The expressions `process.env` and `import.meta.env` do not name a file.
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

/// The names of the programs in [`PROGRAMS`], for a quick check before the table is searched.
static PROGRAM_NAMES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| rows::<4>(PROGRAMS).map(|[name, ..]| name).collect());

/// Returns the kind of private data that a program prints; `None` if the program prints no private
/// data. `words` are the program's arguments.
pub(super) fn program<'w>(
    name: &str,
    mut words: impl Iterator<Item = &'w str> + Clone,
) -> Option<&'static str> {
    // This check is first, because most programs are not in the table.
    if !PROGRAM_NAMES.contains(name) {
        return None;
    }
    let mut rows = rows::<4>(PROGRAMS).filter(|[known, ..]| *known == name);
    let is_wanted =
        |wanted: &str| wanted.is_empty() || words.clone().any(|word| is_in(word, wanted));
    let [_, _, gives, _] = rows.find(|[_, wanted, ..]| is_wanted(wanted))?;
    // `printenv NAME` prints one variable, but `history 5` still prints private data.
    let is_one = name == "printenv" && words.any(|word| !word.starts_with('-'));
    (!is_one).then_some(gives)
}

/// Returns the private data that a command prints. If the program is in [`PROGRAMS`], this is the
/// kind of data in the table. If the program prints files, as `cat` does, this is the private file
/// among its arguments. Returns `None` if the command prints no private data.
pub(super) fn command(text: &str) -> Option<&str> {
    let mut words = text.split_ascii_whitespace();
    let name = words.next()?.rsplit('/').next()?;
    let reads = matches!(
        name,
        "cat" | "head" | "tail" | "strings" | "base64" | "type"
    );
    program(name, words).or_else(|| file(text).filter(|_| reads))
}

/// Returns the kind of private data that a call or an expression with this name returns, such as
/// `the clipboard`. Returns `None` if the returned data is not private. `is_whole` is true if the
/// code uses the complete result, and false if the code uses a single environment variable of the
/// result.
pub(super) fn call(name: &str, is_whole: bool) -> Option<&'static str> {
    if is_whole && is_in(name, ENVIRONMENTS) {
        return Some("the environment");
    }
    let ends = name
        .match_indices(['.', ':'])
        .map(|(at, _)| &name[at + 1..]);
    let rows = std::iter::once(name)
        .chain(ends)
        .filter_map(|end| CALL_ROWS.get(end));
    Some(CALLS[*rows.min()?].0)
}

/// The index of the first row of [`CALLS`] for each name in the rows.
static CALL_ROWS: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
    let mut rows = HashMap::default();
    for (row, (_, names)) in CALLS.iter().enumerate() {
        for name in names.split(' ') {
            rows.entry(name).or_insert(row);
        }
    }
    rows
});

/// Returns true if the name of a variable is typical of a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let is_id = upper.ends_with("_ID") && !upper.contains("ACCESS_KEY");
    let has = |word: &str| {
        upper.split('_').any(|part| part == word) || word.contains('_') && upper.contains(word)
    };
    !is_id && VARIABLES.split(' ').any(has)
        || matches!(
            upper.as_str(),
            "DATABASE_URL" | "AWS_ACCESS_KEY_ID" | "SEED_PHRASE"
        )
}

/// Returns true if a text contains a variable whose value is a part of the conversation between the
/// user and the model, such as `$USER_MESSAGE`. The number of a conversation, such as
/// `$CONVERSATION_ID`, is not a part of it.
pub(super) fn has_conversation(text: &str) -> bool {
    const NAMES: &str = "$USER_MESSAGE|${USER_MESSAGE|$YOUR_ANSWER|${YOUR_ANSWER|$CONVERSATION|${CONVERSATION|$CHAT_HISTORY|${CHAT_HISTORY|\
        $TRANSCRIPT|${TRANSCRIPT|$ASSISTANT_MESSAGE|$ASSISTANT_RESPONSE|$LAST_MESSAGE";
    NAMES.split('|').any(|name| {
        let mut places = text.match_indices(name);
        places.any(|(at, _)| !text[at + name.len()..].starts_with("_ID"))
    })
}

/// Returns the name of the first variable in a text whose name is typical of a secret; `None` if
/// there is no such variable. The variable is written as `$NAME`, `${NAME}`, `%NAME%` or
/// `$env:NAME`.
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

/// Returns true if a secret may be sent to an address without a finding. The address must be on
/// this machine, or on a site of the company that issued the secret. `is_own` returns true for
/// addresses of a company or person that the skill's description names.
///
/// If the company is unknown, the value of a single variable (`$NAME`) may be sent to all sites,
/// except to sites where strangers can read the sent data.
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
    let is_among = |words: &str| addresses::is_site_of(&site, words);
    let Some(name) = secret.strip_prefix('$') else {
        let home = home(secret);
        let is_project = is_in(secret, SETTINGS)
            || matches!(
                secret,
                "the working folder" | "the conversation" | "the repository"
            );
        let is_store = matches!(secret, "the key chain" | "the password manager")
            || secret.starts_with("the secrets of");
        // A token in a header is usually sent to a service of the token's maker, whose address may be in a variable.
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
    let mut makers = MAKERS.split('|').filter_map(|maker| maker.split_once(' '));
    let maker = makers.find(|(word, _)| upper.split('_').any(|part| part == *word));
    let Some((word, sites)) = maker else {
        return true;
    };
    !is_known || is_among(sites) || is_own(to) || in_header && !is_in(word, STRICT)
}

/// Returns words that identify the sites that may receive a secret: the host name of such a site
/// contains one of the words. Returns `None` if the secret is neither in [`PROGRAMS`] nor in
/// [`FILES`].
fn home(secret: &str) -> Option<&'static str> {
    let of_program = rows::<4>(PROGRAMS).find(|[_, _, gives, _]| *gives == secret);
    let of_file = files().find(|(part, _)| {
        part.trim_end_matches(['_', '/', '*'])
            .eq_ignore_ascii_case(secret)
    });
    of_program.map(|row| row[3]).or(of_file.map(|row| row.1))
}

/// Returns true if an address belongs to the site that issued a secret. A placeholder may be the
/// first part of the host's name, as in `https://{region}-api.googleapis.com`.
pub(super) fn is_home(secret: &str, to: &str) -> bool {
    let site = host(to).to_ascii_lowercase();
    home(secret).is_some_and(|words| addresses::is_site_of(&site, words))
}

/// Words in the descriptions of skills that are expected to send the user's files.
pub(super) const SENDERS: &str = "deploy|upload|publish|share|back up|backup|hosting|host your|sync|preview|submit|部署|上传|发布|备份|同步";

/// Private data that programs also send for ordinary reasons.
const ORDINARY: [&str; 3] = [
    "the working folder",
    "the clipboard",
    "a picture of the screen",
];

/// Returns true if it is always harmful to send a secret to an address, whatever the skill is
/// about. Examples of such secrets are files with credentials, and all environment variables
/// together. Returns false in these cases:
///
/// - if the secret is a single variable, because many services need a key. The exception is the key
///   of a known company that becomes public: in a request to a site that collects requests, in the
///   name of a host, or in a commit,
/// - if programs often send the secret for ordinary reasons, such as the clipboard,
/// - if the address has no dot, because such an address is a machine of the user.
pub(super) fn is_certain(secret: &str, to: &str, in_header: bool) -> bool {
    let host = host(to);
    let is_open = host.is_empty() || host.contains(['$', '<', '{']);
    let is_own_machine = !is_open && !addresses::is_public(to) && host != "a gist";
    let is_setting = is_open && is_in(secret, SETTINGS);
    let is_makers = || {
        let name = secret.trim_start_matches('$').to_ascii_uppercase();
        let mut makers = MAKERS.split('|').filter_map(|maker| maker.split_once(' '));
        makers.any(|(maker, _)| name.split('_').any(|part| part == maker))
    };
    // Gateways accept the keys of other makers, but strangers can read what these addresses receive.
    let is_exposed = || addresses::is_collector(to) || matches!(host, "a.name.server" | "a.commit");
    let is_variable = secret.starts_with('$') && (in_header || !is_exposed() || !is_makers());
    let is_ordinary = is_variable || ORDINARY.contains(&secret);
    !(is_ordinary || is_own_machine || is_setting)
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
    fn sending_a_store_of_credentials_away_is_harm_whatever_the_skill_is_about() {
        for (secret, to, expected) in [
            (".ssh/id", "https://a.invalid/in", true),
            (".ssh/id", "$URL", true),
            (".ssh/id", "", true),
            (".ssh/id", "backup:keys", false),
            (".ssh/id", "http://3405803783/in", true),
            (".ssh/id", "http://[2001:db8::7]/in", true),
            (".env", "https://a.invalid/in", true),
            (".env", "$URL", false),
            ("the environment", "https://a.invalid/in", true),
            ("the clipboard", "https://a.invalid/in", false),
            ("$ACME_TOKEN", "https://webhook.invalid/in", false),
            ("$STRIPE_KEY", "https://webhook.invalid/in", true),
            ("$STRIPE_KEY", "https://a.invalid/in", false),
            ("$STRIPE_KEY", "a.name.server", true),
            ("$STRIPE_KEY", "a.commit", true),
        ] {
            assert_eq!(is_certain(secret, to, false), expected, "{secret} {to}");
        }
    }

    #[test]
    fn a_placeholder_may_begin_the_host_of_a_secrets_maker() {
        for (secret, to, expected) in [
            (
                "the token of gcloud",
                "https://{place}-ai.googleapis.com/v1",
                true,
            ),
            (
                "the token of az",
                "https://{place}.openai.azure.com/v1",
                true,
            ),
            ("the token of gcloud", "https://{host}/v1", false),
            ("the token of gcloud", "https://a.invalid/google", false),
            (".ssh/id", "https://google.com", false),
        ] {
            assert_eq!(is_home(secret, to), expected, "{secret} {to}");
        }
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
