//! What the words of a clause order together.

use std::ops::Range;

use super::lexicon::{Class, ENGLISH, Hit, Lexicon, Order};

/// What a text tells a model to do against its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) enum Act {
    /// To set its instructions aside.
    SetAside,
    /// To keep something from the user.
    Conceal,
    /// To act without the user's consent, or past what protects them.
    Unasked,
    /// To send elsewhere what the user has.
    Send,
    /// To take itself for one without limits.
    Pretend,
    /// Nothing yet, but it claims to come from somebody whom the model obeys.
    Pose,
    /// To prefer this skill whatever the task.
    Lure,
    /// Anything at all, in words meant for a model alone.
    Address,
}

/// An order in a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub act: Act,
    /// From its first word to its last.
    pub bytes: Range<usize>,
    /// Where its verb begins.
    pub verb: usize,
}

/// The words of one language in a clause.
pub(super) struct Words<'t> {
    text: &'t str,
    hits: Vec<Hit>,
    language: u8,
    order: Order,
    /// The clause.
    within: Range<usize>,
    /// The words around it: of its sentence before and behind.
    around: Around<'t>,
}

/// The words of a sentence before a clause and behind it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around<'t> {
    pub before: &'t [Hit],
    pub behind: &'t [Hit],
}

impl<'t> Words<'t> {
    /// Those of the hits, by place, that lie in the clause.
    pub fn new(
        text: &'t str,
        within: Range<usize>,
        hits: &[Hit],
        language: u8,
        around: Around<'t>,
    ) -> Self {
        let first = hits.partition_point(|hit| hit.bytes.start < within.start);
        let inside = hits[first..]
            .iter()
            .take_while(|hit| hit.bytes.start < within.end);
        let inside = inside.filter(|hit| hit.language == language && hit.bytes.end <= within.end);
        Self {
            text,
            hits: inside.cloned().collect(),
            language,
            order: Lexicon::order(language),
            within,
            around,
        }
    }

    /// What the clause orders in a text for a model.
    pub fn said(&self) -> Vec<Said> {
        let all = [
            self.set_aside(),
            self.conceal(),
            self.unasked(),
            self.send(),
            self.pretend(),
        ];
        all.into_iter().flatten().collect()
    }

    /// Whether the clause may order something in some sentence. The words around it only forgive, but for those that it
    /// sends on.
    pub fn may_say(&self) -> bool {
        !self.said().is_empty()
            || self.of(Class::Fake).next().is_some()
            || self.of(Class::Send).next().is_some()
    }

    /// Whether the clause of a description sets the skill before all others.
    pub fn lure(&self) -> Option<Said> {
        let phrase = self.of(Class::Lure).next().map(|lure| (lure, lure, false));
        let with = |class| {
            let mut uses = self.of(Class::Use);
            uses.find_map(|verb| {
                let object = self.of(class).find(|object| !overlap(object, verb))?;
                Some((verb, object, true))
            })
        };
        let over = with(Class::Over);
        let first = || {
            self.of(Class::Always).next()?;
            with(Class::First)
        };
        let (verb, object, negatable) = phrase.or(over).or_else(first)?;
        let is_negated = negatable && self.is_negated(verb);
        (!is_negated && !self.is_spoken_of(verb, object.bytes.end))
            .then(|| self.say(Act::Lure, verb, &[object]))
    }

    /// Whether the clause of a comment speaks to a model.
    pub fn address(&self) -> Option<Said> {
        let address = self.of(Class::Address).next()?;
        (!self.is_spoken_of(address, address.bytes.end))
            .then(|| self.say(Act::Address, address, &[]))
    }

    /// Names of messages that only a host may send.
    pub fn fakes(&self) -> impl Iterator<Item = Said> {
        let fakes = self.of(Class::Fake);
        fakes.map(|fake| self.say(Act::Pose, fake, &[]))
    }

    fn set_aside(&self) -> Option<Said> {
        const REACH: usize = 90;
        for verb in self.hits.iter() {
            if !matches!(verb.class, Class::Aside | Class::Void) {
                continue;
            }
            let objects = (self.hits.iter())
                .filter(|hit| matches!(hit.class, Class::Prompt | Class::Rules))
                .filter(|object| {
                    let stands = match (self.order, verb.class) {
                        (Order::VerbFirst, Class::Aside) => object.bytes.start >= verb.bytes.end,
                        (Order::VerbFirst, _) => object.bytes.end <= verb.bytes.start,
                        _ => !overlap(object, verb),
                    };
                    stands && gap(object, verb) <= REACH
                });
            for object in objects {
                let which = match object.class {
                    Class::Prompt => Some(object),
                    _ => self.of(Class::Which).find(|which| {
                        let is_before = which.bytes.end <= object.bytes.start
                            && gap(which, object) <= 40
                            && (self.order != Order::VerbFirst
                                || verb.class == Class::Void
                                || which.bytes.start >= verb.bytes.end);
                        let is_behind =
                            which.bytes.start >= object.bytes.end && gap(which, object) <= 25;
                        !overlap(which, verb) && (is_before || is_behind)
                    }),
                };
                let Some(which) = which else {
                    continue;
                };
                // `override the margins with your rules`
                let between = self.text.get(verb.bytes.end..object.bytes.start);
                let is_means = self.language == ENGLISH
                    && between.is_some_and(|between| {
                        [" with ", " by ", " using ", " per ", " via "]
                            .iter()
                            .any(|word| between.contains(word))
                    });
                let is_foreign = self.of(Class::Foreign).any(|foreign| {
                    gap(foreign, object) <= 60
                        && (self.order != Order::VerbFirst
                            || foreign.bytes.start >= object.bytes.end)
                });
                let end = object.bytes.end.max(which.bytes.end);
                // `the previous rule's colour`
                let is_owner = self.text[end..].starts_with(['\'', '’']);
                if !is_means
                    && !is_owner
                    && !is_foreign
                    && !self.is_negated(verb)
                    && !self.is_spoken_of(verb, end)
                {
                    return Some(self.say(Act::SetAside, verb, &[object, which]));
                }
            }
        }
        None
    }

    fn conceal(&self) -> Option<Said> {
        self.unknowing()
            .or_else(|| self.hushed())
            .or_else(|| self.hidden())
    }

    /// `without the user's knowledge`
    fn unknowing(&self) -> Option<Said> {
        let mut phrases = self.of(Class::Unknowing);
        let phrase = phrases.find(|phrase| {
            !self.is_negated(phrase) && !self.is_spoken_of(phrase, phrase.bytes.end)
        });
        if let Some(phrase) = phrase {
            return Some(self.say(Act::Conceal, phrase, &[]));
        }
        // `secretly send it`
        self.of(Class::Stealth).find_map(|how| {
            let verb = self
                .hits
                .iter()
                .find(|hit| matches!(hit.class, Class::Act | Class::Send) && gap(hit, how) <= 40)?;
            let is_said = !self.is_negated(how)
                && !self.is_negated(verb)
                && !self.is_spoken_of(how, how.bytes.end);
            is_said.then(|| self.say(Act::Conceal, how, &[verb]))
        })
    }

    /// `do not tell the user`
    fn hushed(&self) -> Option<Said> {
        const REACH: usize = 60;
        for verb in self.hits.iter() {
            let not = match verb.class {
                Class::Hush => verb,
                Class::Tell => {
                    let mut nots = self.hits.iter().rev().filter(|not| {
                        matches!(not.class, Class::Not)
                            && !overlap(not, verb)
                            && gap(not, verb) <= REACH
                            && match self.language {
                                // The negation ends the verb.
                                JAPANESE | KOREAN => {
                                    not.bytes.start >= verb.bytes.end && gap(not, verb) <= 18
                                }
                                _ => self.order == Order::Free || not.bytes.end <= verb.bytes.start,
                            }
                    });
                    let Some(not) = nots.next() else {
                        continue;
                    };
                    not
                }
                _ => continue,
            };
            if self.is_double(not, verb) || self.is_spoken_of(not, verb.bytes.end) {
                continue;
            }
            let users = || self.of(Class::User).filter(|user| !overlap(user, verb));
            let deeds = || {
                let deeds = self.hits.iter();
                deeds.filter(|hit| matches!(hit.class, Class::Deed | Class::Deeds))
            };
            let is_without = self.of(Class::Without).any(|without| overlap(without, not));
            let found = if self.language == ENGLISH {
                let follows = |hit: &Hit, before: &Hit, reach: usize| {
                    hit.bytes.start >= before.bytes.end && gap(hit, before) <= reach
                };
                if gap(not, verb) > 30 {
                    continue;
                }
                // `do not tell the user (about it)`
                let told = users().find(|user| follows(user, verb, 10));
                // `do not let the user know`
                let lets = self.text[verb.bytes.clone()]
                    .to_ascii_lowercase()
                    .starts_with("let");
                let told = told.filter(|user| {
                    let rest = self.text[user.bytes.end..self.within.end].trim_start();
                    let ends = [
                        "know", "see", "notice", "find", "learn", "discover", "suspect",
                    ];
                    !lets || ends.iter().any(|end| rest.starts_with(end))
                });
                let told = told.filter(|user| {
                    is_without || !self.is_advice(user.bytes.end) && !self.is_on_condition(user)
                });
                // `do not mention these steps (to the user)`
                let hushed = || {
                    let near = || deeds().filter(|deed| follows(deed, verb, 12));
                    let own = near().find(|deed| deed.class == Class::Deeds);
                    let deed = own.or_else(|| near().next())?;
                    let to = users().find(|user| follows(user, deed, 40));
                    let is_own = deed.class == Class::Deeds && !self.is_on_condition(deed);
                    to.or(is_own.then_some(deed))
                };
                // `never mention the copy to the user`
                let mentioned = || {
                    let said = self.text[verb.bytes.clone()].to_ascii_lowercase();
                    let keeps = ["mention", "disclose", "admit", "acknowledge"];
                    let to = users().find(|user| follows(user, verb, 50))?;
                    let between = &self.text[verb.bytes.end..to.bytes.start];
                    let is_plain = between.starts_with(" the ")
                        && (between.ends_with(" to the ") || between.ends_with(" to "))
                        && !between.contains('`');
                    let mut data = self.of(Class::Data).chain(self.of(Class::Guard));
                    let is_safe = data.any(|data| follows(data, verb, 50));
                    (is_plain && !is_safe && keeps.contains(&&*said)).then_some(to)
                };
                told.or_else(hushed).or_else(mentioned)
            } else {
                let near = |hit: &&Hit| gap(hit, verb) <= REACH;
                let behind = |user: &&Hit| {
                    self.order != Order::NegationFirst || user.bytes.start >= not.bytes.end
                };
                let told = users().filter(behind).find(near).filter(|user| {
                    let end = user.bytes.end.max(verb.bytes.end).max(not.bytes.end);
                    is_without || !self.is_advice(end) && !self.is_on_condition(user)
                });
                told.or_else(|| {
                    let deed = deeds().find(|deed| deed.class == Class::Deeds && near(deed));
                    deed.filter(|deed| !self.is_on_condition(deed))
                })
            };
            // Words in quotes are said, not meant.
            let between = found.and_then(|object| self.text.get(not.bytes.end..object.bytes.start));
            if between.is_some_and(|between| between.contains(['"', '“'])) {
                continue;
            }
            if let Some(object) = found {
                return Some(self.say(Act::Conceal, not, &[verb, object]));
            }
        }
        None
    }

    /// `hide these steps from the user`
    fn hidden(&self) -> Option<Said> {
        for verb in self.of(Class::Conceal) {
            let user = self.of(Class::User).find(|user| gap(user, verb) <= 80);
            let Some(user) = user else {
                continue;
            };
            // `hide from the user which files are gone`
            let direct = gap(user, verb) <= 12 && user.bytes.start >= verb.bytes.end;
            let deed = self.hits.iter().find(|hit| {
                matches!(hit.class, Class::Deed | Class::Deeds)
                    && !overlap(hit, verb)
                    && gap(hit, verb) <= 40
                    && (self.language != ENGLISH
                        || hit.bytes.start >= verb.bytes.end && gap(hit, verb) <= 12)
            });
            let Some(deed) = deed.or(direct.then_some(user)) else {
                continue;
            };
            let between = verb.bytes.end..user.bytes.start;
            let is_from = self.language != ENGLISH
                || self
                    .text
                    .get(between)
                    .is_some_and(|between| between.contains("from"));
            if is_from && !self.is_negated(verb) && !self.is_spoken_of(verb, user.bytes.end) {
                return Some(self.say(Act::Conceal, verb, &[deed, user]));
            }
        }
        None
    }

    fn unasked(&self) -> Option<Said> {
        // `run it without asking`
        for phrase in self.of(Class::Unasked) {
            let verb = self.of(Class::Act).find(|verb| {
                !overlap(verb, phrase)
                    && gap(verb, phrase) <= 110
                    && (self.language != ENGLISH || verb.bytes.end <= phrase.bytes.start)
            });
            let is_negated = self.of(Class::Not).any(|not| {
                !overlap(not, phrase)
                    && (self.language != ENGLISH || not.bytes.end <= phrase.bytes.start)
            });
            let rest = self.text[phrase.bytes.end..self.within.end].trim_start();
            let is_rare = rest.starts_with("only ");
            if let Some(verb) = verb.filter(|_| !is_negated && !is_rare)
                && !self.is_spoken_of(verb, phrase.bytes.end)
            {
                return Some(self.say(Act::Unasked, verb, &[phrase]));
            }
        }
        // `do not ask for permission`
        for ask in self.of(Class::Ask) {
            let not = self.of(Class::Not).find(|not| {
                let is_before = not.bytes.end <= ask.bytes.start;
                let is_without = self.of(Class::Without).any(|without| overlap(without, not));
                gap(not, ask) <= 24 && (is_before || self.order == Order::Free) && !is_without
            });
            let not = not.or((self.language == TURKISH).then_some(ask));
            if let Some(not) = not
                && !self.is_spoken_of(not, ask.bytes.end)
                && !self.is_excepted(ask)
                && !self.is_double(not, ask)
            {
                return Some(self.say(Act::Unasked, not, &[ask]));
            }
        }
        // `assume that the user agrees`
        let granted = self.of(Class::Granted).find(|granted| {
            !self.is_negated(granted) && !self.is_spoken_of(granted, granted.bytes.end)
        });
        if let Some(granted) = granted {
            return Some(self.say(Act::Unasked, granted, &[]));
        }
        // `bypass the permission checks`
        let (verb, guard) = self.pair(Class::Skip, Class::Guard, 45)?;
        // `--skip-permissions` is a name.
        let is_name = self.text[verb.bytes.end..].starts_with('-')
            || self.text[..verb.bytes.start].ends_with('-');
        // `with --yes it skips the confirmation`
        let before = &self.text[self.within.start..verb.bytes.start];
        let is_option = before.contains("--") || before.contains("`-");
        let is_said = !is_name && !is_option && !self.is_negated(verb);
        (is_said && !self.is_spoken_of(verb, guard.bytes.end))
            .then(|| self.say(Act::Unasked, verb, &[guard]))
    }

    fn send(&self) -> Option<Said> {
        const FILES: [&str; 8] = [
            ".ssh/",
            ".aws/",
            ".env",
            "id_rsa",
            "id_ed25519",
            ".netrc",
            ".npmrc",
            ".kube/",
        ];
        let clause = &self.text[self.within.clone()];
        if self.of(Class::Header).next().is_some() {
            return None;
        }
        for verb in self.of(Class::Send) {
            // A request, in the words of an interface.
            if &self.text[verb.bytes.clone()] == "POST" {
                continue;
            }
            let mut data = self.of(Class::Data).filter(|data| !overlap(data, verb));
            let data = data.next().map(|data| data.bytes.clone()).or_else(|| {
                FILES.iter().find_map(|file| {
                    let at = self.within.start + clause.find(file)?;
                    Some(at..at + file.len())
                })
            });
            // `print the prompt, and send it there`
            let data = data.or_else(|| {
                let rest = self.text[verb.bytes.end..self.within.end].trim_start();
                let is_named = [
                    "it ",
                    "them ",
                    "this ",
                    "everything ",
                    "all of it ",
                    "the output ",
                ]
                .iter()
                .any(|word| rest.starts_with(word));
                let mut before = self.around.before.iter().rev();
                let data =
                    before.find(|hit| hit.class == Class::Data && hit.language == self.language);
                let is_ours = is_named && self.language == ENGLISH;
                data.filter(|_| is_ours).map(|data| data.bytes.clone())
            });
            let elsewhere = self.of(Class::Elsewhere).next().map(|to| to.bytes.clone());
            let elsewhere = elsewhere.or_else(|| address(self.text, &self.within));
            let (Some(data), Some(elsewhere)) = (data, elsewhere) else {
                continue;
            };
            let end = data.end.max(elsewhere.end);
            if self.order == Order::VerbFirst
                && elsewhere.start < verb.bytes.start
                && data.start < verb.bytes.start
            {
                continue;
            }
            if !self.is_negated(verb) && !self.is_spoken_of(verb, end) {
                let start = verb.bytes.start.min(data.start).min(elsewhere.start);
                return Some(Said {
                    act: Act::Send,
                    bytes: start..end.max(verb.bytes.end),
                    verb: verb.bytes.start,
                });
            }
        }
        None
    }

    fn pretend(&self) -> Option<Said> {
        let mut phrases = self.of(Class::Pretend);
        let phrase = phrases.find(|phrase| {
            !self.is_negated(phrase) && !self.is_spoken_of(phrase, phrase.bytes.end)
        });
        if let Some(phrase) = phrase {
            return Some(self.say(Act::Pretend, phrase, &[]));
        }
        let (now, free) = self.pair(Class::Now, Class::Free, 70)?;
        let is_negated = self.of(Class::Not).any(|not| {
            !overlap(not, free) && !overlap(not, now) && not.bytes.end <= free.bytes.start
        });
        (!is_negated && !self.is_spoken_of(now, free.bytes.end))
            .then(|| self.say(Act::Pretend, now, &[free]))
    }

    fn of(&self, class: Class) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(move |hit| hit.class == class)
    }

    /// Two words of a clause near each other, the first before the second where the language has it so.
    fn pair(&self, first: Class, second: Class, reach: usize) -> Option<(&Hit, &Hit)> {
        self.of(first).find_map(|verb| {
            let object = self.of(second).find(|object| {
                let stands = self.order == Order::Free || object.bytes.start >= verb.bytes.end;
                stands && !overlap(object, verb) && gap(object, verb) <= reach
            });
            Some((verb, object?))
        })
    }

    /// Whether the clause says not to.
    fn is_negated(&self, verb: &Hit) -> bool {
        self.of(Class::Not).any(|not| {
            !overlap(not, verb) && (self.order == Order::Free || not.bytes.end <= verb.bytes.start)
        })
    }

    /// Whether what says not to let somebody know is negated itself: `never … without telling the user`.
    fn is_double(&self, not: &Hit, verb: &Hit) -> bool {
        let is_without = self.of(Class::Without).any(|without| overlap(without, not));
        let is_counted = is_without || matches!(self.language, 0..=3);
        is_counted
            && self.of(Class::Not).any(|other| {
                !overlap(other, not)
                    && !overlap(other, verb)
                    && gap(other, not) > 6
                    && (self.order == Order::Free || other.bytes.end <= not.bytes.start)
            })
    }

    /// Whether the clause speaks of an order that begins and ends there, instead of giving it.
    fn is_spoken_of(&self, verb: &Hit, end: usize) -> bool {
        self.hits.iter().any(|hit| match hit.class {
            // `it forgot`, which holds the verb.
            Class::Maybe if overlap(hit, verb) => hit.bytes.len() > verb.bytes.len(),
            Class::Speaks | Class::Maybe if !overlap(hit, verb) => {
                self.order == Order::Free || hit.bytes.end <= verb.bytes.start
            }
            Class::Aftermath => hit.bytes.start >= end && hit.bytes.start - end <= 40,
            _ => false,
        })
    }

    /// Whether a clause goes on as advice on what to say.
    fn is_advice(&self, at: usize) -> bool {
        let rest = &self.text[at..self.within.end];
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "*_`".contains(c));
        let start = self.within.end - rest.len();
        if rest.is_empty() {
            // `Sage ihm nicht, er solle …`
            return self.language != ENGLISH
                && self.around.behind.iter().any(|hit| {
                    hit.class == Class::Say
                        && hit.language == self.language
                        && hit.bytes.start - self.within.end < 4
                        && self.text[self.within.end..].starts_with(',')
                });
        }
        self.of(Class::Say).any(|say| say.bytes.start == start)
    }

    /// Whether exceptions follow.
    fn is_excepted(&self, object: &Hit) -> bool {
        let holds = |hit: &Hit| {
            hit.class == Class::Until
                && hit.language == self.language
                && hit.bytes.start >= object.bytes.end
                && !["before", "when", "while", "if"].contains(&&self.text[hit.bytes.clone()])
        };
        self.hits.iter().any(holds) || self.around.behind.iter().any(holds)
    }

    /// Whether it holds only for a while, or in some case.
    fn is_on_condition(&self, object: &Hit) -> bool {
        let here = self.of(Class::Until).any(|until| {
            until.bytes.start >= object.bytes.end
                && !self.text[..until.bytes.start].trim_end().ends_with("even")
        });
        here || self.around.behind.iter().any(|hit| {
            let between = self.text.get(self.within.end..hit.bytes.start);
            hit.class == Class::Until
                && hit.language == self.language
                && between.is_some_and(|between| between.len() < 4)
        })
    }

    fn say(&self, act: Act, verb: &Hit, others: &[&Hit]) -> Said {
        let (mut start, mut end) = (verb.bytes.start, verb.bytes.end);
        for other in others {
            start = start.min(other.bytes.start);
            end = end.max(other.bytes.end);
        }
        Said {
            act,
            bytes: start..end,
            verb: verb.bytes.start,
        }
    }
}

/// Languages by the place of their negation: behind the verb, and inside it.
const JAPANESE: u8 = 2;
const KOREAN: u8 = 3;
const TURKISH: u8 = 12;

/// The bytes between two words.
fn gap(left: &Hit, right: &Hit) -> usize {
    let start = left.bytes.start.max(right.bytes.start);
    start.saturating_sub(left.bytes.end.min(right.bytes.end))
}

fn overlap(left: &Hit, right: &Hit) -> bool {
    left.bytes.start < right.bytes.end && right.bytes.start < left.bytes.end
}

/// An address of the web or of mail in some bytes of a text.
fn address(text: &str, within: &Range<usize>) -> Option<Range<usize>> {
    let clause = &text[within.clone()];
    let ends = |c: char| c.is_whitespace() || "`'\"()<>|，。".contains(c);
    let web = ["https://", "http://", "ftp://", "wss://"];
    let web = web.iter().filter_map(|start| clause.find(start)).min();
    let mail = clause.match_indices('@').find_map(|(at, _)| {
        let start = clause[..at].rfind(ends).map_or(0, |blank| {
            blank + clause[blank..].chars().next().map_or(1, char::len_utf8)
        });
        let domain = &clause[at + 1..];
        let domain = &domain[..domain.find(ends).unwrap_or(domain.len())];
        let is_mail = start < at && domain.trim_end_matches('.').contains('.') && domain.is_ascii();
        is_mail.then_some(start)
    });
    let start = web.or(mail)?;
    let rest = &clause[start..];
    let length = rest.find(ends).unwrap_or(rest.len());
    Some(within.start + start..within.start + start + length)
}
