//! `secret`: a token or a private key stands in a file.
//!
//! Fix: none, since a secret that was shared has to be revoked, which no edit does.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::sort;
use crate::text::needles::Needles;
use std::ops;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Safety,
    "secret",
    Severity::Warning,
    "a token or a private key stands in a file",
);

/// Words of tokens that somebody made up.
static MADE_UP: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/made_up.txt")));

/// How a kind of token looks: what it begins with, what it is made of from there on, and how long that is.
struct Token {
    name: &'static str,
    prefix: &'static str,
    made_of: fn(char) -> bool,
    length: ops::RangeInclusive<usize>,
    /// Whether the last six characters are a checksum of the others, as in tokens of GitHub and npm.
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

fn upper(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

fn hex(c: char) -> bool {
    c.is_ascii_digit() || ('a'..='f').contains(&c)
}

/// Tokens whose form their makers publish. What is as likely a placeholder, a hash or an id is not among them.
const TOKENS: [Token; 31] = [
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
    token("a Hugging Face token", "hf_", alphanumeric, 34..=34),
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

/// Finds tokens of known forms that look random, and private keys.
pub(super) fn check(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let mut places: Vec<(ops::Range<usize>, &str)> = Vec::new();
    let prefixes = TOKENS.each_ref().map(|token| token.prefix);
    for (start, number) in Needles::new(&prefixes).places(text.text) {
        let token = &TOKENS[number];
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
    places.extend(private_keys(text.text).map(|bytes| (bytes, "a private key")));
    sort::by_key(&mut places, |(bytes, _)| (bytes.start, bytes.end));
    // A key that fits two forms is the first's.
    places.dedup_by_key(|(bytes, _)| bytes.start);
    for (bytes, name) in places.into_iter().take(MAX_FOUND) {
        let begins: String = text.text[bytes.clone()].chars().take(8).collect();
        let message = format!("{name} stands here, beginning with {begins:?}");
        let help =
            "Revoke it, since whoever has the skill has it, and read it from the environment.";
        found.push(text.say(context, &RULE, bytes, message, help));
    }
}

/// Whether a token was drawn at random: nobody who makes one up gets the checksum right or spreads the characters so.
fn is_random(rest: &str, token: &Token) -> bool {
    if token.checksum {
        let (random, checksum) = rest.split_at(rest.len() - 6);
        return base62(crc32(random.as_bytes())) == checksum;
    }
    let lower = rest.to_lowercase();
    let mut counts = [0_u32; 128];
    for byte in rest.bytes().filter(u8::is_ascii) {
        counts[usize::from(byte)] += 1;
    }
    let length = rest.len() as f64;
    let entropy: f64 = (counts.iter())
        .filter(|count| **count > 0)
        .map(|count| f64::from(*count) / length)
        .map(|share| -share * share.log2())
        .sum();
    // Words in a token have vowels and no digits.
    let has_digits = rest.bytes().any(|byte| byte.is_ascii_digit());
    let is_long = rest.len() >= 34;
    (has_digits || is_long && rest.bytes().any(|byte| byte.is_ascii_uppercase()))
        && entropy >= 3.0
        && !MADE_UP.iter().any(|word| lower.contains(word))
}

/// The checksum of ISO 3309, as in gzip.
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

/// Six digits of 62.
fn base62(mut number: u32) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut digits = ['0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = char::from(DIGITS[(number % 62) as usize]);
        number /= 62;
    }
    digits.iter().collect()
}

/// Private keys with something in them.
fn private_keys(text: &str) -> impl Iterator<Item = ops::Range<usize>> {
    const END: &str = "PRIVATE KEY-----";
    text.match_indices(END).filter_map(move |(at, _)| {
        let start = text[..at]
            .rfind("-----BEGIN ")
            .filter(|start| at - start < 40)?;
        let rest = &text[at + END.len()..];
        let is_of_key = |c: &char| c.is_ascii_alphanumeric() || "+/=\r\n\\ ".contains(*c);
        let key = rest
            .chars()
            .take_while(is_of_key)
            .filter(char::is_ascii_alphanumeric);
        (key.count() >= 64).then_some(start..at + END.len())
    })
}
