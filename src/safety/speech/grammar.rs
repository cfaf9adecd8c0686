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

/// Defines the classes of words, and their names in the tables.
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
    /// Words that may precede the verb of an instruction.
    Lead,
    /// Words that begin a clause which is followed by an instruction without a comma.
    Sub,
    /// Words that negate a statement.
    Not,
    /// Words that negate an instruction, such as `do not`.
    Dont,
    /// Words of clauses that mention an instruction without giving it.
    Speaks,
    /// Words that follow an instruction and show that the text only mentions it.
    After,
    /// Words that introduce a condition or an exception.
    Until,
    /// Words that begin a new part of a clause, such as `but`.
    But,
    /// Names of messages that only a host may send.
    Fake,
    /// Data of the user that an attacker wants.
    Loot,
    /// Words that mean everything that a model can do.
    Wide,
    /// Verbs that mean reading existing data.
    Read,
    /// The address to which data is sent.
    Target,
    /// A web or mail address. The tables do not list addresses, because a function finds them.
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
    Obey, What, Sweep, Alter, Skills, Top, EvenBetter, Picture, Although, With, Feigns, Inflate, Figures, Forge, Proof, Record, Failed, As, Good, Edition, Treat, Fetched, AsPart, NoWord, Needs, BelongsOut, Report, Request, Result, Run, Secret, Secretly, Seed, Seen, Send, Sends, Show, Silence, Skip,
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

    /// Returns true if the two sets have a class in common.
    pub fn meets(&self, other: &Self) -> bool {
        let mut words = self.0.iter().zip(&other.0);
        words.any(|(one, other)| one & other != 0)
    }
}

impl Class {
    /// Returns the class that has this name in the tables of words; `None` if no class has the name.
    pub fn named(name: &str) -> Option<Self> {
        let mut classes = CLASSES.iter();
        classes
            .find(|(known, _)| *known == name)
            .map(|(_, class)| *class)
    }
}

/// An instruction that turns a model against its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// To ignore earlier instructions.
    SetAside,
    /// To hide something from the user.
    Conceal,
    /// To deceive the user.
    Lie,
    /// To act without the user's consent, or to evade a protection.
    Unasked,
    /// To send away data of the user.
    Send,
    /// To fetch instructions from an address and follow them.
    Remote,
    /// To write instructions where later sessions or other models read them.
    Plant,
    /// To pretend that the model has no limits.
    Pretend,
    /// To claim that a text is from somebody whom the model obeys. This is not yet an instruction.
    Pose,
    /// To destroy data that the user needs.
    Destroy,
    /// To ask the user for secrets that nobody may ask for.
    Extract,
    /// To steer money or advice to somebody other than the user wants.
    Steer,
    /// To prefer this skill for any task.
    Lure,
    /// Words that address only a model, whatever the instruction is.
    Address,
}

/// The acts that patterns may name, each with its name in the tables.
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

/// A line of a table that defines which words express an act, such as hiding something.
#[derive(Debug)]
pub(super) struct Pattern {
    pub act: Act,
    pub is_sure: bool,
    pub is_certain: bool,
    pub is_imperative: bool,
    /// True if the text before the clause must ask the model to read data of the user.
    pub takes_up: bool,
    pub steps: Vec<Step>,
    /// Lists of further classes. The sentence must contain a word of each list. If the flag of a list is true, the word
    /// may also be in the sentences around it.
    pub with: Vec<(bool, Vec<Class>)>,
    pub without: Vec<Class>,
    /// The classes of the pattern's triggers. Clauses without a word of these classes are not inspected.
    pub triggers: Vec<Class>,
    pub trigger_set: ClassSet,
}

#[derive(Debug, Default)]
pub(super) struct Step {
    pub classes: Vec<Class>,
    pub set: ClassSet,
    /// The maximum number of bytes between the word of the previous step and the word of this step.
    pub reach: usize,
    /// True if the end of the clause is accepted instead of a word.
    pub may_end: bool,
    /// True if a colon and further words must follow.
    pub is_colon: bool,
}

impl Pattern {
    /// Parses a line of a table. Returns `None` if the line is not a pattern.
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
                let classes = classes.map(Class::named).collect::<Option<_>>()?;
                pattern.with.push((is_around, classes));
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

    /// Returns false if the pattern cannot match a clause that has only words of these classes.
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
