//! Finds prose that asks a person to do what the model may not do. The person should paste a
//! command into a terminal, or open an archive with a password.

use std::ops::Range;

use super::act::{Act, ActKind, Effects};
use super::addresses;
use super::flow::Flow;
use super::packages::is_password;
use crate::text::document::floor_char_boundary;
use crate::text::encoding;
use crate::text::markdown::SpanKind;
use crate::tree::skill_text::SkillText;

/// Words that mean copying or pasting, in several languages.
pub(super) const PASTE: &str = "paste|copy the|copy and|copy this|copy it|copy-|粘贴|复制|貼り付け|コピー|붙여넣|복사|pega |copia y|copia el |\
    copia este|collez|copiez|einfüg|kopier|incolla|cole |встав|скопир|ctrl+v|ctrl + v|strg+v|rentry.|\
    hastebin";

/// Words for passwords, in several languages.
pub(super) const PASSWORD: &str = "password|pass:|passcode|密码|解压码|口令|パスワード|비밀번호|contraseña|senha|clave|mot de passe|passwort|\
    пароль|şifre";

/// Words for a place where people type commands, in lowercase.
const TERMINALS: &str = "terminal|powershell|command prompt|command line|cmd|console|win+r|win + r|windows+r|windows + r|\
    run dialog|shell|终端|命令行|ターミナル|터미널|терминал|consola|konsole|eingabeaufforderung|invite de commande";

/// Words for a command, in lowercase.
const COMMANDS: &str = "command|script|snippet|one-liner|oneliner|installer|命令|脚本|コマンド|スクリプト|명령|스크립트|comando|commande|befehl|\
    skript|команд|скрипт";

/// Words that refer to a text further below in the same file, in lowercase.
const BELOW: &str = "below|following|以下|下方|下面|如下";

/// Words that refer to a text further above in the same file, in lowercase.
const ABOVE: &str = "above|上述|上面|以上";

/// Words that occur in paragraphs about archives, in lowercase.
const ARCHIVES: &str = ".zip|.rar|.7z|archive|extract|unzip|unpack|解压|压缩包|展開|압축|descomprim|extrai|décompress|entpack|распак|\
    releases/download|архив";

/// The maximum distance, in bytes, between a word such as `paste` and the other words of the same
/// request, such as `terminal`. No host has this limit.
const MAX_AROUND: usize = 400;

/// The maximum number of bytes between a word such as `paste` and the text that should be pasted.
/// No host has this limit.
const NEAR: usize = 80;

/// Finds sentences that ask a person to paste a command, or to open an archive with a password.
/// `pastes` has the byte offsets of words such as `paste`. `passwords` has the byte offset and
/// length of each word such as `password`.
pub(super) fn find_requests(
    text: &SkillText<'_>,
    pastes: &[usize],
    passwords: &[(usize, usize)],
    flow: &mut Flow,
) {
    if !text.is_markdown {
        return;
    }
    let mut seen = 0;
    for at in pastes.iter().copied() {
        if at < seen || is_code(text, at) {
            continue;
        }
        let around = paragraph(text.text, at, 0);
        let lower = text.text[around.clone()].to_lowercase();
        let has = |words: &str| words.split('|').any(|word| has_word(&lower, word));
        let prose = without_addresses(&lower);
        let has_terminal = || TERMINALS.split('|').any(|word| has_word(&prose, word));
        let is_near = |act: &Act| {
            let is_telling = matches!(
                act.kind,
                ActKind::PasteAndRun | ActKind::DecodedThenRun | ActKind::DownloadToShell
            );
            let from = at.saturating_sub(NEAR);
            let is_close = (from..around.end + MAX_AROUND).contains(&act.bytes.start);
            let between = text
                .text
                .get(around.end..act.bytes.start)
                .unwrap_or_default();
            is_telling && is_close && !between.contains("\n#")
        };
        let is_command = |at: usize| {
            let near = floor_char_boundary(text.text, at.saturating_sub(NEAR))
                ..floor_char_boundary(text.text, at + NEAR);
            let near = text.text[near.start..at]
                .rsplit('\n')
                .next()
                .unwrap_or_default()
                .to_lowercase()
                + text.text[at..near.end]
                    .split('\n')
                    .next()
                    .unwrap_or_default()
                    .to_lowercase()
                    .as_str();
            COMMANDS.split('|').any(|word| has_word(&near, word))
        };
        let link = lower.find("://").map(|at| &lower[at + 3..]);
        let host = link.map_or("", |link| {
            addresses::host(link).trim_end_matches(['.', ',', ')', ']'])
        });
        // A page in the browser has copied the command to the clipboard, so the person pastes a command that they have
        // not seen.
        let is_blind = has("win+r|win + r|windows+r|windows + r|windows key|run dialog")
            && has("ctrl+v|ctrl + v|strg+v");
        let is_of_page = has_terminal()
            && is_command(at)
            && !host.is_empty()
            && runs(&lower)
            && !is_of_text(text.text, at, &around);
        let is_of_paste_site = addresses::is_paste(host) && runs(&lower) && has(COMMANDS);
        // What is pasted is the address itself, for example into a dialog that installs a plugin.
        let pasted = text.text[at..].trim_start_matches(char::is_alphabetic);
        let is_address = pasted
            .trim_start_matches([' ', '`', '"', '<', '*', '\''])
            .starts_with("http");
        let is_of_page = is_of_page && !is_address;
        if (is_blind || is_of_page || is_of_paste_site) && !flow.acts.iter().any(is_near) {
            seen = around.end;
            flow.record(
                ActKind::PasteAndRun,
                sentence(text.text, at, &around),
                host.to_owned(),
                None,
            );
        }
    }
    for (at, length) in passwords.iter().copied() {
        let is_free = !text.text[..at]
            .ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$'));
        if !is_free || is_code(text, at) || is_turn(text.text, at) {
            continue;
        }
        let around = paragraph(text.text, at, 1);
        let Some(end) = password(&text.text[at + length..around.end]).map(|end| at + length + end)
        else {
            continue;
        };
        let lower = text.text[around.clone()].to_lowercase();
        let is_archive = ARCHIVES.split('|').any(|word| lower.contains(word));
        let from_elsewhere =
            lower.contains("://") || lower.contains("download") || lower.contains("下载");
        if is_archive && from_elsewhere {
            let words = text.text[at + length..end].rsplit(|c: char| {
                c.is_whitespace() || matches!(c, '`' | '"' | '\'' | ':' | '：' | '*')
            });
            let word = words
                .into_iter()
                .find(|word| !word.is_empty())
                .unwrap_or_default();
            flow.record(ActKind::PasswordArchive, at..end, word.to_owned(), None);
        }
    }
}

/// Finds the download commands that the text asks a person to paste into a terminal. The request is
/// in the text before the command. Changes the kind of the effects of these commands in `acts` to
/// [`ActKind::PasteAndRun`].
pub(super) fn pasted(text: &SkillText<'_>, pastes: &[usize], acts: &mut [Act]) {
    if !text.is_markdown || pastes.is_empty() {
        return;
    }
    for act in acts {
        let is_download = matches!(
            act.kind,
            ActKind::DownloadToShell | ActKind::DownloadedThenRun
        );
        if !is_download {
            continue;
        }
        let low = floor_char_boundary(text.text, act.bytes.start.saturating_sub(MAX_AROUND));
        let next = pastes.partition_point(|at| *at < low);
        let near = pastes[next..]
            .iter()
            .take_while(|at| **at < act.bytes.start);
        let is_asked = near.into_iter().any(|at| {
            let words = text.text[*at..act.bytes.start]
                .split("```")
                .next()
                .unwrap_or_default();
            let words = words.to_lowercase();
            let before = text.text[floor_char_boundary(text.text, at.saturating_sub(80))..*at]
                .to_lowercase();
            let is_near = words.matches("\n\n").count() <= 1 && !words.contains("\n#");
            is_near
                && !is_code(text, *at)
                && TERMINALS
                    .split('|')
                    .any(|word| has_word(&words, word) || has_word(&before, word))
        });
        if is_asked {
            act.kind = ActKind::PasteAndRun;
        }
    }
}

fn is_code(text: &SkillText<'_>, at: usize) -> bool {
    text.span_at(at)
        .is_some_and(|span| span.kind != SpanKind::Comment)
}

/// Returns a text without its web addresses. For example, the word `console` means a terminal in a
/// text, but not in `https://console.example.com`.
fn without_addresses(text: &str) -> String {
    let mut prose = String::with_capacity(text.len());
    let mut parts = text.split("://");
    prose.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | '`' | '，'));
        prose.push(' ');
        prose.push_str(&part[end.unwrap_or(part.len())..]);
    }
    prose
}

/// Returns true if the sentence at `at` asks a person to paste a code block of the same file. No
/// finding is needed for such a sentence, because the commands in code blocks are checked
/// separately. The sentence must contain a word such as "below" and no address, and a code fence
/// must be near.
fn is_of_text(text: &str, at: usize, around: &Range<usize>) -> bool {
    let line = text[sentence(text, at, around)].to_lowercase();
    if line.contains("://") {
        return false;
    }
    let has = |words: &str| words.split('|').any(|word| line.contains(word));
    let has_fence = |near: &str| near.contains("```") || near.contains("~~~");
    let before = floor_char_boundary(text, around.start.saturating_sub(MAX_AROUND));
    let after = floor_char_boundary(text, around.end + MAX_AROUND);
    has(BELOW) && has_fence(&text[at..after]) || has(ABOVE) && has_fence(&text[before..at])
}

/// Returns true if a word of the text begins with `word`.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !word.is_ascii() || !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
    })
}

/// Returns true if a text in lowercase has a word for running or pasting.
fn runs(lower: &str) -> bool {
    let words = "paste|run|execute|粘贴|执行|运行|貼り付け|実行|붙여|실행|pega|ejecut|\
        execut|collez|exécut|einfüg|kopier|ausführ|incolla|esegu|cole |встав|запуст|выполн";
    words.split('|').any(|word| lower.contains(word))
}

/// Returns the paragraph that contains a byte, with up to `more` paragraphs before it and after it.
/// Paragraphs end at empty lines. The range extends at most [`MAX_AROUND`] bytes to each side of
/// the byte.
fn paragraph(text: &str, at: usize, more: usize) -> Range<usize> {
    let low = floor_char_boundary(text, at.saturating_sub(MAX_AROUND));
    let high = floor_char_boundary(text, (at + MAX_AROUND).min(text.len()));
    let mut before = text[low..at].rmatch_indices("\n\n");
    let start = before.nth(more).map_or(low, |(start, _)| low + start + 2);
    let mut after = text[at..high].match_indices("\n\n");
    let end = after.nth(more).map_or(high, |(end, _)| at + end);
    start..end
}

/// Returns the line that contains a byte, without list marks and spaces at its ends.
fn sentence(text: &str, at: usize, within: &Range<usize>) -> Range<usize> {
    let start = text[within.start..at]
        .rfind('\n')
        .map_or(within.start, |start| within.start + start + 1);
    let end = text[at..within.end]
        .find('\n')
        .map_or(within.end, |end| at + end);
    let line = &text[start..end];
    let spaces = line.len() - line.trim_start_matches([' ', '-', '*', '>']).len();
    let length = line.trim_end_matches([' ', '*', '\r']).len();
    start + spaces..start + length.max(spaces)
}

/// Returns true if `pass:` at the byte offset `at` means one pass of a repeated task, as in
/// `In the second pass: …`. Returns false if `pass:` may announce a password.
fn is_turn(text: &str, at: usize) -> bool {
    const BEFORE: [&str; 16] = [
        "a", "one", "single", "first", "second", "third", "next", "each", "every", "last", "final",
        "this", "same", "per", "another", "quick",
    ];
    let low = floor_char_boundary(text, at.saturating_sub(16));
    let before = text[low..at].split_whitespace().next_back();
    let word = text.get(at..at + "pass:".len());
    word.is_some_and(|word| word.eq_ignore_ascii_case("pass:"))
        && before.is_some_and(|before| BEFORE.contains(&&*before.to_lowercase()))
}

/// Returns the byte offset at which a password ends. `after` is the text after a word such as
/// `password`, for example `: x` or ` is "x"`. Returns `None` if this text does not begin with a
/// password.
fn password(after: &str) -> Option<usize> {
    let mut at = 0;
    let mut is_named = false;
    loop {
        let rest = &after[at..];
        let spaces = rest.len() - rest.trim_start_matches([' ', '*', '(', '（']).len();
        at += spaces;
        let rest = &after[at..];
        let joint = ["：", ":", "=", "is ", "为", "是", "は", "es ", "è ", "ist "]
            .iter()
            .find(|joint| rest.starts_with(**joint));
        match joint {
            Some(joint) => {
                is_named = true;
                at += joint.len();
            }
            None => break,
        }
    }
    if !is_named {
        // The password may follow words and a colon, as in "the password for the archive: …".
        let words = after.chars().take_while(|c| c.is_alphabetic() || *c == ' ');
        let length: usize = words.map(char::len_utf8).sum();
        if let (1..=48, Some(sign)) = (
            length,
            after[length..]
                .chars()
                .next()
                .filter(|c| matches!(c, ':' | '：')),
        ) {
            at = length + sign.len_utf8();
            at += after[at..].len() - after[at..].trim_start_matches([' ', '*']).len();
            is_named = true;
        }
    }
    let rest = &after[at..];
    let quote = rest
        .chars()
        .next()
        .filter(|c| matches!(c, '`' | '"' | '\'' | '“' | '「'));
    let (inside, length) = match quote {
        Some(quote) => {
            let close = match quote {
                '“' => '”',
                '「' => '」',
                quote => quote,
            };
            let inside = quote.len_utf8();
            (inside, rest[inside..].find(close)?)
        }
        None if is_named => (
            0,
            rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ')' | '）' | '，' | '。'))
                .unwrap_or(rest.len()),
        ),
        None => return None,
    };
    let word = rest[inside..inside + length].trim_matches(['*', '.']);
    let is_word = (2..=40).contains(&word.len())
        && !word.contains(char::is_whitespace)
        && !word.contains("://")
        && is_password(word);
    is_word.then_some(at + inside + length)
}

/// Extends a byte range so that it begins and ends at the borders of characters.
pub(super) fn on_characters(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let mut end = bytes.end.min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let start = floor_char_boundary(text, bytes.start);
    start..end.max(start)
}

/// Returns the text in a byte range in the form in which messages quote text.
pub(crate) fn quoted(text: &str, bytes: &Range<usize>) -> String {
    encoding::quoted(&text[bytes.clone()], 100)
}
