//! What could do harm: to the user whose secrets they are, or to the one whose model reads it.

use std::ops;

use crate::hosts;
use crate::lint::diagnostic::{Diagnostic, Fix, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::lint::verdict::{HostEdition, labels};
use crate::text::markdown::SpanKind;

static SECRET: Rule = Rule::new(
    RuleGroup::Safety,
    "secret",
    Severity::Warning,
    "a token or a private key stands in a file",
);
static INVISIBLE: Rule = Rule::new(
    RuleGroup::Safety,
    "invisible-character",
    Severity::Warning,
    "a character that nobody sees stands in the text",
);
static BIDIRECTIONAL: Rule = Rule::new(
    RuleGroup::Safety,
    "bidirectional-character",
    Severity::Warning,
    "a character makes the text look as if it were in another order",
);
static HIDDEN_TEXT: Rule = Rule::new(
    RuleGroup::Safety,
    "hidden-text",
    Severity::Warning,
    "text is written in characters that only a model reads",
);
static CLOSES_ENVELOPE: Rule = Rule::new(
    RuleGroup::Safety,
    "closes-envelope",
    Severity::Warning,
    "a tag ends what a host puts around a skill",
);
static HIDDEN_INSTRUCTION: Rule = Rule::new(
    RuleGroup::Safety,
    "hidden-instruction",
    Severity::Warning,
    "a comment that people do not see tells the model what to do",
);
static INJECTION: Rule = Rule::new(
    RuleGroup::Safety,
    "prompt-injection",
    Severity::Warning,
    "the text tells the model to set its instructions aside, or to keep something from the user",
);
static DOWNLOAD: Rule = Rule::new(
    RuleGroup::Safety,
    "download-to-shell",
    Severity::Warning,
    "a download runs without a look",
);
static UNLIMITED_TOOLS: Rule = Rule::new(
    RuleGroup::Safety,
    "unlimited-tools",
    Severity::Warning,
    "the skill lets a host run any command without a question",
);

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &SECRET,
    &INVISIBLE,
    &BIDIRECTIONAL,
    &HIDDEN_TEXT,
    &CLOSES_ENVELOPE,
    &HIDDEN_INSTRUCTION,
    &INJECTION,
    &DOWNLOAD,
    &UNLIMITED_TOOLS,
];

/// Findings of one rule in one file; the limit is ours.
const MAX_FOUND: usize = 20;

/// What could do harm in a skill and the files beside it.
pub(in crate::lint) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    envelopes(context, found);
    tools(context, found);
    for text in texts {
        secrets(context, text, found);
        characters(context, text, found);
        downloads(context, text, found);
        if text.is_markdown {
            comments(context, text, found);
            injections(context, text, found);
        }
    }
}

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

/// Words of tokens that were made up.
const MADE_UP: [&str; 15] = [
    "example",
    "your",
    "xxxx",
    "token",
    "placeholder",
    "dummy",
    "fake",
    "secret",
    "sample",
    "test",
    "here",
    "abcd",
    "1234567",
    "0000",
    "key",
];

fn secrets(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let mut places: Vec<(ops::Range<usize>, &str)> = Vec::new();
    for token in &TOKENS {
        for (start, _) in text.text.match_indices(token.prefix) {
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
    }
    places.extend(private_keys(text.text).map(|bytes| (bytes, "a private key")));
    places.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
    // A key that fits two forms is the first's.
    places.dedup_by_key(|(bytes, _)| bytes.start);
    for (bytes, name) in places.into_iter().take(MAX_FOUND) {
        let begins: String = text.text[bytes.clone()].chars().take(8).collect();
        let message = format!("{name} stands here, beginning with {begins:?}");
        let help =
            "Revoke it, since whoever has the skill has it, and read it from the environment.";
        found.push(text.say(context, &SECRET, bytes, message, help));
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

/// What a character that shows nothing does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unseen {
    /// It shows nothing.
    Invisible,
    /// It changes the order in which others show.
    Order,
    /// It stands for a letter that shows nothing.
    Letter,
}

fn unseen(c: char) -> Option<Unseen> {
    match c {
        '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{180e}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{ffa0}' => Some(Unseen::Invisible),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Unseen::Order),
        '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}' => Some(Unseen::Letter),
        _ => None,
    }
}

/// Whether a joiner may stand beside it: in scripts that join letters, and between the parts of an emoji.
fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{feef}'
        | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{11000}'..='\u{11fff}' | '\u{e007f}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn characters(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    // Nothing of the kind is in ASCII, and most texts are in nothing else.
    if text.text.is_ascii() {
        return;
    }
    let runs = unseen_runs(text.text);
    let has_right_to_left = runs.iter().any(|(_, kind)| *kind == Unseen::Order)
        && text.text.chars().any(is_right_to_left);
    for (bytes, kind) in runs.into_iter().take(MAX_FOUND) {
        let run = &text.text[bytes.clone()];
        let first = run.chars().next().map_or(0, u32::from);
        match kind {
            Unseen::Invisible => {
                let message = format!("there is an invisible character (U+{first:04X})");
                let help = "Take it out, unless the script that it stands in needs it.";
                let fix = text.fix(context, "Take it out");
                let fix = fix.replace(&text.path, &text.places, bytes.clone(), "");
                found.push(text.say(context, &INVISIBLE, bytes, message, help).fix(fix));
            }
            // Text from right to left isolates what stands in it.
            Unseen::Order if has_right_to_left && (0x2066..=0x2069).contains(&first) => {}
            Unseen::Order => {
                let message = format!(
                    "a bidirectional control character (U+{first:04X}) makes the text look other than a model reads it"
                );
                let help = "Take it out.";
                let fix = Fix::unsafe_("Take it out");
                let fix = fix.replace(&text.path, &text.places, bytes.clone(), "");
                found.push(
                    text.say(context, &BIDIRECTIONAL, bytes, message, help)
                        .fix(fix),
                );
            }
            Unseen::Letter => {
                let says: String = run.chars().filter_map(shown).take(100).collect();
                let message = match says.is_empty() {
                    true => "characters that only a model reads stand here".to_owned(),
                    false => format!("text that only a model reads stands here: {says:?}"),
                };
                let help = "Take it out.";
                let fix = Fix::unsafe_("Take it out");
                let fix = fix.replace(&text.path, &text.places, bytes.clone(), "");
                found.push(
                    text.say(context, &HIDDEN_TEXT, bytes, message, help)
                        .fix(fix),
                );
            }
        }
    }
}

/// The letter that a tag character stands for.
fn shown(c: char) -> Option<char> {
    let code = u32::from(c).checked_sub(0xe0000)?;
    char::from_u32(code).filter(|c| (' '..='~').contains(c))
}

/// Characters in a row that show nothing and are not where they belong.
fn unseen_runs(text: &str) -> Vec<(ops::Range<usize>, Unseen)> {
    let mut runs: Vec<(ops::Range<usize>, Unseen)> = Vec::new();
    let mut before = None;
    let mut is_flag = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let kind = unseen(c).filter(|kind| match kind {
            // It begins a file.
            Unseen::Invisible if c == '\u{feff}' => at > 0,
            Unseen::Invisible if matches!(c, '\u{200c}' | '\u{200d}') => {
                !(before.is_some_and(joins)
                    && next.is_none_or(|next| joins(next) || !next.is_alphanumeric()))
            }
            // A flag of a region is a black flag and its letters; variants of a character are one behind it.
            Unseen::Letter if c >= '\u{e0100}' => before.and_then(unseen) == Some(Unseen::Letter),
            Unseen::Letter => !is_flag,
            _ => true,
        });
        is_flag =
            c == '\u{1f3f4}' || is_flag && unseen(c) == Some(Unseen::Letter) && c != '\u{e007f}';
        if let Some(kind) = kind {
            let end = at + c.len_utf8();
            match runs.last_mut() {
                Some((bytes, known)) if bytes.end == at && *known == kind => bytes.end = end,
                _ => runs.push((at..end, kind)),
            }
        }
        before = Some(c);
    }
    runs
}

/// Tags that end what hosts put around the description or the text.
fn envelopes(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    if !context.text.contains("</") {
        return;
    }
    let description = context
        .member("description")
        .map(|member| member.value_bytes.clone());
    let mut tags: Vec<(&str, ops::Range<usize>, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let envelope = verdict.pipeline.host().format().envelope();
        let in_list = envelope.list.iter().filter_map(|tag| {
            let within = description.clone()?;
            Some((*tag, closing(context.text, tag, within)?))
        });
        let in_text = envelope
            .text
            .iter()
            .filter_map(|tag| Some((*tag, closing(context.text, tag, context.body.clone())?)));
        for (tag, bytes) in in_list.chain(in_text) {
            match tags
                .iter_mut()
                .find(|(known, at, _)| (*known, at) == (tag, &mut bytes.clone()))
            {
                Some((.., hosts)) => hosts.push(verdict.who()),
                None => tags.push((tag, bytes, vec![verdict.who()])),
            }
        }
    }
    for (tag, bytes, hosts) in tags {
        let message = format!(
            "</{tag}> ends what {} puts around the skill; what stands behind it is no longer the skill's",
            labels(hosts.iter().copied())
        );
        found.push(
            Diagnostic::new(
                &CLOSES_ENVELOPE,
                context.path,
                context.range(bytes),
                message,
            )
            .help("Write the tag another way, such as without its angle brackets.")
            .concerning(hosts),
        );
    }
}

/// The first tag of that name that closes something.
fn closing(text: &str, tag: &str, within: ops::Range<usize>) -> Option<ops::Range<usize>> {
    let wanted = format!("</{tag}");
    text[within.clone()]
        .match_indices(&wanted)
        .find_map(|(at, _)| {
            let start = within.start + at;
            let rest = &text[start + wanted.len()..];
            let blanks = rest.len() - rest.trim_start().len();
            let end = start + wanted.len() + blanks + 1;
            rest.trim_start().starts_with('>').then_some(start..end)
        })
}

fn tools(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(member) = context.member("allowed-tools") else {
        return;
    };
    let mut unlimited: Vec<(String, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let host = verdict.pipeline.host();
        let parsed = context.file.contents().map(|contents| host.parse(contents));
        let fields = parsed.and_then(|parsed| parsed.outcome.ok()?.text.ok()?.frontmatter);
        for tool in host.format().unlimited_tools(&fields.unwrap_or_default()) {
            match unlimited.iter_mut().find(|(known, _)| *known == tool) {
                Some((_, hosts)) => hosts.push(verdict.who()),
                None => unlimited.push((tool, vec![verdict.who()])),
            }
        }
    }
    for (tool, hosts) in unlimited {
        let value = context.slice(&member.value_bytes);
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '(');
        let at = value
            .match_indices(&tool)
            .find(|(at, _)| ends(&value[at + tool.len()..]));
        let bytes = at.map_or(member.value_bytes.clone(), |(at, _)| {
            let start = member.value_bytes.start + at;
            start..start + tool.len()
        });
        let mut labels: Vec<_> = hosts.iter().map(|(id, _)| hosts::label(id)).collect();
        labels.dedup();
        let message = format!(
            "{tool} lets {} run any command without a question",
            labels.join(", ")
        );
        found.push(
            Diagnostic::new(
                &UNLIMITED_TOOLS,
                context.path,
                context.range(bytes),
                message,
            )
            .help("Name the commands that it needs, such as `Bash(git diff *)`.")
            .concerning(hosts),
        );
    }
}

/// What a comment says only to a model, in English and Chinese.
const TO_A_MODEL: [&str; 38] = [
    "ignore previous",
    "ignore all previous",
    "ignore the above",
    "disregard",
    "do not tell",
    "don't tell",
    "do not mention",
    "don't mention",
    "do not reveal",
    "never reveal",
    "do not inform",
    "never mention",
    "without telling",
    "without asking",
    "without informing",
    "assistant must",
    "assistant should",
    "agent must",
    "agent should",
    "model must",
    "ai must",
    "system prompt",
    "忽略之前",
    "忽略以上",
    "忽略所有",
    "忽略先前",
    "无视之前",
    "无视以上",
    "不要告诉",
    "别告诉",
    "不要提及",
    "不要透露",
    "瞒着",
    "不让用户知道",
    "助手必须",
    "智能体必须",
    "模型必须",
    "系统提示",
];

fn comments(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let comments = text
        .spans
        .iter()
        .filter(|span| span.kind == SpanKind::Comment);
    let hidden = comments.filter(|span| {
        let lower = text.text[span.bytes.clone()].to_lowercase();
        TO_A_MODEL.iter().any(|words| lower.contains(words))
    });
    for span in hidden.take(MAX_FOUND) {
        let message =
            "a comment tells the model what to do, and people who look at the page do not see it";
        let help = "Write it where everybody sees it, or take it out.";
        found.push(text.say(
            context,
            &HIDDEN_INSTRUCTION,
            span.bytes.clone(),
            message,
            help,
        ));
    }
}

/// What takes instructions out of force or keeps the user in the dark, in English and Chinese.
const INJECTIONS: [&str; 36] = [
    "ignore previous instructions",
    "ignore all previous instructions",
    "ignore all prior instructions",
    "ignore prior instructions",
    "ignore the previous instructions",
    "ignore the above instructions",
    "ignore your previous instructions",
    "ignore your instructions",
    "disregard previous instructions",
    "disregard all previous instructions",
    "disregard your instructions",
    "forget previous instructions",
    "forget all previous instructions",
    "forget your instructions",
    "override your system prompt",
    "do not tell the user",
    "don't tell the user",
    "never tell the user",
    "without telling the user",
    "without the user's knowledge",
    "忽略之前的指令",
    "忽略之前所有指令",
    "忽略之前的所有指令",
    "忽略所有之前的指令",
    "忽略先前的指令",
    "忽略以上指令",
    "忽略以上的指令",
    "忽略以上所有指令",
    "忽略你的指令",
    "无视之前的指令",
    "无视以上指令",
    "不要告诉用户",
    "别告诉用户",
    "瞒着用户",
    "不让用户知道",
    "在用户不知情",
];

/// Lines that speak of such words instead of saying them.
const SPEAKS_OF: [&str; 32] = [
    "detect",
    "attack",
    "inject",
    "pattern",
    "attempt",
    "example",
    "e.g.",
    "such as",
    "block",
    "refuse",
    "reject",
    "jailbreak",
    "malicious",
    "phrase",
    "scan",
    "flag",
    "if ",
    "when ",
    "检测",
    "攻击",
    "注入",
    "尝试",
    "例如",
    "比如",
    "诸如",
    "拦截",
    "拒绝",
    "恶意",
    "越狱",
    "话术",
    "如果",
    "当",
];

/// How advice to the user goes on that the model is not to give: nothing is kept from them.
const ADVICE: [&str; 7] = [" to ", "在", "去", "打开", "运行", "执行", "使用"];

fn injections(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let body = text.text[text.body.clone()].to_ascii_lowercase();
    let said = text.lines_with(&body, &INJECTIONS);
    let said = said.filter_map(|(start, line)| {
        let lower = line.to_ascii_lowercase();
        let at = INJECTIONS
            .iter()
            .find_map(|words| Some((lower.find(words)?, words.len())));
        let (at, length) = at?;
        let bytes = start + at..start + at + length;
        let is_quoted =
            line[..at].ends_with(['"', '\'', '“', '「', '`']) || text.is_code(bytes.start);
        let is_spoken_of = SPEAKS_OF.iter().any(|words| lower.contains(words));
        let (until, rest) = lower.split_at(at + length);
        let is_advice = (until.ends_with("user") || until.ends_with("用户"))
            && ADVICE.iter().any(|words| rest.starts_with(words));
        let is_table = lower.trim_start().starts_with('|');
        (!is_quoted && !is_spoken_of && !is_advice && !is_table).then_some(bytes)
    });
    for bytes in said.take(MAX_FOUND) {
        let message = format!("the text says {:?} to the model", &text.text[bytes.clone()]);
        let help = "Say what to do instead; if you only quote it, put it in quotes or code.";
        found.push(text.say(context, &INJECTION, bytes, message, help));
    }
}

/// What fetches something.
const FETCHES: [&str; 8] = [
    "curl ",
    "wget ",
    "iwr ",
    "irm ",
    "Invoke-WebRequest",
    "Invoke-RestMethod",
    "DownloadString",
    "base64 -d",
];

fn downloads(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let fetching = text.lines_with(&text.text[text.body.clone()], &FETCHES);
    let run = fetching.filter_map(|(start, line)| {
        let fetch = FETCHES.iter().find_map(|fetch| line.find(fetch))?;
        let bytes = runs_what_it_fetches(line, fetch)?;
        let lower = line.to_lowercase();
        let warns = [
            "never ",
            "don't ",
            "do not ",
            "avoid ",
            "不要",
            "禁止",
            "risky",
            "dangerous",
            "不允许",
        ];
        let is_warning = warns.iter().any(|word| lower.contains(word));
        let is_commented = text.kind.is_some() && line.trim_start().starts_with('#');
        let bytes = start + bytes.start..start + bytes.end;
        (text.is_code(bytes.start) && !is_warning && !is_commented).then_some(bytes)
    });
    for bytes in run.take(MAX_FOUND) {
        let message = "a download runs without anybody having looked at it";
        let help = "Download it to a file, check it against a known checksum and run that; or name a package and its version.";
        found.push(text.say(context, &DOWNLOAD, bytes, message, help));
    }
}

/// The part of a line that runs what it fetches from `fetch` on.
fn runs_what_it_fetches(line: &str, fetch: usize) -> Option<ops::Range<usize>> {
    const SHELLS: [&str; 11] = [
        "sh",
        "bash",
        "zsh",
        "fish",
        "python",
        "python3",
        "node",
        "perl",
        "ruby",
        "iex",
        "invoke-expression",
    ];
    fn program(text: &str) -> Option<&str> {
        let ends = |c: char| c.is_whitespace() || "`'\");&|".contains(c);
        let mut words = text
            .split(ends)
            .filter(|word| !word.is_empty() && !word.starts_with('-'));
        let mut word = words.next()?;
        if word == "sudo" {
            word = words.next()?;
        }
        let name = path_end(word).to_ascii_lowercase();
        SHELLS.contains(&name.as_str()).then_some(word)
    }
    let piped = line[fetch..].match_indices('|').find_map(|(at, _)| {
        let rest = &line[fetch + at + 1..];
        let is_or = rest.starts_with('|') || line[..fetch + at].ends_with('|');
        let word = program(rest).filter(|_| !is_or)?;
        let end = word.as_ptr().addr() - line.as_ptr().addr() + word.len();
        // `| python3 -m json.tool` and `| node -e …` run what stands behind them.
        let given = line[end..].trim_start();
        let is_own = ["python", "python3", "node", "perl", "ruby"].contains(&word)
            && (given.starts_with('-') && !given.starts_with("- ") && given != "-"
                || given.starts_with(|c: char| c.is_alphanumeric() || c == '/'));
        (!is_own).then_some(fetch..end)
    });
    let inside = || {
        let before = line[..fetch].trim_end();
        let opened = [
            "bash <(",
            "sh <(",
            "-c \"$(",
            "-c '$(",
            "-c $(",
            "eval \"$(",
            "eval $(",
            "iex (",
            "IEX (",
            "iex((",
            "source <(",
        ];
        let opened = opened.iter().find(|opened| before.ends_with(*opened))?;
        Some(before.len() - opened.len()..line.len())
    };
    let powershell = || {
        // `IEX (New-Object Net.WebClient).DownloadString(…)`
        let lower = line[..fetch].to_ascii_lowercase();
        let at = lower.find("iex ")?;
        line[fetch..]
            .starts_with("DownloadString")
            .then_some(at..line.len())
    };
    piped.or_else(inside).or_else(powershell)
}

fn path_end(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or_default()
}
