//! The words that a fix loses, told apart from what `lint` itself makes of it: properties and fuzzing hold it to that.

use skillglass::Workspace;
use skillglass::lint::{self, Diagnostic, Fix, TextEdit};

/// A safe fix may take these away or write them otherwise; `docs/lint.md` names them.
const MARKS: &str = "\"'\\/:：,[]{}|>=-+`~";

/// The words of a text: letters and digits in a row, and other signs one by one.
pub fn words(text: &str) -> Vec<String> {
    let shows_nothing = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}');
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for c in text.chars().filter(|c| !shows_nothing(*c)) {
        let is_of_word = c.is_alphanumeric() || c == '_';
        if is_of_word && is_open {
            words.last_mut().unwrap().push(c);
        } else if is_of_word || !c.is_whitespace() && !MARKS.contains(c) {
            words.push(c.to_string());
        }
        is_open = is_of_word;
    }
    words
}

/// The first word of a text that is not in another one, in its turn.
fn lost(before: &str, after: &str) -> Option<String> {
    let mut after = words(after).into_iter();
    words(before)
        .into_iter()
        .find(|word| !after.any(|other| other == *word))
}

fn text<'w>(workspace: &'w Workspace, path: &str) -> Option<&'w str> {
    workspace.tree().entry(path)?.contents()?.text().ok()
}

/// Returns true if an edit takes away marks around the fields of a frontmatter or around a key, or a fence.
fn is_frame(old: &str, new: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_punctuation() || "–—：".contains(c);
    let is_fence = old.starts_with(['`', '~']) && !old.contains(char::is_whitespace);
    let is_new = new.chars().all(|c| c.is_whitespace() || "-:#".contains(c));
    is_new && (is_fence || old.chars().all(is_mark))
}

/// Whether an edit loses no more than its rule may; `docs/lint.md` names what.
fn is_excused(code: &str, text: &str, edit: &TextEdit) -> bool {
    let bytes = edit.range.start.byte..edit.range.end.byte;
    let old = text[bytes.clone()].trim();
    let is_word = |text: &str| !text.contains(char::is_whitespace);
    match code {
        "duplicate-key" => edit.text.is_empty() && text[..bytes.start].contains(old),
        "bad-escape" => old.starts_with("\\u") && edit.text.chars().count() == 1,
        "misspelt-field" | "missing-description" => is_word(old) && is_word(&edit.text),
        "unused-ignore" => edit.text.is_empty() && !old.contains('\n'),
        "frontmatter-ignored" => ["duplicate-key", "bad-escape", "line-without-key"]
            .iter()
            .any(|code| is_excused(code, text, edit)),
        _ => is_frame(old, &edit.text),
    }
}

/// The word that a safe fix of a finding loses, if one does.
pub fn lost_words(workspace: &Workspace, one: &Diagnostic) -> Option<String> {
    let text = |path: &str| text(workspace, path);
    one.fixes.iter().filter(|fix| fix.safe).find_map(|fix| {
        let kept = |edit: &&TextEdit| !is_excused(&one.code, text(&edit.path).unwrap(), edit);
        let edits = fix.edits.iter().filter(kept).cloned().collect();
        let fix = Fix {
            edits,
            ..fix.clone()
        };
        let applied = lint::apply(text, [&fix]);
        let mut files = applied.files.iter();
        files.find_map(|(path, after)| lost(text(path).unwrap(), after))
    })
}
