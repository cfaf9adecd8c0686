//! Several short texts looked for in one pass. The standard library would go through a text once for each of them, and an
//! automaton of a library costs more of the module than the rules that need it.

/// Texts to look for.
pub(crate) struct Needles<'n> {
    needles: &'n [&'n str],
    /// By first byte, a bit for each second byte, of which eight share one: whether some needle begins so.
    begins: [u32; 256],
}

impl<'n> Needles<'n> {
    /// None of them is empty.
    pub fn new(needles: &'n [&'n str]) -> Self {
        let mut begins = [0; 256];
        for needle in needles {
            let needle = needle.as_bytes();
            begins[usize::from(needle[0])] |= bits(needle.get(1));
        }
        Self { needles, begins }
    }

    /// The bytes at which needles begin, from the first, each with the needle's number; overlapping ones, too.
    pub fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let bytes = text.as_bytes();
        let mut places = Vec::new();
        for (at, byte) in bytes.iter().enumerate() {
            let next = bytes.get(at + 1);
            if self.begins[usize::from(*byte)] & bits(next) == 0 {
                continue;
            }
            for (number, needle) in self.needles.iter().enumerate() {
                let needle = needle.as_bytes();
                // Most differ in one of the first two bytes, and a call that compares the others costs more.
                let may_be = needle[0] == *byte && (needle.len() < 2 || needle.get(1) == next);
                if may_be && bytes[at..].starts_with(needle) {
                    places.push((at, number));
                }
            }
        }
        places
    }
}

/// The bit of a second byte; all of them where there is none.
fn bits(second: Option<&u8>) -> u32 {
    second.map_or(u32::MAX, |byte| 1 << (byte & 31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn needles_that_overlap_are_found_in_the_order_of_their_starts() {
        let needles = Needles::new(&["bc", "abc", "ab"]);
        assert_eq!(needles.places("xabcab"), [(1, 1), (1, 2), (2, 0), (4, 2)]);
    }

    proptest! {
        #[test]
        fn each_needle_is_found_where_the_text_goes_on_with_it(text in "[aé用户!`]{0,20}") {
            const NEEDLES: [&str; 4] = ["a", "é用", "户", "!`"];
            let ours = Needles::new(&NEEDLES).places(&text);
            let starts = text.char_indices().map(|(at, _)| at);
            let theirs = starts.flat_map(|at| {
                let numbers = (0..NEEDLES.len()).filter(|number| text[at..].starts_with(NEEDLES[*number]));
                numbers.map(|number| (at, number)).collect::<Vec<_>>()
            });
            prop_assert_eq!(ours, theirs.collect::<Vec<_>>());
        }
    }
}
