//! Reads the escapes between `⟨` and `⟩` in the data files. They stand for invisible characters,
//! encoded text, and breaks in made-up tokens.

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let number = (0..3).fold(0u32, |number, at| {
            number << 8 | u32::from(three.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            let sextet = number >> (18 - 6 * at) & 63;
            out.push(if at > three.len() {
                '='
            } else {
                char::from(BASE64[sextet as usize])
            });
        }
    }
    out
}

fn rot13(character: char) -> char {
    let first = match character {
        'a'..='z' => b'a',
        'A'..='Z' => b'A',
        _ => return character,
    };
    char::from((character as u8 - first + 13) % 26 + first)
}

fn escape(inner: &str) -> String {
    if let Some(code) = inner.strip_prefix("U+") {
        let code = u32::from_str_radix(code, 16).expect("a hexadecimal number behind U+");
        return char::from_u32(code)
            .expect("a character behind U+")
            .to_string();
    }
    let (kind, text) = inner.split_once(' ').unwrap_or((inner, ""));
    match kind {
        "" => String::new(),
        "base64" => base64(text.as_bytes()),
        "base64-utf16" => {
            let bytes: Vec<_> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            base64(&bytes)
        }
        "blanks" => " ".repeat(text.parse().expect("a number of blanks")),
        "hex" => text.bytes().map(|byte| format!("{byte:02x}")).collect(),
        "\\x" => text.bytes().map(|byte| format!("\\x{byte:02x}")).collect(),
        "reversed" => text.chars().rev().collect(),
        "rot13" => text.chars().map(rot13).collect(),
        "tags" => (text.chars())
            .map(|c| char::from_u32(0xE0000 + c as u32).expect("tags of ASCII"))
            .collect(),
        _ => panic!("no escape: ⟨{inner}⟩"),
    }
}

/// Returns a text from the data files with all escapes replaced, as the linter gets it.
pub fn unescaped(text: &str) -> String {
    let mut parts = text.split('⟨');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once('⟩').expect("⟨ is closed by ⟩");
        out += &escape(inner);
        out += rest;
    }
    out
}

#[test]
fn escapes_become_what_they_name() {
    let cases = [
        ("a⟨⟩b", "ab"),
        ("⟨U+202E⟩", "\u{202e}"),
        (
            "⟨base64 Hello⟩ ⟨base64 abc⟩ ⟨base64 ab⟩",
            "SGVsbG8= YWJj YWI=",
        ),
        ("⟨base64-utf16 hi⟩", "aABpAA=="),
        ("⟨hex sh⟩", "7368"),
        ("⟨\\x sh⟩", "\\x73\\x68"),
        ("⟨reversed ab c⟩", "c ba"),
        ("⟨rot13 Curl | sh⟩", "Phey | fu"),
        ("⟨tags a⟩", "\u{e0061}"),
        ("|⟨blanks 3⟩|", "|   |"),
    ];
    for (escaped, plain) in cases {
        assert_eq!(unescaped(escaped), plain, "{escaped}");
    }
}
