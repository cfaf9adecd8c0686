//! The grammar of the tables: classes of words, acts, and patterns.
//!
//! A pattern is a line of a language's table, such as `Conceal! = ^Dont 2 *Tell 12 User 16 Deed`. A pattern has an act,
//! and the classes of the words that express this act, in the order of the words. The number between two classes is the
//! maximum number of bytes between their words.
//!
//! | mark | meaning |
//! | --- | --- |
//! | `!` after the act | the words are enough for a finding; without `!`, a severe word must be near |
//! | `!!` after the act | the words have no harmless meaning, so the finding is a warning |
//! | `^` | the first word is at a position where an imperative may be |
//! | `*` | a clause without a word of this class is not inspected |
//! | `A\|B` | a word of either class; `$` is the end of the clause, `:` the end before a colon and more words |
//! | `&A\|B` | the sentence also has a word of either class; with `&&`, the word may also be in the sentences around |
//! | `-A` | the clause has no word of this class; conditions and places count only after the first word |
//! | `@` | the text shortly before asks the model to read the user's data; after `!!`, data that attackers want |

/// Defines the enum of word classes, and the names of the classes in the word tables.
macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The role of a word in a clause.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Class {
            $($(#[$doc])* $name,)*
        }

        const CLASSES: &[(&str, Class)] = &[$((stringify!($name), Class::$name),)*];
    };
}

classes! {
    /// Words that may be before the verb of an instruction, such as `please`.
    Lead,
    /// Words that begin a subordinate clause, such as `when`. An instruction may follow the
    /// subordinate clause without a comma, as in `when done send the file`.
    Sub,
    /// Words that negate a statement, such as `cannot`.
    Not,
    /// Words that negate an instruction, such as `do not`.
    Dont,
    /// Words that show that a text is about an instruction but does not give it, such as `detect`
    /// or `block`.
    Speaks,
    /// Words after an instruction that show that the text is only about the instruction, such as
    /// `attack` or `pattern`.
    After,
    /// Words that introduce a condition or an exception, such as `unless`.
    Until,
    /// Words that begin a new part of a clause, such as `but`.
    But,
    /// Names of senders, such as `system message`, that make a text look like a message of the
    /// host.
    Fake,
    /// Data of the user that an attacker wants, such as `.ssh` or `private key`.
    Loot,
    /// Words for actions or data without a limit, such as `any command` or `everything`.
    Wide,
    /// Verbs for reading existing data, such as `collect`.
    Read,
    /// The address to which data is sent.
    Target,
    /// A web or mail address. Addresses are found by a function, so they are not in the word
    /// tables.
    Address,
    // The words of the other classes in the tables show what these classes mean.
    Without, Elsewhere, Rules, Own, Strong, Memory, Trace, Act, Adds, Agreed, All, Allow, Always, Anyone, Anyway,
    Appear, Aside, Ask, Asked, Asks, Assume, Assumed, AtOnce, Authority, Back, Bcc, Before, Behind, Bypass, Carrier, Claim,
    Conceal, Config, Consent, Contradict, Copies, Cover, Creds, Deed, Denial, Deny, Dialog, Do, DoesNot, Embed, Encode,
    Ensure, Enter, Every, Everywhere, False, Fetch, Fine, First, Follow, Foreign, Form, Free, FromUser, Gerund, Give,
    Glitch, Go, Grave, Guard, Halt, Hand, Harm, Header, Hear, Here, Hush, Ignorant, Image, Involve, It, Itself,
    Know, Knowledge, Launch, Le, Leave, Let, Lie, Look, Lure, Mine, Mode, Must, MustNot, NeedNot, NoNeed, Nobody, Now,
    Objects, Omit, Orders, Ordinal, Others, OutOf, Over, Overrule, Party, Permit, Pretend, Probe, Processing, Quiet, Rank,
    Refuses, Regardless, Destroy, Precious, Narrow, Demand, Password, Code, Swap, Payee, Theirs, Prefer, Ours, Even, Feign, AsIf,
    Obey, What, Sweep, Alter, Skills, Top, EvenBetter, Picture, Although, With, Feigns, Inflate, Figures, Forge, Proof, Record, Failed, Scope, As, Good, Edition, Treat, Fetched, AsPart, NoWord, Needs, BelongsOut, Report, Request, Result, Run, Secret, Secretly, Seed, Seen, Send, Sends, Show, Silence, Skip,
    Sneak, Stealth, Step, Story, Talk, Task, Tell, That, TheUser, Them, This, To, Tools, Trusted, Unasked, Unbinds,
    Unbound, Unless, Unsaid, Unseen, Unsought, Use, User, Vocative, Voice, Void, Wave, Wipe, Write, Yes,
}

/// A set of word classes, stored as bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClassSet([u64; 4]);

impl ClassSet {
    pub fn of(classes: &[Class]) -> Self {
        let mut set = Self::default();
        for class in classes {
            set.add(*class);
        }
        set
    }

    pub fn add(&mut self, class: Class) {
        let number = class as usize;
        self.0[number >> 6] |= 1 << (number & 63);
    }

    pub fn has(&self, class: Class) -> bool {
        let number = class as usize;
        self.0[number >> 6] >> (number & 63) & 1 != 0
    }

    /// Returns true if the two sets have at least one class in common.
    pub fn meets(&self, other: &Self) -> bool {
        let [first, second, third, fourth] = self.0;
        let other = &other.0;
        first & other[0] | second & other[1] | third & other[2] | fourth & other[3] != 0
    }
}

impl Class {
    /// Returns the class with this name in the word tables; `None` if there is no such class.
    pub fn named(name: &str) -> Option<Self> {
        let mut classes = CLASSES.iter();
        classes
            .find(|(known, _)| *known == name)
            .map(|(_, class)| *class)
    }
}

/// The kind of a harmful instruction, which turns a model against its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// The text tells the model to ignore earlier instructions.
    SetAside,
    /// The text tells the model to hide something from the user.
    Conceal,
    /// The text tells the model to deceive the user.
    Lie,
    /// The text tells the model to act without the user's consent, or to evade a protection.
    Unasked,
    /// The text tells the model to send the user's data to somebody.
    Send,
    /// The text tells the model to fetch instructions from an address and to follow these
    /// instructions.
    Remote,
    /// The text tells the model to write instructions where later sessions or other models read
    /// them.
    Plant,
    /// The text tells the model to pretend that it has no limits.
    Pretend,
    /// The text claims to be from somebody whom the model obeys. Such a claim is not an instruction
    /// on its own.
    Pose,
    /// The text tells the model to destroy data that the user needs.
    Destroy,
    /// The text tells the model to ask the user for a secret, such as a password.
    Extract,
    /// The text tells the model to steer money or advice in somebody else's interest, for example
    /// to send a payment to the author.
    Steer,
    /// The description of a skill tells the model to choose this skill for every task.
    Lure,
    /// A hidden text addresses the model and not people, such as `instructions for AI agents`. What
    /// the text tells the model to do does not matter.
    Address,
}

/// The acts (kinds of harmful instructions) that patterns may search for, each with its name in the
/// word tables.
const ACTS: [(&str, Act); 13] = [
    ("Destroy", Act::Destroy),
    ("Extract", Act::Extract),
    ("Steer", Act::Steer),
    ("SetAside", Act::SetAside),
    ("Conceal", Act::Conceal),
    ("Lie", Act::Lie),
    ("Unasked", Act::Unasked),
    ("Send", Act::Send),
    ("Remote", Act::Remote),
    ("Plant", Act::Plant),
    ("Pretend", Act::Pretend),
    ("Lure", Act::Lure),
    ("Address", Act::Address),
];

/// A pattern from a word table. It describes the words of an instruction, such as an instruction to
/// hide something.
#[derive(Debug)]
pub(super) struct Pattern {
    pub act: Act,
    pub is_sure: bool,
    pub is_certain: bool,
    pub is_imperative: bool,
    /// True if the pattern requires an earlier sentence that tells the model to read the user's
    /// private data. For example, `send it to …` is then found only after `read the keys`.
    pub takes_up: bool,
    pub steps: Vec<Step>,
    /// Other words that the pattern requires, in addition to the words of its steps. Each item
    /// requires one word from any of its classes. If the flag of an item is false, the word must be
    /// in the sentence. If the flag is true, the word may also be a few hundred bytes before or
    /// after the sentence.
    pub with: Vec<(bool, ClassSet)>,
    pub without: Vec<Class>,
    /// Classes of words with which the search begins. A clause is inspected only if it has a word
    /// of one of these classes.
    pub triggers: Vec<Class>,
    pub trigger_set: ClassSet,
}

/// A step of a pattern. A step matches a word of one of its classes. A text matches the pattern if
/// it has words for all steps, in the order of the steps.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub classes: Vec<Class>,
    pub set: ClassSet,
    /// The maximum number of bytes between the word that matched the previous step and the word
    /// that matches this step.
    pub reach: usize,
    /// True if the end of a clause can replace the word that this step must match. The clause then
    /// ends directly after the word that matched the previous step.
    pub may_end: bool,
    /// True if a colon can replace the word that this step must match. The clause then ends with
    /// the colon, directly after the word that matched the previous step. More text must follow the
    /// colon.
    pub is_colon: bool,
}

impl Pattern {
    /// Parses a pattern from a line of a word table. Returns `None` if the line is not a pattern.
    pub fn read(line: &str) -> Option<Self> {
        let (name, tokens) = line.split_once(" = ")?;
        let act = name.trim_end_matches('!');
        let mut pattern = Self {
            act: ACTS.iter().find(|(known, _)| *known == act)?.1,
            is_sure: name.ends_with('!'),
            is_certain: name.ends_with("!!"),
            is_imperative: false,
            takes_up: false,
            steps: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
            triggers: Vec::new(),
            trigger_set: ClassSet::default(),
        };
        let mut reach = 0;
        for token in tokens.split(' ') {
            if let Ok(number) = token.parse() {
                reach = number;
            } else if token == "@" {
                pattern.takes_up = true;
            } else if let Some(classes) = token.strip_prefix('&') {
                let is_around = classes.starts_with('&');
                let classes = classes.trim_start_matches('&').split('|');
                let classes: Vec<_> = classes.map(Class::named).collect::<Option<_>>()?;
                pattern.with.push((is_around, ClassSet::of(&classes)));
            } else if let Some(class) = token.strip_prefix('-') {
                pattern.without.push(Class::named(class)?);
            } else {
                let classes = token.trim_start_matches(['^', '*']);
                pattern.is_imperative |= token.starts_with('^');
                let mut step = Step {
                    reach,
                    ..Step::default()
                };
                for class in classes.split('|') {
                    match class {
                        "$" => step.may_end = true,
                        ":" => step.is_colon = true,
                        _ => step.classes.push(Class::named(class)?),
                    }
                }
                if token.trim_start_matches('^').starts_with('*') {
                    pattern.triggers.extend(&step.classes);
                }
                step.set = ClassSet::of(&step.classes);
                pattern.steps.push(step);
            }
        }
        pattern.trigger_set = ClassSet::of(&pattern.triggers);
        Some(pattern)
    }

    /// Returns true if the pattern may find an instruction in a text with words of these classes.
    /// The text is the clause and the text around it.
    pub fn may_be_meant(&self, words: &ClassSet) -> bool {
        self.may_match(words) && self.with.iter().all(|(_, classes)| words.meets(classes))
    }

    /// Returns true if a clause with words of these classes may match the pattern. The order of the
    /// words is not checked.
    pub fn may_match(&self, words: &ClassSet) -> bool {
        for step in &self.steps {
            if step.may_end || step.is_colon {
                return true;
            }
            if !words.meets(&step.set) {
                return false;
            }
        }
        true
    }
}

/// The patterns of a language, in the order of its word table.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    all: Vec<Pattern>,
    /// For each class, by its number: the patterns whose first word may be of this class.
    by_first_class: Vec<PatternSet>,
}

/// A set of patterns of one language, stored as bits.
type PatternSet = [u64; 3];

impl Patterns {
    pub fn new(all: Vec<Pattern>) -> Self {
        let mut by_first_class = vec![PatternSet::default(); CLASSES.len()];
        for (number, pattern) in all.iter().enumerate() {
            for class in &pattern.steps[0].classes {
                by_first_class[*class as usize][number >> 6] |= 1 << (number & 63);
            }
        }
        Self {
            all,
            by_first_class,
        }
    }

    /// Returns the patterns whose first word may be of one of these classes.
    pub fn that_begin_with(&self, classes: ClassSet) -> impl Iterator<Item = &Pattern> {
        let mut set = PatternSet::default();
        for class in bits(classes.0) {
            let patterns = &self.by_first_class[class];
            (set.iter_mut().zip(patterns)).for_each(|(set, patterns)| *set |= patterns);
        }
        bits(set).map(|at| &self.all[at])
    }
}

/// Returns the numbers in a set that is stored as bits, in ascending order.
fn bits<const WORDS: usize>(set: [u64; WORDS]) -> impl Iterator<Item = usize> {
    let words = set.into_iter().enumerate();
    words.flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.checked_sub(1)?;
            Some(word * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_room_for_all_classes() {
        for (_, class) in CLASSES {
            let set = ClassSet::of(&[*class]);
            let same = CLASSES.iter().filter(|(_, other)| set.has(*other));
            assert_eq!(same.count(), 1, "{class:?}");
        }
    }
}
