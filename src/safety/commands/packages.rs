//! The registries from which packages are installed, and archives that are opened with a password.

use std::ops::Range;

use super::act::{ActKind, Effects};
use super::addresses::{host, is_address, is_known_registry};
use super::arguments::arguments;
use super::words::Word;
use crate::safety::lists::{has_part, is_in};

/// Package managers, each with the options that set a registry.
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

/// Parts of names of settings, in lowercase. A setting whose name contains one of these parts sets
/// the address of a package registry.
const SETTINGS: &str =
    "registry|index-url|index_url|npmregistryserver|goproxy|find-links|repositories.|rubygems_host";

/// Parts of the names of options, variables and settings, in lowercase. An option, variable or
/// setting whose name contains one of these parts adds a registry to the default registry.
const MORE: &str = "extra|find-links|find_links";

/// Package managers, each with the options that add a registry to the default registry.
const ADDING: [(&str, &str); 2] = [("uv uvx", "--index"), ("conda", "-c --channel")];

/// Environment variables that set a registry.
const VARIABLES: &str = "NPM_CONFIG_REGISTRY npm_config_registry PIP_INDEX_URL PIP_EXTRA_INDEX_URL UV_INDEX_URL UV_EXTRA_INDEX_URL \
    UV_DEFAULT_INDEX GOPROXY YARN_NPM_REGISTRY_SERVER";

/// Names of packages that many programs use.
const POPULAR: &str = "requests numpy pandas matplotlib scikit-learn scipy python-dateutil urllib3 cryptography django flask fastapi \
    sqlalchemy beautifulsoup4 selenium pillow pyyaml boto3 tensorflow torch transformers openai anthropic langchain pydantic jupyterlab \
    notebook openpyxl psycopg2-binary playwright colorama setuptools virtualenv pytest httpx aiohttp paramiko opencv-python streamlit \
    gradio react react-dom lodash axios express typescript webpack eslint prettier chalk commander dotenv python-dotenv moment mongoose \
    jsonwebtoken nodemon cross-env element-plus vue-router echarts tailwindcss puppeteer socket.io vitest electron discord.js ethers \
    bcrypt node-fetch body-parser cookie-parser unplugin-auto-import vue-i18n pinia storybook esbuild rollup redis celery gunicorn";

/// Well-known packages whose names resemble a name in [`POPULAR`]. These names are not spelling
/// mistakes.
const ALIKE: &str = "request preact scapy httpie bcryptjs ether express5 reacts torchx redux redis-py panda pandasai rolldown gradient \
    pytests electrum moments chalks react-doc openai2 pyppeteer pyaml psycopg-binary fastai djongo flaskr openapi pedantic \
    opencc-python momento dotenvx storyblok ttypescript expresso discord-js commandeer scirpy axiom";

/// Records an effect if a package has nearly the name of a well-known package.
pub(super) fn misspelt(effects: &mut dyn Effects, package: &str, place: Range<usize>) {
    let lower = package
        .trim()
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    let end = lower
        .find(|c: char| "<>=!~@;[ ^,".contains(c))
        .unwrap_or(lower.len());
    // In prose, a full stop may end the command.
    let name = lower[..end].trim_end_matches('.').replace('_', "-");
    let is_near = |popular: &&str| {
        let is_number = name.trim_end_matches(|c: char| c.is_ascii_digit())
            == popular.trim_end_matches(|c: char| c.is_ascii_digit());
        name.as_bytes().first() == popular.as_bytes().first()
            && name.len().abs_diff(popular.len()) < 2
            && !is_number
            && strsim::osa_distance(&name, popular) == 1
    };
    if name.len() < 5
        || name.len() > 32
        || name.contains('/')
        || is_in(&name, POPULAR)
        || is_in(&name, ALIKE)
    {
        return;
    }
    if let Some(popular) = POPULAR.split_ascii_whitespace().find(is_near) {
        effects.record(
            ActKind::MisspeltPackage,
            place,
            format!("{name}` is nearly `{popular}"),
            None,
        );
    }
}

/// Records an effect for each misspelt package in the text of a file that lists dependencies, such
/// as `requirements.txt`. A package is misspelt if its name is nearly the name of a well-known
/// package.
pub(super) fn listed(effects: &mut dyn Effects, file: &str, text: &str) {
    let is_python = file.starts_with("requirements") && file.ends_with(".txt");
    let mut at = 0;
    let mut in_list = is_python;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let package = if is_python {
            trimmed
        } else {
            trimmed
                .split_once("\":")
                .map_or("", |(key, _)| key.trim_start_matches('"'))
        };
        if in_list && !package.starts_with(['#', '-']) {
            let start = at + line.find(package).unwrap_or(0);
            misspelt(effects, package, start..start + package.len());
        }
        if !is_python && line.contains('{') {
            in_list = line.to_ascii_lowercase().contains("dependencies");
        }
        at += line.len();
    }
}

/// Records an effect if a command installs packages from another registry, or configures another registry, or installs
/// a package with a misleading name.
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
    // The commands `poetry source add` and `gem sources --add` add a registry without the name of a setting.
    let is_added = match name {
        "poetry" => has("source") && has("add"),
        "gem" => all.iter().any(|one| is_in(&one.name, "-a --add")),
        _ => false,
    };
    let set = operands.windows(2).filter(|_| sets).filter_map(|pair| {
        let (key, address) = (pair[0].text.as_str(), pair[1].text.as_str());
        let is_named = is_registry(key) || matches!(name, "poetry" | "gem");
        is_named.then_some((key, is_added, address))
    });
    let written = operands.iter().filter(|_| sets).filter_map(|operand| {
        let (key, address) = operand.text.split_once('=')?;
        is_registry(key).then_some((key, false, address))
    });
    let given = all.iter().filter(|argument| is_in(&argument.name, names));
    let given = given.map(|argument| {
        let key = argument.name.as_str();
        let mut adding = ADDING.iter();
        let adds = adding.any(|(programs, keys)| is_in(name, programs) && is_in(key, keys));
        (key, adds, argument.text.as_str())
    });
    let installs = has("install i add");
    if installs && is_in(name, "npm pnpm yarn bun pip pip3 uv poetry pipx python") {
        for word in rest
            .iter()
            .filter(|word| word.is_literal && !word.text.starts_with('-'))
        {
            misspelt(effects, &word.text, word.bytes.clone());
        }
    }
    let packages = operands.iter().filter(|_| installs);
    let packages = packages.map(|operand| ("", false, operand.text.as_str()));
    let packages = packages.filter(|(.., text)| {
        text.starts_with("http")
            && [".tgz", ".tar.gz", ".whl", ".zip"]
                .iter()
                .any(|ending| text.ends_with(ending))
    });
    let named = given.chain(set).chain(written).chain(packages);
    record_worst(effects, named, &place);
}

/// Returns true if a key sets a registry. Keys for a single scope do not count, because such a
/// registry has only packages of the scope's owner.
fn is_registry(key: &str) -> bool {
    has_part(&key.to_ascii_lowercase(), SETTINGS) && !key.starts_with('@')
}

/// Records an effect if an environment variable selects a package registry that is not well known.
pub(super) fn variable(effects: &mut dyn Effects, name: &str, value: &str, place: Range<usize>) {
    if is_in(name, VARIABLES) {
        let addresses = value.trim_matches(['"', '\'']).split([',', '|', ' ']);
        let addresses = addresses.filter(|address| !matches!(*address, "direct" | "off"));
        let named = addresses.map(|address| (name, false, address));
        record_worst(effects, named, &place);
    }
}

/// Records an effect if a command writes `text` to the settings file of a package manager, such as
/// `.npmrc`, and `text` selects a package registry that is not well known.
pub(super) fn configured(effects: &mut dyn Effects, file: &str, text: &str, place: Range<usize>) {
    const FILES: &str = ".npmrc pip.conf pip.ini .yarnrc .yarnrc.yml .condarc .gemrc bunfig.toml .cargo/config.toml";
    if !FILES.split(' ').any(|name| file.ends_with(name)) {
        return;
    }
    let named = text.lines().filter_map(|line| {
        let (key, value) = line.split_once(['=', ':'])?;
        let key = key.trim();
        let address = value.trim().trim_matches(['"', '\'']);
        is_registry(key).then_some((key, false, address))
    });
    record_worst(effects, named, &place);
}

/// Records the use of the most dangerous package registry or address in `named`. Records nothing if all
/// registries are well known. A registry that replaces the default registry is more dangerous than
/// an additional registry. Each item of `named` describes one registry:
///
/// - the option, variable or setting that names the registry; empty if the address is a package,
/// - a flag, which is true if the registry is certainly an additional registry,
/// - the address of the registry.
fn record_worst<'n>(
    effects: &mut dyn Effects,
    named: impl Iterator<Item = (&'n str, bool, &'n str)>,
    place: &Range<usize>,
) {
    let foreign = named.filter_map(|(key, adds, address)| {
        let key = key.to_ascii_lowercase();
        let is_more = adds || key == "-f" || has_part(&key, MORE);
        let kind = if key.is_empty() {
            ActKind::PackageFile
        } else if is_more {
            ActKind::MoreRegistries
        } else {
            ActKind::ForeignRegistry
        };
        Some((kind, foreign_host(address)?, address))
    });
    match foreign.min_by_key(|(kind, ..)| *kind) {
        Some((ActKind::PackageFile, _, address)) => effects.installs_file(address, place.clone()),
        Some((kind, host, _)) => effects.record(kind, place.clone(), host.to_owned(), None),
        None => {}
    }
}

/// Returns the host name of a package registry. Returns `None` if the registry is well known, or if
/// the address is a placeholder.
fn foreign_host(address: &str) -> Option<&str> {
    let address = address
        .trim_start_matches("sparse+")
        .trim_start_matches("git+");
    let is_literal = address.contains("://") || is_address(address) && address.contains('/');
    let is_foreign = is_literal
        && is_address(address)
        && !address.contains(['$', '<', '{'])
        && !is_known_registry(address);
    is_foreign.then(|| host(address))
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
