//! Effects of a whole program: a file that reads a store of credentials and also sends data to a stranger, though no
//! statement connects the two, and a file that destroys the user's files.

use std::ops::Range;

use super::act::{ActKind, Effects};
use super::addresses::{self, host};
use super::flow::Flow;
use super::sources;
use crate::safety::lists::{has_part, is_in};
use crate::text::document::floor_char_boundary;

/// The maximum number of `+` in a program that are checked. The limit is ours.
const MAX_SUMS: usize = 2_000;

/// The maximum number of bytes before and after a `+` that are checked. The limit is ours.
const MAX_PIECE: usize = 24;

/// The maximum number of addresses of each form that are checked in a program. The limit is ours.
const MAX_ADDRESSES: usize = 64;

/// The maximum number of bytes in a line or an address that is checked. The limit is ours.
const MAX_LINE: usize = 1_000;

/// Words of lines that read or collect files, in lowercase.
const READS: &str = "open(|read|cp |copy|tar |zip |cat |.add(|get-content|glob|for |walk|head |base64|find |join(|path.home|gc ";

/// Words of code that sends data, in lowercase.
const SENDS: &str = "requests.post|requests.put|httpx.post|.post(|urlopen(|send_message|sendmail|storbinary|sendall|method: 'post'|\
    method: \"post\"|method:'post'|method:\"post\"|-method post|'post'|\"post\"|uploadstring|uploadfile|curl -f|--data|-d @| -f | -t |--upload-file|\
    -x post|put_object|upload_file";

/// Folders of credentials that code names in quotes.
const FOLDERS: [&str; 4] = ["ssh", "aws", "gnupg", "kube"];

/// Words that pack a whole folder, and words that mean the working folder or the history of its repository.
const PACKS: &str = "zipfile.|tarfile.|make_archive|archiver(|adm-zip|jszip|git bundle|git archive|tar c|tar -c|tar zc|zip -r|zip -q";
const WORKING: &str = "os.walk(\".\")|os.walk('.')|os.walk(os.getcwd|rglob(\"*\")|rglob('*')|\"tar\", \".\"|path.cwd()|process.cwd()|\
    bundle create|archive head| .$|\"zip\", \".\"";

/// Words that encode data for the name of a host, and programs that ask a name server.
const ENCODES: &str = "xxd|base64|base32|od -|hexlify|.hex()|tostring('hex')|b32encode|b64encode";
const ASKS: &str =
    "nslookup |dig |host |gethostbyname|getaddrinfo|dns.resolve|dns.lookup|resolve-dnsname";

const ENCRYPTS: &str = "fernet(|aes.new(|createcipheriv(|openssl enc|chacha20";
const REPLACES: &str =
    "os.remove(|.unlink(|unlinksync(|.write_bytes(|writefilesync(|shred |remove-item|rm -f";
const VISITS: &str = "os.walk(|rglob(|readdirsync(|find ~|find $home|find \"$home|get-childitem";
const HOME: &str = "path.home()|expanduser(\"~|expanduser('~|homedir()|userprofile|$home|find ~";

/// Calls that remove the home folder.
const REMOVES: &str = "rmtree(path.home())|rmtree(os.path.expanduser(\"~\"))|rmtree(os.path.expanduser('~'))|rmsync(os.homedir(),|rmsync(homedir(),";

/// Words of instructions that protect a user. Code that removes several of them from texts weakens other skills.
const GUARDS: [&str; 7] = [
    "never",
    "do not",
    "don't",
    "must not",
    "ask the user",
    "confirm",
    "warning",
];

/// Records the effects of a whole program.
pub(super) fn whole(text: &str, flow: &mut Flow) {
    let lower = text.to_ascii_lowercase();
    let line_of = |parts: &str| line_where(&lower, &|line| has_part(line, parts));
    let encrypts =
        || has_part(&lower, REPLACES) && has_part(&lower, VISITS) && has_part(&lower, HOME);
    if let Some(bytes) = line_of(REMOVES) {
        flow.harms(ActKind::Destroys, bytes, "the home folder", true);
    } else if let Some(bytes) = line_of(ENCRYPTS).filter(|_| encrypts()) {
        flow.harms(
            ActKind::Destroys,
            bytes,
            "the user's files, which it encrypts",
            true,
        );
    }
    let weakens = |line: &str| {
        has_part(line, "re.sub(|.replace(|sed ")
            && GUARDS.iter().filter(|guard| line.contains(**guard)).count() > 1
    };
    let weakened = lower
        .contains("skill.md")
        .then(|| line_where(&lower, &weakens));
    if let Some(bytes) = weakened.flatten() {
        flow.harms(ActKind::Disables, bytes, "what other skills forbid", true);
    }
    if let Some(bytes) = line_of_bomb(&lower) {
        flow.harms(ActKind::Destroys, bytes, "data from a fixed day on", true);
    }
    if let Some((bytes, word)) = assembled(text) {
        let known = flow.acts.len();
        flow.record(ActKind::DecodedThenRun, bytes, word, None);
        for act in &mut flow.acts[known..] {
            act.is_certain = true;
        }
    }
    if flow
        .acts
        .iter()
        .any(|act| act.kind == ActKind::SendsSecrets && act.is_certain)
    {
        return;
    }
    if let Some(bytes) = line_of(ASKS).filter(|bytes| names_data(&text[bytes.clone()]))
        && has_part(&lower, ENCODES)
        && let Some(secret) = store(text).or_else(|| secret_name(text))
    {
        return flow.sends(bytes, &secret, "a.name.server", false);
    }
    let Some(bytes) = line_of(SENDS) else { return };
    let secret = store(text).or_else(|| {
        let packs = has_part(&lower, PACKS) && has_part(&lower, WORKING);
        let is_asked = has_part(&flow.topic().to_lowercase(), sources::SENDERS);
        (packs && !is_asked).then(|| "the working folder".to_owned())
    });
    let Some(secret) = secret else { return };
    let known = flow.acts.len();
    let from =
        |at: usize| &text[floor_char_boundary(text, at)..floor_char_boundary(text, at + MAX_LINE)];
    let strangers = text.match_indices("://").take(MAX_ADDRESSES);
    let strangers = strangers.map(|(at, _)| {
        let scheme = text[..at].trim_end_matches(|c: char| c.is_ascii_alphabetic());
        from(scheme.len().max(at.saturating_sub(8)))
    });
    let strangers =
        strangers.filter(|address| addresses::is_address(address) && addresses::is_public(address));
    // The host of a request may be an argument of its own, and a cloud library takes the name of a bucket.
    let named = text
        .split(['"', '\''])
        .skip(1)
        .step_by(2)
        .filter(|text| is_host(text));
    let has_host = has_part(&lower, "hostname|host:|smtp|socket|connect(");
    let named = named.take(if has_host { MAX_ADDRESSES } else { 0 });
    let bucket = has_part(
        &lower,
        "upload_file(|put_object(|upload_blob(|putobjectcommand(",
    )
    .then_some("a.bucket");
    let mails = lower
        .contains("smtp")
        .then(|| text.match_indices('@').take(MAX_ADDRESSES));
    let mails = mails.into_iter().flatten().map(|(at, _)| from(at + 1));
    let mut strangers = strangers
        .chain(mails)
        .chain(named)
        .chain(bucket)
        .filter(|address| {
            let host = host(address);
            host.contains('.')
                && !host.contains(['$', '{', '<', ' ', '%', '['])
                && !addresses::is_reserved(address)
        });
    let is_own = |address: &str| addresses::is_of(address, addresses::words(flow.topic()));
    let to = strangers
        .find(|address| !sources::may_go(&secret, address, false, is_own))
        .map(|address| host(address).to_owned());
    if let Some(to) = to {
        flow.sends(bytes, &secret, &to, false);
        for act in &mut flow.acts[known..] {
            act.is_certain = true;
        }
    }
}

/// Returns the line that compares the current date with a fixed one, in a program that deletes something.
fn line_of_bomb(lower: &str) -> Option<Range<usize>> {
    const DELETES: &str = "os.remove(|.unlink(|rmtree(|delete from|drop table|truncate table|rm -rf|rmsync(|unlinksync(";
    const NOW: &str = "today|now|date.now|$(date|new date()";
    const FIXED: &str =
        "date(20|datetime(20|new date(\"20|new date('20|date.parse(\"20|date.parse('20";
    let is_bomb = |line: &str| {
        has_part(line, "if |if(")
            && line.contains('>')
            && has_part(line, NOW)
            && has_part(line, FIXED)
    };
    has_part(lower, DELETES)
        .then(|| line_where(lower, &is_bomb))
        .flatten()
}

/// Returns the byte range of the first line for which `is_it` returns true, without spaces before it.
fn line_where(text: &str, is_it: &dyn Fn(&str) -> bool) -> Option<Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        (line.len() < MAX_LINE && is_it(line)).then(|| start..start + line.trim().len())
    })
}

/// Returns the place at which a program assembles a word that it executes from two texts, and the word.
fn assembled(text: &str) -> Option<(Range<usize>, String)> {
    const WORDS: &str = "exec eval system popen subprocess child_process __import__ compile fromCharCode b64decode atob urlopen";
    text.match_indices('+').take(MAX_SUMS).find_map(|(at, _)| {
        let quotes = ['"', '\''];
        let low = floor_char_boundary(text, at.saturating_sub(MAX_PIECE));
        let before = text[low..at].trim_end().strip_suffix(quotes)?;
        let after = text[at + 1..floor_char_boundary(text, at + MAX_PIECE)].trim_start();
        let after = after.strip_prefix(quotes)?;
        let word = format!(
            "{}{}",
            &before[before.rfind(quotes)? + 1..],
            &after[..after.find(quotes)?]
        );
        is_in(&word, WORDS).then(|| (at..at + 1, word))
    })
}

/// Returns true if a query of a name server has data in the name: a variable or the output of a command, followed by a
/// literal domain.
fn names_data(line: &str) -> bool {
    let is_domain = |rest: &str| {
        let rest = &rest[..floor_char_boundary(rest, 128)];
        let end = rest
            .find(|c: char| {
                !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | '$' | '{' | '}' | '_')
            })
            .unwrap_or(rest.len());
        let labels = rest[..end].split('.').skip(1);
        labels
            .filter(|label| !label.is_empty() && !label.contains('$'))
            .count()
            > 1
    };
    let after_command = line
        .match_indices([')', '`'])
        .any(|(at, _)| line[at + 1..].starts_with('.') && is_domain(&line[at + 1..]));
    after_command
        || line
            .match_indices(['$', '{'])
            .any(|(at, _)| is_domain(&line[at + 1..]))
}

/// Returns the first name of a variable with a secret that a text mentions.
fn secret_name(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut names = words.filter(|word| word.contains('_') && !word.contains(char::is_lowercase));
    names
        .find(|word| sources::is_secret_name(word))
        .map(|name| format!("${name}"))
}

/// Returns the first store of credentials that a line of code reads.
fn store(text: &str) -> Option<String> {
    let reads = |line: &&str| {
        line.len() < MAX_LINE
            && has_part(&line.to_ascii_lowercase(), READS)
            && !line.trim_start().starts_with(['#', '/', '*'])
    };
    text.lines().filter(reads).find_map(|line| {
        // Code joins paths from their segments.
        let joined = line
            .replace("\", \"", "/")
            .replace("', '", "/")
            .replace("\" / \"", "/")
            .replace("' / '", "/");
        let line = joined.as_str();
        let is_quoted = |folder: &&&str| {
            line.contains(&format!("\".{folder}\"")) || line.contains(&format!("'.{folder}'"))
        };
        let file = sources::file(line)
            .filter(|file| !is_weak(file))
            .map(str::to_owned);
        file.or_else(|| {
            FOLDERS
                .iter()
                .find(is_quoted)
                .map(|folder| format!(".{folder}"))
        })
    })
}

/// Returns true if a text has the form of a host's name, and is not the name of a file.
fn is_host(text: &str) -> bool {
    const FILES: &str =
        "json js mjs ts py sh md txt yml yaml toml zip gz log db sqlite html css env local";
    let (name, ending) = text.rsplit_once('.').unwrap_or_default();
    let is_name = name.len() > 2
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    is_name
        && (2..=8).contains(&ending.len())
        && ending.chars().all(|c| c.is_ascii_lowercase())
        && !is_in(ending, FILES)
}

/// Returns true for files that programs also read for ordinary reasons.
fn is_weak(file: &str) -> bool {
    const WEAK: &str = "etc/passwd|.aws/config|.kube/config|.claude/projects|.claude/history|.codex/sessions|config/gh|openclaw/agents|.claude.json";
    sources::SETTINGS
        .split(' ')
        .chain(WEAK.split('|'))
        .any(|weak| file.eq_ignore_ascii_case(weak))
}
