//! Several short texts looked for in one pass. The standard library would go through a text once for each of them, and an
//! automaton of a library costs more of the module than the rules that need it.

/// Texts to look for.
pub(crate) struct Needles<'n> {
    needles: &'n [&'n str],
    /// By first byte: whether some needle begins so.
    begins: [bool; 256],
}

impl<'n> Needles<'n> {
    /// None of them is empty.
    pub fn new(needles: &'n [&'n str]) -> Self {
        let mut begins = [false; 256];
        for needle in needles {
            begins[usize::from(needle.as_bytes()[0])] = true;
        }
        Self { needles, begins }
    }

    /// The bytes at which needles begin, from the first, each with the needle's number; overlapping ones, too.
    pub fn places(&self, text: &str) -> impl Iterator<Item = (usize, usize)> {
        let bytes = text.as_bytes();
        let starts = (0..bytes.len()).filter(|at| self.begins[usize::from(bytes[*at])]);
        starts.flat_map(move |at| {
            let rest = &bytes[at..];
            let numbers = 0..self.needles.len();
            let found =
                numbers.filter(move |number| rest.starts_with(self.needles[*number].as_bytes()));
            found.map(move |number| (at, number))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn needles_that_overlap_are_found_in_the_order_of_their_starts() {
        let needles = Needles::new(&["bc", "abc", "ab"]);
        let places: Vec<_> = needles.places("xabcab").collect();
        assert_eq!(places, [(1, 1), (1, 2), (2, 0), (4, 2)]);
    }

    proptest! {
        #[test]
        fn each_needle_is_found_where_the_text_goes_on_with_it(text in "[aé用户!`]{0,20}") {
            const NEEDLES: [&str; 4] = ["a", "é用", "户", "!`"];
            let ours: Vec<_> = Needles::new(&NEEDLES).places(&text).collect();
            let starts = text.char_indices().map(|(at, _)| at);
            let theirs = starts.flat_map(|at| {
                let numbers = (0..NEEDLES.len()).filter(|number| text[at..].starts_with(NEEDLES[*number]));
                numbers.map(|number| (at, number)).collect::<Vec<_>>()
            });
            prop_assert_eq!(ours, theirs.collect::<Vec<_>>());
        }
    }
}
