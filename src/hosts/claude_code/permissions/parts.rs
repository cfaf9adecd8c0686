//! The simple commands in a shell command.

/// The deepest nesting of substitutions that is followed. This limit is ours.
pub(super) const MAX_NESTING: usize = 32;

/// The construct that contains a part of a command.
struct Frame {
    /// The byte that closes the construct; none for the whole command.
    close: Option<u8>,
    /// True for a subshell, after which a new part begins.
    subshell: bool,
    /// The start of the current part.
    start: usize,
    /// True if double quotes are open.
    quoted: bool,
}

/// Splits a command at `&&`, `||`, `;`, `|`, `|&`, `&` and newlines outside of quotes, and around subshells,
/// `$(…)`, `<(…)` and backquotes. Returns the trimmed parts; none if the command cannot be split.
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
        // A new frame: the length of its opening, and the byte that closes it.
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
