//! The registries from which packages are installed, and archives that are opened with a password.

use std::ops::Range;

use super::act::{ActKind, Effects};
use super::addresses::{host, is_address, is_known_registry};
use super::arguments::arguments;
use super::words::Word;
use crate::safety::lists::{has_part, is_in};

/// Package managers, each with the options by which it takes a registry.
const OPTIONS: [(&str, &str); 6] = [
    ("npm npx pnpm yarn bun bunx cnpm", NPM),
    ("pip pip3 pipx uv uvx python easy_install poetry", PIP),
    ("cargo", "--index --registry"),
    ("gem", "--source -s"),
    ("bundle", "--source"),
    ("conda", "-c --channel"),
];

const NPM: &str = "--registry --npmRegistryServer";
const PIP: &str = "-i --index-url --extra-index-url --index --default-index --pypi-url -f --find-links --pip-args";

/// Parts of the keys in settings files whose values are registries, in lowercase.
const SETTINGS: &str =
    "registry|index-url|index_url|npmregistryserver|goproxy|find-links|repositories.|rubygems_host";

/// Parts of the names of options, variables and settings that add a registry to the usual one, in lowercase.
const MORE: &str = "extra|find-links|find_links";

/// Variables that name a registry.
const VARIABLES: &str = "NPM_CONFIG_REGISTRY npm_config_registry PIP_INDEX_URL PIP_EXTRA_INDEX_URL UV_INDEX_URL UV_EXTRA_INDEX_URL \
    UV_DEFAULT_INDEX GOPROXY YARN_NPM_REGISTRY_SERVER";

/// Records an effect if a command installs packages from another registry, or configures another registry.
pub(super) fn installs(effects: &mut dyn Effects, name: &str, rest: &[Word], place: Range<usize>) {
    let Some((_, names)) = OPTIONS.iter().find(|(known, _)| is_in(name, known)) else {
        return;
    };
    if name == "python" && !(rest.len() > 2 && rest[0].text == "-m" && rest[1].text == "pip") {
        return;
    }
    let shorts = match *names {
        PIP => "if",
        NPM => "",
        _ => "sc",
    };
    let longs: Vec<&str> = names.split(' ').collect();
    let all = arguments(rest, shorts, &longs, false);
    let operands: Vec<_> = all
        .iter()
        .filter(|argument| argument.name.is_empty())
        .collect();
    // A command that publishes sends packages to the registry, but installs none.
    let has = |words: &str| operands.iter().any(|operand| is_in(&operand.text, words));
    if has("publish login logout whoami ping search") {
        return;
    }
    let sets = has("config source sources set");
    let set = operands.windows(2).filter(|_| sets).find_map(|pair| {
        let is_setting = |text: &str| has_part(&text.to_ascii_lowercase(), SETTINGS);
        // A registry for a single scope has only packages of the scope's owner.
        let is_of_scope = pair[0].text.starts_with('@');
        let named = !is_of_scope && is_setting(&pair[0].text) || name == "poetry" || name == "gem";
        named.then_some(pair[1].text.as_str())
    });
    let written = operands.iter().filter(|_| sets).find_map(|operand| {
        let (key, value) = operand.text.split_once('=')?;
        (has_part(key, SETTINGS) && !key.starts_with('@')).then_some(value)
    });
    let given = all.iter().find(|argument| is_in(&argument.name, names));
    let option = given.map_or("", |argument| argument.name.as_str());
    let given = given.map(|argument| argument.text.as_str());
    let installs = has("install i add");
    let package = operands
        .iter()
        .map(|operand| operand.text.as_str())
        .filter(|_| installs);
    let package = package.into_iter().find(|text| {
        text.starts_with("http")
            && [".tgz", ".tar.gz", ".whl", ".zip"]
                .iter()
                .any(|ending| text.ends_with(ending))
    });
    for address in [given, set, written, package].into_iter().flatten() {
        if foreign(effects, address, option, &place) {
            return;
        }
    }
}

/// Records an effect if a variable, which later commands read, names another registry.
pub(super) fn variable(effects: &mut dyn Effects, name: &str, value: &str, place: Range<usize>) {
    if is_in(name, VARIABLES) {
        let addresses = value.trim_matches(['"', '\'']).split([',', '|', ' ']);
        let mut addresses = addresses.filter(|address| !matches!(*address, "direct" | "off"));
        addresses.any(|address| foreign(effects, address, name, &place));
    }
}

/// Records an effect if a text that is written into a settings file names another registry.
pub(super) fn configured(effects: &mut dyn Effects, file: &str, text: &str, place: Range<usize>) {
    const FILES: &str = ".npmrc pip.conf pip.ini .yarnrc .yarnrc.yml .condarc .gemrc bunfig.toml .cargo/config.toml";
    if !FILES.split(' ').any(|name| file.ends_with(name)) {
        return;
    }
    for line in text.lines() {
        if let Some((key, value)) = line.split_once(['=', ':']) {
            let key = key.trim().to_ascii_lowercase();
            // A registry for a single scope has only packages of the scope's owner.
            let is_registry = has_part(&key, SETTINGS) && !key.starts_with('@');
            let value = value.trim().trim_matches(['"', '\'']);
            if is_registry && foreign(effects, value, &key, &place) {
                return;
            }
        }
    }
}

/// Records a registry that is not a usual one; returns true if it is not. `key` is the option, variable or setting that
/// names the registry.
fn foreign(effects: &mut dyn Effects, address: &str, key: &str, place: &Range<usize>) -> bool {
    let address = address
        .trim_start_matches("sparse+")
        .trim_start_matches("git+");
    let is_literal = address.contains("://") || is_address(address) && address.contains('/');
    let is_foreign = is_literal
        && is_address(address)
        && !address.contains(['$', '<', '{'])
        && !is_known_registry(address);
    if is_foreign {
        let key = key.to_ascii_lowercase();
        let is_more = key == "-f" || has_part(&key, MORE);
        let kind = if is_more {
            ActKind::MoreRegistries
        } else {
            ActKind::ForeignRegistry
        };
        effects.record(kind, place.clone(), host(address).to_owned(), None);
    }
    is_foreign
}

/// Records an effect if a command opens an archive with a password.
pub(super) fn unpacks(effects: &mut dyn Effects, name: &str, rest: &[Word], place: Range<usize>) {
    let attached = |word: &Word, option: &str| {
        let rest = word.text.strip_prefix(option)?;
        (word.is_literal && !rest.is_empty()).then(|| rest.to_owned())
    };
    let extracts = || {
        rest.first()
            .is_some_and(|word| matches!(word.text.as_str(), "x" | "e"))
    };
    let password = match name {
        "unzip" | "bsdtar" => {
            let option = if name == "unzip" {
                "-P"
            } else {
                "--passphrase"
            };
            let at = rest.iter().position(|word| word.text == option);
            let after = at
                .and_then(|at| rest.get(at + 1))
                .filter(|word| word.is_literal);
            let joined = rest.iter().find_map(|word| attached(word, option));
            after.map(|word| word.text.clone()).or(joined)
        }
        "7z" | "7za" | "7zz" | "7zr" | "unrar" | "rar" if extracts() => {
            rest.iter().find_map(|word| attached(word, "-p"))
        }
        _ => None,
    };
    if let Some(password) = password.filter(|password| is_password(password)) {
        effects.record(ActKind::PasswordArchive, place, password, None);
    }
}

/// Returns true if a text is a password, not a placeholder for a password.
pub(super) fn is_password(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_blank = text.contains(['$', '<', '{', '%', '…'])
        || text.starts_with("...")
        || lower.contains("your");
    !is_blank
        && !text.is_empty()
        && !is_in(&lower, "password pass passwd pwd secret mypassword xxx -")
}
