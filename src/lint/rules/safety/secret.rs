//! `secret`: a file contains a token, a password or a private key.
//!
//! Fix: none, because no edit revokes a secret that was shared.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::run::{LintRule, Run};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::{SkillText, TriggerList};
use crate::sort;
use crate::text::encoding;
use std::ops::{self, Range};

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "secret",
    Severity::Info,
    "a file contains a token, a password or a private key",
    &[Run::Text(|skill, text, found| check(skill, text, found))],
);

/// Words that show that a token is invented, such as `example`.
static MADE_UP: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/made_up.txt")));

/// The form of a kind of token: its prefix, the characters that are allowed after the prefix, and their number.
struct Token {
    name: &'static str,
    prefix: &'static str,
    made_of: fn(char) -> bool,
    length: ops::RangeInclusive<usize>,
    /// True if the last six characters are a checksum of the other characters, as in tokens of GitHub and npm.
    checksum: bool,
}

const fn token(
    name: &'static str,
    prefix: &'static str,
    made_of: fn(char) -> bool,
    length: ops::RangeInclusive<usize>,
) -> Token {
    Token {
        name,
        prefix,
        made_of,
        length,
        checksum: false,
    }
}

const fn checked(name: &'static str, prefix: &'static str) -> Token {
    Token {
        checksum: true,
        ..token(name, prefix, alphanumeric, 36..=36)
    }
}

fn alphanumeric(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

fn word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn dotted(c: char) -> bool {
    word(c) || c == '.'
}

fn slashed(c: char) -> bool {
    word(c) || c == '/'
}

fn upper(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn hex(c: char) -> bool {
    c.is_ascii_digit() || ('a'..='f').contains(&c)
}

/// Tokens whose form the provider has published. A form is left out if placeholders, hashes or
/// identifiers look the same.
const TOKENS: [Token; 45] = [
    checked("a GitHub token", "ghp_"),
    checked("a GitHub token", "gho_"),
    checked("a GitHub token", "ghu_"),
    checked("a GitHub token", "ghs_"),
    checked("an npm token", "npm_"),
    token("a GitHub token", "github_pat_", word, 82..=82),
    token("a GitLab token", "glpat-", word, 20..=64),
    token("an Anthropic key", "sk-ant-", word, 80..=130),
    token("an OpenAI key", "sk-proj-", word, 40..=200),
    token("an OpenRouter key", "sk-or-v1-", hex, 64..=64),
    token("an API key", "sk-", word, 32..=64),
    token("an AWS access key", "AKIA", upper, 16..=16),
    token("a Google API key", "AIza", word, 35..=35),
    token("a Google token", "ya29.", word, 60..=300),
    token("a Slack token", "xoxb-", word, 40..=80),
    token("a Slack token", "xoxp-", word, 40..=100),
    token("a Slack token", "xapp-", word, 60..=150),
    token("a Slack token", "xoxa-", word, 40..=100),
    token("a Slack token", "xoxr-", word, 40..=100),
    token("a Slack token", "xoxs-", word, 40..=120),
    token("a Slack token", "xoxe-", word, 40..=200),
    token("a Slack token", "xoxe.xoxp-", word, 60..=300),
    token("a Slack token", "xoxe.xoxb-", word, 60..=300),
    token("a Slack token", "xoxc-", word, 40..=120),
    token(
        "a Slack webhook",
        "https://hooks.slack.com/services/",
        slashed,
        36..=60,
    ),
    token(
        "a Slack webhook",
        "https://hooks.slack.com/workflows/",
        slashed,
        36..=100,
    ),
    token(
        "a Discord webhook",
        "https://discord.com/api/webhooks/",
        slashed,
        70..=100,
    ),
    token(
        "a Discord webhook",
        "https://discordapp.com/api/webhooks/",
        slashed,
        70..=100,
    ),
    token("a Hugging Face token", "hf_", alphanumeric, 34..=40),
    token("a Hugging Face token", "api_org_", alphanumeric, 34..=34),
    token("a Google client secret", "GOCSPX-", word, 28..=28),
    token("an age key", "AGE-SECRET-KEY-1", upper, 58..=58),
    token("a Stripe key", "sk_live_", alphanumeric, 24..=120),
    token("a Stripe key", "rk_live_", alphanumeric, 24..=120),
    token("a SendGrid key", "SG.", dotted, 66..=66),
    token("a Groq key", "gsk_", alphanumeric, 52..=52),
    token("an xAI key", "xai-", alphanumeric, 80..=80),
    token("a Replicate token", "r8_", alphanumeric, 37..=37),
    token("a DigitalOcean token", "dop_v1_", hex, 64..=64),
    token("a PyPI token", "pypi-AgEIcHlwaS5vcmc", word, 50..=200),
    token("a Notion token", "ntn_", alphanumeric, 40..=60),
    token("a Linear key", "lin_api_", alphanumeric, 40..=40),
    token("a Shopify token", "shpat_", hex, 32..=32),
    token("a Tavily key", "tvly-", word, 30..=60),
    token("a Perplexity key", "pplx-", alphanumeric, 48..=56),
];

/// Other strings that every text is searched for, together with the prefixes of tokens. An address
/// with a password contains `://`, and a signed token (JWT) begins with `eyJ`.
const OTHERS: [&str; 3] = ["://", "eyJ", PRIVATE_KEY];

/// The words at the end of the line before a private key.
const PRIVATE_KEY: &str = "PRIVATE KEY";

/// The beginnings of all tokens, followed by [`OTHERS`].
pub(super) const PREFIXES: [&str; TOKENS.len() + OTHERS.len()] = {
    let mut prefixes = [""; TOKENS.len() + OTHERS.len()];
    let mut number = 0;
    while number < prefixes.len() {
        prefixes[number] = if number < TOKENS.len() {
            TOKENS[number].prefix
        } else {
            OTHERS[number - TOKENS.len()]
        };
        number += 1;
    }
    prefixes
};

/// Finds tokens that have a known form and look random, passwords in addresses, and private keys.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let mut places: Vec<(ops::Range<usize>, &str)> = Vec::new();
    for (start, number) in text.trigger_words(TriggerList::Secrets) {
        let Some(token) = TOKENS.get(number) else {
            places.extend(match OTHERS[number - TOKENS.len()] {
                "://" => password(text.text, start).map(|bytes| (bytes, "a password")),
                PRIVATE_KEY => private_key(text.text, start).map(|bytes| (bytes, "a private key")),
                _ => signed_token(text.text, start).map(|bytes| (bytes, "a signed token (JWT)")),
            });
            continue;
        };
        let before = text.text[..start].chars().next_back();
        if before.is_some_and(word) {
            continue;
        }
        let rest = &text.text[start + token.prefix.len()..];
        let length = rest.find(|c| !(token.made_of)(c)).unwrap_or(rest.len());
        let is_free = !rest[length..].starts_with(word);
        if token.length.contains(&length) && is_free && is_random(&rest[..length], token) {
            places.push((start..start + token.prefix.len() + length, token.name));
        }
    }
    sort::by_key(&mut places, |(bytes, _)| (bytes.start, bytes.end));
    // If a token matches two forms, it is reported once, with the first form.
    places.dedup_by_key(|(bytes, _)| bytes.start);
    for (bytes, name) in places.into_iter().take(MAX_FOUND) {
        let begins: String = text.text[bytes.clone()].chars().take(8).collect();
        // The message shows no part of a password, because the first characters would already reveal too much.
        let message = match name {
            "a password" => {
                let host = host_after(&text.text[bytes.end + 1..]);
                format!("an address here contains a password for {host}")
            }
            _ => format!("here is {name} that begins with {begins:?}"),
        };
        let help = "Revoke it, because everybody who has the skill has it, and read a new one from the environment.";
        found.push(text.finding(context, &RULE, bytes, message, help));
    }
}

/// Returns true if a token is probably real. Invented tokens mostly have an invalid checksum, or
/// consist of few different characters.
fn is_random(rest: &str, token: &Token) -> bool {
    if token.checksum {
        let (random, checksum) = rest.split_at(rest.len() - 6);
        return base62(crc32(random.as_bytes())) == checksum;
    }
    let lower = rest.to_lowercase();
    // A part of a token with vowels and without digits is probably a word.
    let has_digits = rest.bytes().any(|byte| byte.is_ascii_digit());
    let is_long = rest.len() >= 34;
    (has_digits || is_long && rest.bytes().any(|byte| byte.is_ascii_uppercase()))
        && entropy(rest) >= 3.0
        && !MADE_UP.iter().any(|word| lower.contains(word))
}

/// Returns the average information (entropy) of a character in a text, in bits.
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 128];
    for byte in text.bytes().filter(u8::is_ascii) {
        counts[usize::from(byte)] += 1;
    }
    let length = text.len() as f64;
    let counts = counts.iter().filter(|count| **count > 0);
    let shares = counts.map(|count| f64::from(*count) / length);
    shares.map(|share| -share * share.log2()).sum()
}

/// Returns the byte range of the password in an address such as `https://user:password@host`, of
/// any scheme. `at` is the byte of `://`. Returns `None` if there is no password, or if the
/// password is only an example.
fn password(text: &str, at: usize) -> Option<Range<usize>> {
    let start = at + "://".len();
    let rest = &text[start..];
    let ends = |c: char| c.is_whitespace() || "/?#\"'`<>(){}[]|,;\\，。".contains(c);
    let authority = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let (user, _) = authority.split_once('@')?;
    let at_sign = authority.rfind('@')?;
    let host = host_after(&authority[at_sign + 1..]);
    let (_, password) = authority[..at_sign].split_once(':')?;
    let from = start + authority[..at_sign].len() - password.len();
    let lower = password.to_ascii_lowercase();
    let user = user
        .split(':')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_local = !host.contains('.')
        || host.starts_with("127.")
        || host.starts_with("0.")
        || host.ends_with(".local");
    let is_example = [
        "example",
        "your",
        "host.",
        "domain.",
        "xxx",
        "test.com",
        "localhost",
        "company.com",
    ]
    .iter()
    .any(|word| host.to_ascii_lowercase().contains(word));
    let is_made_up = lower == user
        || [
            "pass", "pwd", "user", "admin", "root", "changeme", "letmein", "postgres", "mysql",
            "mongo", "redis", "guest", "hunter2", "s3cr3t", "demo", "dev", "foo", "bar", "xxx",
            "...",
        ]
        .iter()
        .any(|word| lower.contains(word))
        || MADE_UP.iter().any(|word| lower.contains(word));
    let letters = password.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_mixed = letters > 1 && letters < password.len();
    let is_variable = password.contains(['$', '%', '*', ':']);
    let is_random = (8..=100).contains(&password.len()) && is_mixed && entropy(password) >= 2.5;
    (is_random && !is_local && !is_example && !is_made_up && !is_variable)
        .then_some(from..from + password.len())
}

/// Returns the host name at the beginning of a text; empty if the text does not begin with a host
/// name.
fn host_after(text: &str) -> &str {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '_');
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// Returns the byte range of the JSON Web Token that begins at a byte: a header and claims in
/// Base64, and a signature. Returns `None` if there is no token, or if its claims are those of an
/// example.
fn signed_token(text: &str, start: usize) -> Option<Range<usize>> {
    if text[..start].chars().next_back().is_some_and(dotted) {
        return None;
    }
    let rest = &text[start..];
    let token = &rest[..rest.find(|c| !dotted(c)).unwrap_or(rest.len())];
    let token = token.trim_end_matches('.');
    let mut parts = token.split('.');
    let (head, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let json = |part: &str| encoding::readable(&encoding::base64(part)?);
    let is_token =
        parts.next().is_none() && json(head)?.contains("\"alg\"") && signature.len() >= 27;
    let claims = json(claims)?.to_ascii_lowercase();
    let is_made_up = [
        "john doe",
        "jane doe",
        "1234567890",
        "example",
        "test",
        "your",
        "foo",
        "bar",
        "dummy",
        "fake",
        "\"anon\"",
    ]
    .iter()
    .any(|word| claims.contains(word));
    (is_token && !is_made_up && claims.starts_with('{') && entropy(signature) >= 3.5)
        .then_some(start..start + token.len())
}

/// Returns the CRC-32 checksum (ISO 3309) of bytes, as in gzip.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = match crc & 1 {
                0 => crc >> 1,
                _ => crc >> 1 ^ 0xedb8_8320,
            };
        }
    }
    !crc
}

/// Returns a number as six digits in base 62, the form of the checksum in a token.
fn base62(mut number: u32) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut digits = ['0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = char::from(DIGITS[(number % 62) as usize]);
        number /= 62;
    }
    digits.iter().collect()
}

/// Returns the byte range of the line before a private key. `at` is the byte of [`PRIVATE_KEY`] in
/// this line. Returns `None` if no key follows, or only a placeholder for a key.
fn private_key(text: &str, at: usize) -> Option<Range<usize>> {
    let after = &text[at + PRIVATE_KEY.len()..];
    let mark = ["-----", " BLOCK-----"];
    let mark = mark.iter().find(|mark| after.starts_with(**mark))?;
    let end = at + PRIVATE_KEY.len() + mark.len();
    let start = text[..at]
        .rfind("-----BEGIN ")
        .filter(|start| at - start < 40)?;
    let rest = &text[end..];
    let is_of_key = |c: &char| c.is_ascii_alphanumeric() || "+/=\r\n\\ ".contains(*c);
    let key = rest
        .chars()
        .take_while(is_of_key)
        .filter(char::is_ascii_alphanumeric);
    (key.count() >= 64).then_some(start..end)
}
