//! The parts of a shell command: the simple commands in it.

/// The deepest nesting of subshells and substitutions in a command that is split. The limit is ours.
pub(super) const MAX_NESTING: usize = 32;

/// A construct of the shell that may contain several parts of a command, such as `$(…)`.
struct Frame {
    /// The byte that closes the construct; none for the whole command.
    close: Option<u8>,
    /// True if the construct is a subshell, after which a new part begins.
    subshell: bool,
    /// The byte offset where the current part starts.
    start: usize,
    /// True if double quotes are open.
    quoted: bool,
}

/// Splits a command at `&&`, `||`, `;`, `|`, `|&`, `&` and newlines outside of quotes, and around subshells, `$(…)`,
/// `<(…)` and backquotes. Returns the trimmed parts. Returns none if a quote or bracket is not closed, or if the
/// nesting is too deep.
pub(in crate::hosts::claude_code) fn parts(command: &str) -> Option<Vec<&str>> {
    let bytes = command.as_bytes();
    let mut parts = Vec::new();
    let mut frames = vec![Frame {
        close: None,
        subshell: false,
        start: 0,
        quoted: false,
    }];
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        let top = frames.last_mut()?;
        // The construct that begins here: the length of its opening, and the byte that closes it.
        let mut opened = None;
        match byte {
            b'\\' => at += 1,
            b'"' => top.quoted = !top.quoted,
            b'\'' if !top.quoted => at += 1 + command[at + 1..].find('\'')?,
            _ if top.close == Some(byte) && !top.quoted => {
                parts.push(&command[top.start..at]);
                let closed = frames.pop()?;
                if closed.subshell {
                    frames.last_mut()?.start = at + 1;
                }
            }
            b'`' => opened = Some((1, b'`')),
            b'$' if next == Some(b'(') => opened = Some((2, b')')),
            _ if top.quoted => {}
            b'<' | b'>' if next == Some(b'(') => opened = Some((2, b')')),
            b'(' => opened = Some((1, b')')),
            b')' => return None,
            b'&' if next == Some(b'>') || command[..at].ends_with(['>', '<']) => {}
            b';' | b'|' | b'&' | b'\n' => {
                parts.push(&command[top.start..at]);
                top.start = at + 1;
            }
            _ => {}
        }
        if let Some((length, close)) = opened {
            if frames.len() == MAX_NESTING {
                return None;
            }
            at += length - 1;
            frames.push(Frame {
                close: Some(close),
                subshell: byte == b'(',
                start: at + 1,
                quoted: false,
            });
        }
        at += 1;
    }
    match frames.as_slice() {
        [whole] if !whole.quoted => parts.push(&command[whole.start..]),
        _ => return None,
    }
    let parts = parts.into_iter().map(str::trim);
    Some(parts.filter(|part| !part.is_empty()).collect())
}
