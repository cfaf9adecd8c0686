//! The grammar of the tables: classes of words, acts, and patterns.
//!
//! A pattern is a line of a language's table, such as `Conceal! = ^Dont 2 *Tell 12 User 16 Deed`: an act and the classes of
//! the words that order it, each at most so many bytes after the one before.
//!
//! | mark | meaning |
//! | --- | --- |
//! | `!` after the act | the words are enough for a warning; without it something grave has to be near |
//! | `^` | the first word has the place of an imperative |
//! | `*` | a clause without such a word is not inspected |
//! | `A\|B` | either class; `$` is the end of the clause, `:` the end before a colon and more words |
//! | `&A\|B` | the sentence has a word of either class, too; after `&&` it may be in the sentences around |
//! | `-A` | the clause has no such word; conditions and places count only after the first word |
//! | `@` | the text has told to read the user's data shortly before |

/// Defines the classes of words, and their names in the tables.
macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The part that a word plays in a clause.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Class {
            $($(#[$doc])* $name,)*
        }

        const CLASSES: &[(&str, Class)] = &[$((stringify!($name), Class::$name),)*];
    };
}

classes! {
    /// Words before the verb of an order.
    Lead,
    /// Words that begin a clause before an order without a comma.
    Sub,
    /// Negations.
    Not,
    /// Negations of orders.
    Dont,
    /// Words of clauses that speak of such orders.
    Speaks,
    /// Words that speak of an order before them.
    After,
    /// Words of conditions and exceptions.
    Until,
    /// Words that begin another clause.
    But,
    /// Names of messages that only a host may send.
    Fake,
    /// What the user has and a stranger wants.
    Loot,
    /// Words for all that can be done.
    Wide,
    /// Verbs that take up what is there.
    Read,
    /// An address that something goes to.
    Target,
    /// An address of the web or of mail, which no table lists.
    Address,
    // The others are what their words in the tables say.
    Without, Elsewhere, Rules, Own, Strong, Memory, Trace, Act, Adds, Agreed, All, Allow, Always, Anyone, Anyway,
    Appear, Aside, Ask, Asked, Asks, Assume, Assumed, AtOnce, Authority, Back, Bcc, Before, Behind, Carrier, Claim,
    Conceal, Consent, Contradict, Copies, Cover, Creds, Deed, Denial, Deny, Dialog, Do, DoesNot, Embed, Encode,
    Ensure, Enter, Every, Everywhere, False, Fetch, Fine, First, Follow, Foreign, Free, FromUser, Gerund, Give,
    Glitch, Go, Grave, Guard, Halt, Hand, Harm, Header, Hear, Here, Hush, Ignorant, Image, Involve, It, Itself,
    Know, Knowledge, Le, Leave, Let, Lie, Look, Lure, Mine, Mode, Must, MustNot, NeedNot, NoNeed, Nobody, Now,
    Objects, Omit, Orders, Ordinal, Others, OutOf, Over, Overrule, Party, Permit, Pretend, Probe, Processing, Quiet, Rank,
    Refuses, Regardless, Report, Request, Result, Run, Secret, Secretly, Seen, Send, Sends, Show, Silence, Skip,
    Sneak, Stealth, Step, Story, Talk, Tell, That, TheUser, Them, This, To, Tools, Trusted, Unasked, Unbinds,
    Unbound, Unless, Unsaid, Unseen, Unsought, Use, User, Vocative, Voice, Void, Wave, Wipe, Write, Yes,
}

impl Class {
    /// The class of a name in a table.
    pub fn named(name: &str) -> Option<Self> {
        let mut classes = CLASSES.iter();
        classes
            .find(|(known, _)| *known == name)
            .map(|(_, class)| *class)
    }
}

/// What a text tells a model to do against its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// To set its instructions aside.
    SetAside,
    /// To keep something from the user.
    Conceal,
    /// To tell the user what is not true.
    Lie,
    /// To act without the user's consent, or past what protects them.
    Unasked,
    /// To send elsewhere what the user has.
    Send,
    /// To fetch instructions from an address and follow them.
    Remote,
    /// To write orders where later sessions or others read them.
    Plant,
    /// To take itself for one without limits.
    Pretend,
    /// Nothing yet, but it claims to come from somebody whom the model obeys.
    Pose,
    /// To prefer this skill whatever the task.
    Lure,
    /// Anything at all, in words meant for a model alone.
    Address,
}

/// The acts by the name that tables give them.
const ACTS: [(&str, Act); 10] = [
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

/// A line of a table that says which words are an order.
#[derive(Debug)]
pub(super) struct Pattern {
    pub act: Act,
    pub is_sure: bool,
    pub is_imperative: bool,
    /// Whether the user's data have to be named before.
    pub takes_up: bool,
    pub steps: Vec<Step>,
    /// The words that have to be in the sentence, or in those around it, too.
    pub with: Vec<(bool, Vec<Class>)>,
    pub without: Vec<Class>,
    /// The classes of which a clause has to have a word to be inspected.
    pub triggers: Vec<Class>,
}

#[derive(Debug, Default)]
pub(super) struct Step {
    pub classes: Vec<Class>,
    /// Most bytes between the word before and this one.
    pub reach: usize,
    /// Whether the end of the clause will do.
    pub may_end: bool,
    /// Whether a colon and more words have to follow.
    pub is_colon: bool,
}

impl Pattern {
    /// Reads a line of a table; none if it is not a pattern.
    pub fn read(line: &str) -> Option<Self> {
        let (name, tokens) = line.split_once(" = ")?;
        let act = name.trim_end_matches('!');
        let mut pattern = Self {
            act: ACTS.iter().find(|(known, _)| *known == act)?.1,
            is_sure: name.ends_with('!'),
            is_imperative: false,
            takes_up: false,
            steps: Vec::new(),
            with: Vec::new(),
            without: Vec::new(),
            triggers: Vec::new(),
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
                pattern.steps.push(step);
            }
        }
        Some(pattern)
    }
}
