//! Reads affix files (`.aff`).
//!
//! A first pass reads the settings that the rules depend on: the encoding, the kind of
//! flags and their aliases. A second pass reads the rules. Lines about suggestions,
//! tokenization or compounds are skipped.

use crate::error::{Diagnostic, Error, Faults, Problem, Result};
use crate::limits::{HUNSPELL_AFF_BYTES, HUNSPELL_CONVERSIONS, HUNSPELL_WORD_BYTES, LINE_BYTES};
use crate::source::hunspell::condition::{Condition, Side};
use crate::source::hunspell::encoding::Encoding;
use crate::source::hunspell::flags::{Flag, FlagKind};
use crate::source::lines::{Place, places, shorten, without_mark};
use crate::text;
use std::collections::{HashMap, HashSet};

/// The number of a set of flags.
pub(crate) type SetId = u32;

/// Sets of flags, each stored once.
#[derive(Debug, Default)]
pub(crate) struct FlagSets {
    ids: HashMap<Vec<Flag>, SetId>,
    pub(crate) sets: Vec<Vec<Flag>>,
}

impl FlagSets {
    /// The empty set.
    pub(crate) const NONE: SetId = 0;

    fn id(&mut self, mut flags: Vec<Flag>) -> SetId {
        flags.sort_unstable();
        flags.dedup();
        let next = self.sets.len() as SetId;
        let sets = &mut self.sets;
        *self.ids.entry(flags).or_insert_with_key(|flags| {
            sets.push(flags.clone());
            next
        })
    }
}

/// One rule of an affix: what it strips from a word, what it adds, and to which words
/// it applies.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) strip: Box<str>,
    pub(crate) add: Box<str>,
    pub(crate) condition: Condition,
    /// The flags of the resulting word.
    pub(crate) next: SetId,
}

/// All rules of one flag on one side.
#[derive(Debug)]
pub(crate) struct Affix {
    pub(crate) flag: Flag,
    pub(crate) side: Side,
    /// Whether it may be combined with an affix on the other side.
    pub(crate) crosses: bool,
    pub(crate) rules: Vec<Rule>,
}

/// The flags with a special meaning, if the file defines them.
#[derive(Debug, Default)]
pub(crate) struct Meanings {
    pub(crate) need_affix: Option<Flag>,
    pub(crate) only_in_compound: Option<Flag>,
    pub(crate) forbidden: Option<Flag>,
    pub(crate) circumfix: Option<Flag>,
}

/// An affix file.
#[derive(Debug, Default)]
pub(crate) struct AffixFile {
    encoding: Encoding,
    kind: FlagKind,
    /// The sets that aliases stand for; empty if flags are written out.
    aliases: Vec<SetId>,
    pub(crate) sets: FlagSets,
    pub(crate) affixes: Vec<Affix>,
    pub(crate) meanings: Meanings,
    /// Whether an affix may strip a whole word.
    pub(crate) full_strip: bool,
    /// Whether there are compounds, which are not expanded.
    pub(crate) has_compounds: bool,
    /// Output conversions: a text and its replacement.
    pub(crate) conversions: Vec<(String, String)>,
    /// Characters that are not part of words.
    ignored: HashSet<char>,
    /// The faults of the file being read.
    pub(crate) faults: Faults,
}

/// The lines that define compounds.
const COMPOUNDS: [&[u8]; 6] = [
    b"COMPOUNDFLAG",
    b"COMPOUNDBEGIN",
    b"COMPOUNDMIDDLE",
    b"COMPOUNDEND",
    b"COMPOUNDLAST",
    b"COMPOUNDRULE",
];

/// The tables that are read. The first line of each gives the number of lines that
/// follow.
const TABLES: [&[u8]; 3] = [b"AF", b"AM", b"OCONV"];

/// A table, and how many of its lines have been read.
struct Table<'a> {
    /// Its first line.
    head: Place<'a>,
    /// The number of lines that its first line announces.
    lines: Option<usize>,
    found: usize,
}

/// The first fields of a line; empty past the last one.
fn fields(line: &[u8]) -> [&[u8]; 5] {
    let fields = line.split(|&byte| byte == b' ' || byte == b'\t');
    let mut fields = fields.filter(|field| !field.is_empty());
    [(); 5].map(|()| fields.next().unwrap_or_default())
}

fn number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Quotes a text for messages.
pub(crate) fn quoted(text: &[u8]) -> String {
    format!("`{}`", shorten(&String::from_utf8_lossy(text)))
}

impl AffixFile {
    /// Reads a file. `path` is its name in errors, which list all faults.
    pub(crate) fn read(path: &str, file: &[u8]) -> Result<AffixFile> {
        text::check(path, file)?;
        if file.len() > HUNSPELL_AFF_BYTES {
            let expected = format!("an affix file of at most {HUNSPELL_AFF_BYTES} bytes");
            return Err(Error::mismatch(path, expected, file.len()));
        }
        let file = without_mark(file);
        let mut aff = AffixFile::default();
        aff.sets.id(Vec::new()); // the set `NONE`
        aff.head(path, file);
        // Without these settings, each rule would report false faults.
        std::mem::take(&mut aff.faults).into_result()?;
        aff.settings(path, file);
        aff.rules(path, file);
        std::mem::take(&mut aff.faults).into_result()?;
        Ok(aff)
    }

    /// Reads how flags and words are encoded.
    fn head(&mut self, path: &str, file: &[u8]) {
        // The values of the first `SET` and the first `FLAG`.
        let mut said: [Option<&[u8]>; 2] = [None; 2];
        for place in places(path, file) {
            let [name, value, ..] = fields(place.text);
            let found = || quoted(value);
            if let Some(at) = [&b"SET"[..], b"FLAG"].iter().position(|n| *n == name) {
                let before = *said[at].get_or_insert(value);
                if before != value {
                    let expected = format!("{} as above", quoted(before));
                    self.refuse(&place, &String::from_utf8_lossy(name), expected, found());
                    continue;
                }
            }
            match name {
                b"SET" => match Encoding::named(&String::from_utf8_lossy(value)) {
                    Some(named) => self.encoding = named,
                    None => {
                        let expected = "an encoding that is known (UTF-8, ISO8859-1 to -15, \
                                        KOI8-R, KOI8-U, microsoft-cp1250 to 1257)";
                        self.refuse(&place, "SET", expected, found());
                    }
                },
                b"FLAG" => match FlagKind::named(value) {
                    Some(named) => self.kind = named,
                    None => self.refuse(&place, "FLAG", "char, UTF-8, long or num", found()),
                },
                b"COMPLEXPREFIXES" => {
                    let expected = "at most one prefix on a word";
                    self.refuse(&place, "COMPLEXPREFIXES", expected, "two");
                }
                _ => (),
            }
        }
    }

    /// Reads everything but the rules.
    fn settings(&mut self, path: &str, file: &[u8]) {
        let mut tables = TABLES.map(|_| None::<Table<'_>>);
        for place in places(path, file) {
            let [name, value, to, ..] = fields(place.text);
            if let Some(at) = TABLES.iter().position(|table| *table == name) {
                match &mut tables[at] {
                    Some(table) => table.found += 1,
                    head => {
                        *head = Some(Table {
                            head: place,
                            lines: number(value),
                            found: 0,
                        });
                        continue;
                    }
                }
            }
            if COMPOUNDS.contains(&name) {
                self.has_compounds = true;
            }
            match name {
                b"FULLSTRIP" => self.full_strip = true,
                b"IGNORE" => match self.encoding.decode(value) {
                    Ok(ignored) => self.ignored.extend(ignored.chars()),
                    Err(_) => self.not_utf_8(&place),
                },
                // Conversions with `_` concern the ends of words, and are skipped.
                b"OCONV" if to.is_empty() => {
                    let expected = "a text and what replaces it";
                    self.refuse(&place, "", expected, quoted(place.text));
                }
                b"OCONV" if !value.contains(&b'_') => {
                    let from = self.word(&place, value);
                    let to = self.affix_text(&place, to);
                    self.conversions.extend(from.zip(to.map(String::from)));
                }
                b"AF" => match self.kind.parse(value) {
                    Some(flags) if !flags.is_empty() => self.aliases.push(self.sets.id(flags)),
                    _ => self.bad_flags(&place, value),
                },
                _ => {
                    let meaning = match name {
                        b"NEEDAFFIX" | b"PSEUDOROOT" => &mut self.meanings.need_affix,
                        b"ONLYINCOMPOUND" => &mut self.meanings.only_in_compound,
                        b"FORBIDDENWORD" => &mut self.meanings.forbidden,
                        b"CIRCUMFIX" => &mut self.meanings.circumfix,
                        _ => continue,
                    };
                    match self.kind.parse(value).as_deref() {
                        Some([flag, ..]) => *meaning = Some(*flag),
                        _ => self.bad_flags(&place, value),
                    }
                }
            }
        }
        for (table, name) in tables.into_iter().zip(TABLES) {
            let Some(Table { head, lines, found }) = table else {
                continue;
            };
            let (expected, found) = match lines {
                Some(lines) if lines == found => continue,
                Some(lines) => {
                    let expected = format!("{lines} more lines, as this one says");
                    (expected, found.to_string())
                }
                None => {
                    let expected = "the number of lines that follow".to_string();
                    (expected, quoted(head.text))
                }
            };
            self.refuse(&head, &String::from_utf8_lossy(name), expected, found);
        }
        if self.conversions.len() > HUNSPELL_CONVERSIONS {
            let expected = format!("at most {HUNSPELL_CONVERSIONS} lines");
            let problem = Problem::mismatch(expected, self.conversions.len()).of("OCONV");
            self.faults.add(|| Diagnostic::new(path, problem));
        }
    }

    /// Reads the rules. A header gives the number of rules that follow it.
    fn rules(&mut self, path: &str, file: &[u8]) {
        let mut left = 0;
        for place in places(path, file) {
            let [name, flag, third, fourth, condition] = fields(place.text);
            let side = match name {
                b"PFX" => Side::Prefix,
                b"SFX" => Side::Suffix,
                _ => continue,
            };
            let Some(&flag) = self.kind.parse(flag).unwrap_or_default().first() else {
                self.bad_flags(&place, flag);
                continue;
            };
            let open = self.affixes.last();
            let open = open.filter(|affix| left > 0 && (affix.flag, affix.side) == (flag, side));
            if open.is_some() {
                left -= 1;
                if fourth.is_empty() {
                    let expected = "a rule: its flag, what it strips, what it adds";
                    self.refuse(&place, "", expected, quoted(place.text));
                    continue;
                }
                if let Some(rule) = self.rule(&place, side, [third, fourth, condition])
                    && let Some(affix) = self.affixes.last_mut()
                {
                    affix.rules.push(rule);
                }
                continue;
            }
            let crosses = third.starts_with(b"Y");
            match number(fourth) {
                Some(count) if left == 0 && (crosses || third.starts_with(b"N")) => {
                    left = count;
                    self.affixes.push(Affix {
                        flag,
                        side,
                        crosses,
                        rules: Vec::new(),
                    });
                }
                _ => {
                    let expected = match left {
                        0 => "the head of an affix: its flag, Y or N, the number of its rules"
                            .to_string(),
                        left => format!("a rule of the affix above ({left} more)"),
                    };
                    left = 0;
                    self.refuse(&place, "", expected, quoted(place.text));
                }
            }
        }
        if left > 0 {
            let problem = Problem::mismatch(format!("{left} more rules of the last affix"), "none");
            self.faults.add(|| Diagnostic::new(path, problem));
        }
    }

    /// Reads a rule.
    fn rule(
        &mut self,
        place: &Place<'_>,
        side: Side,
        [strip, add, condition]: [&[u8]; 3],
    ) -> Option<Rule> {
        let mut parts = add.splitn(2, |&byte| byte == b'/');
        let add = parts.next().unwrap_or_default();
        let next = match parts.next() {
            Some(flags) => self.flags(place, flags)?,
            None => FlagSets::NONE,
        };
        let strip = self.affix_text(place, strip)?;
        let add = self.affix_text(place, add)?;
        let Ok(text) = self.encoding.decode(condition) else {
            self.not_utf_8(place);
            return None;
        };
        let Some(parsed) = Condition::parse(&text, side) else {
            let expected = "a condition with whole classes such as [^abc]";
            self.refuse(place, "", expected, quoted(condition));
            return None;
        };
        Some(Rule {
            strip,
            add,
            condition: parsed,
            next,
        })
    }

    /// The text that a rule strips or adds: `0` means none.
    fn affix_text(&mut self, place: &Place<'_>, text: &[u8]) -> Option<Box<str>> {
        match text {
            b"0" => Some("".into()),
            text => self.word(place, text).map(String::into_boxed_str),
        }
    }

    /// Decodes a word or an affix.
    pub(crate) fn word(&mut self, place: &Place<'_>, text: &[u8]) -> Option<String> {
        if text.len() > HUNSPELL_WORD_BYTES {
            let expected = format!("words and affixes of at most {HUNSPELL_WORD_BYTES} bytes");
            self.refuse(place, "", expected, text.len());
            return None;
        }
        let Ok(word) = self.encoding.decode(text) else {
            self.not_utf_8(place);
            return None;
        };
        let mut word = word.into_owned();
        if !self.ignored.is_empty() {
            word.retain(|c| !self.ignored.contains(&c));
        }
        Some(word)
    }

    /// Reads the flags of a word or a rule, which may be the number of an alias.
    pub(crate) fn flags(&mut self, place: &Place<'_>, text: &[u8]) -> Option<SetId> {
        if !self.aliases.is_empty() {
            let alias = number(text).and_then(|number| self.aliases.get(number.checked_sub(1)?));
            let alias = alias.copied();
            if alias.is_none() {
                let expected = format!("the number of an alias, from 1 to {}", self.aliases.len());
                self.refuse(place, "", expected, quoted(text));
            }
            return alias;
        }
        match self.kind.parse(text).filter(|_| text.len() <= LINE_BYTES) {
            Some(flags) => Some(self.sets.id(flags)),
            None => {
                self.bad_flags(place, text);
                None
            }
        }
    }

    fn bad_flags(&mut self, place: &Place<'_>, text: &[u8]) {
        self.refuse(place, "", self.kind.expected(), quoted(text));
    }

    /// Adds the fault of a line that is not in the encoding of the file.
    fn not_utf_8(&mut self, place: &Place<'_>) {
        self.refuse(place, "", "UTF-8, as the affix file says", "other bytes");
    }

    /// Adds a fault of a line, or of a part of it.
    fn refuse(
        &mut self,
        place: &Place<'_>,
        part: &str,
        expected: impl ToString,
        found: impl ToString,
    ) {
        let problem = Problem::mismatch(expected, found).of(part);
        self.faults.add(|| place.at(0, usize::MAX, problem));
    }
}
