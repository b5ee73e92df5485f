//! Tests the meaning of Hunspell's lines, and compares with a plain expander.

use crate::source::hunspell::Hunspell;
use crate::source::hunspell::forms::Budget;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

fn read(aff: &[u8], dic: &[u8]) -> Result<BTreeSet<String>, String> {
    let read = Hunspell::read(("x.aff", aff), ("x.dic", dic)).map_err(|e| e.to_string())?;
    let mut forms = BTreeSet::new();
    let made = read.each_form(|form| {
        forms.insert(form.to_string());
    });
    made.map_err(|e| e.to_string())?;
    Ok(forms)
}

fn steps_of(read: &Hunspell) -> u64 {
    let budget = Budget::default();
    let taken = read.each_form_of(&read.stems, &budget, |_, _| Ok(()));
    taken.unwrap();
    budget.steps.into_inner()
}

/// A few lines that describe more forms than fit any memory.
#[test]
fn work_is_bounded() {
    let rules: String = (0..3_000).map(|i| format!("SFX A 0 a{i}/A .\n")).collect();
    let aff = format!("SFX A Y 3000\n{rules}");
    let dic = format!("1\n{}", "bb/A\n".repeat(100_000));
    let read = Hunspell::read(("x.aff", aff.as_bytes()), ("x.dic", dic.as_bytes())).unwrap();
    let budget = Budget::default();
    let used = crate::limits::HUNSPELL_STEPS - 1_000_000;
    budget.steps.store(used, Ordering::Relaxed);
    let taken = read.each_form_of(&read.stems, &budget, |_, _| Ok(()));
    assert_eq!(
        taken.unwrap_err().to_string(),
        "x.dic: expected affixes that are expanded in at most 4294967296 steps, found more"
    );
}

/// The forms of a dictionary, with spaces between them.
fn forms(aff: &str, dic: &str) -> String {
    let dic = format!("1\n{dic}");
    let forms = read(format!("SET UTF-8\n{aff}").as_bytes(), dic.as_bytes()).unwrap();
    Vec::from_iter(forms).join(" ")
}

const PLURAL: &str = "SFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\n";

#[test]
fn affixes_are_put_where_their_conditions_hold() {
    assert_eq!(
        forms(PLURAL, "cat/S\npony/S\ndog"),
        "cat cats dog ponies pony"
    );
    let un = "PFX U Y 1\nPFX U 0 un [^aeiou]\nSFX D N 1\nSFX D 0 ed .\nSFX G Y 1\nSFX G 0 ing .\n";
    assert_eq!(forms(un, "lock/U"), "lock unlock");
    assert_eq!(forms(un, "add/U"), "add");
    // Only affixes that may be combined occur together.
    assert_eq!(
        forms(un, "lock/UDG"),
        "lock locked locking unlock unlocking"
    );
    // The text to strip must be there, and something must be left of the word.
    let strip = "SFX A Y 1\nSFX A ab 0 .\n";
    assert_eq!(forms(strip, "cab/A\nacb/A\nab/A"), "ab acb c cab");
    let full = format!("FULLSTRIP\n{}", strip.replace("ab 0", "ab z"));
    assert_eq!(forms(&full, "ab/A"), "ab z");
}

#[test]
fn suffixes_may_allow_others() {
    let two = "SFX A Y 1\nSFX A 0 er/BP .\nSFX B Y 1\nSFX B 0 s r\nSFX C Y 1\nSFX C 0 x .\n\
               PFX P Y 1\nPFX P 0 re .\n";
    assert_eq!(
        forms(two, "work/A"),
        "reworker reworkers work worker workers"
    );
    // A third suffix is one too many.
    let three = "SFX A Y 1\nSFX A 0 a/B .\nSFX B Y 1\nSFX B 0 b/C .\nSFX C Y 1\nSFX C 0 c .\n";
    assert_eq!(forms(three, "x/A"), "x xa xab");
    // A prefix may also allow a suffix.
    let by_prefix = "PFX P Y 1\nPFX P 0 re/S .\nSFX S Y 1\nSFX S 0 s .\n";
    assert_eq!(forms(by_prefix, "do/P"), "do redo redos");
}

#[test]
fn flags_with_a_meaning_are_heeded() {
    let with = |line: &str, dic: &str| forms(&format!("{line}\n{PLURAL}"), dic);
    assert_eq!(with("NEEDAFFIX X", "cat/SX\ndog/X"), "cats");
    assert_eq!(with("PSEUDOROOT X", "cat/SX"), "cats");
    assert_eq!(with("ONLYINCOMPOUND X", "cat/SX\ndog/S"), "dog dogs");
    // A forbidden word is forbidden as a form of any stem, and has no forms itself.
    assert_eq!(with("FORBIDDENWORD X", "cat/S\ncats/XS"), "cat");
    assert_eq!(with("KEEPCASE X\nNOSUGGEST S", "cat/SX"), "cat cats");
    let circumfix = "CIRCUMFIX X\nPFX A Y 1\nPFX A 0 leg/X .\n\
                     SFX C Y 3\nSFX C 0 obb .\nSFX C 0 obb/AX .\nSFX C 0 obbs/X .\n";
    assert_eq!(forms(circumfix, "nagy/C"), "legnagyobb nagy nagyobb");
    assert_eq!(forms(circumfix, "nagy/A"), "nagy");
    // An affix that needs another one.
    let need = "NEEDAFFIX X\nSFX A Y 1\nSFX A 0 a/XB .\nSFX B Y 1\nSFX B 0 b .\n\
                PFX P Y 1\nPFX P 0 p .\nPFX Q Y 1\nPFX Q 0 q/X .\n";
    assert_eq!(forms(need, "x/A"), "x xab");
    assert_eq!(forms(need, "x/AP"), "px pxa pxab x xab");
    assert_eq!(forms(need, "x/AQ"), "qxab x xab");
}

#[test]
fn flags_are_written_in_four_ways_and_by_number() {
    for (head, flag, other) in [
        ("", "S", "T"),
        ("FLAG char", "S", "T"),
        ("FLAG UTF-8", "ż", "ź"),
        ("FLAG long", "Aa", "Ab"),
        ("FLAG num", "999", "1000"),
    ] {
        let rules = format!("{head}\nSFX {flag} Y 1\nSFX {flag} 0 s .\n");
        let both = match head {
            "FLAG num" => format!("{flag},{other}"),
            _ => format!("{flag}{other}"),
        };
        assert_eq!(
            forms(&rules, &format!("cat/{both}\n")),
            "cat cats",
            "{head}"
        );
        let aliases =
            format!("{head}\nAF 2\nAF {other} # 1\nAF {both} # 2\n{rules}AM 1\nAM po:noun\n");
        assert_eq!(forms(&aliases, "cat/2 1\ndog/1\t1\n"), "cat cats dog");
    }
    // Flags are bytes even if words are UTF-8.
    let aff = b"SET UTF-8\nAF 1\nAF \xe9\xff\nSFX \xe9 Y 1\nSFX \xe9 0 s .\n";
    let found = read(aff, "1\nżółw/1\n".as_bytes()).unwrap();
    assert_eq!(Vec::from_iter(found), ["żółw", "żółws"]);
}

#[test]
fn words_are_decoded() {
    let aff = b"SET ISO8859-2\nSFX A Y 1\nSFX A \xb3 \xb6 [^\xf3]\xb3\n";
    let found = read(aff, b"1\nwa\xb3/A\nw\xf3\xb3/A\n").unwrap();
    assert_eq!(Vec::from_iter(found), ["wał", "waś", "wół"]);
    let found = read(b"", b"1\ncaf\xe9\n").unwrap();
    assert_eq!(Vec::from_iter(found), ["café"]);
    let found = forms(
        "OCONV 2\nOCONV ĳ ij\nOCONV _x y\nICONV 1\nICONV ij ĳ\n",
        "bĳ\nx\n",
    );
    assert_eq!(found, "bij x");
    let found = forms("IGNORE -\n", "a-b\nkm\\/h\nad hoc po:x\n/ note\n\n\ttab\n");
    assert_eq!(found, "/ note ab ad hoc km/h");
}

#[test]
fn faults_have_lines() {
    let faults = |aff: &str, dic: &str| read(aff.as_bytes(), dic.as_bytes()).unwrap_err();
    for (aff, dic, expected) in [
        (
            "",
            "",
            "x.dic:1:1: expected the number of words, with which a Hunspell dictionary begins, found ``",
        ),
        (
            "",
            "cat\n",
            "x.dic:1:1: expected the number of words, with which a Hunspell dictionary begins, found `cat`",
        ),
        (
            "SET KOI9\n",
            "1\n",
            "x.aff:1:1: SET: expected an encoding that is known (UTF-8, ISO8859-1 to -15, KOI8-R, KOI8-U, microsoft-cp1250 to 1257), found `KOI9`",
        ),
        (
            "FLAG short\n",
            "1\n",
            "x.aff:1:1: FLAG: expected char, UTF-8, long or num, found `short`",
        ),
        (
            "\nCOMPLEXPREFIXES\n",
            "1\n",
            "x.aff:2:1: COMPLEXPREFIXES: expected at most one prefix on a word, found two",
        ),
        (
            "SFX A Y 2\nSFX A 0 s .\nSFX B Y 1\n",
            "1\n",
            "x.aff:3:1: expected a rule of the affix above (1 more), found `SFX B Y 1`",
        ),
        (
            "SFX A Y 2\nSFX A 0 s .\n",
            "1\n",
            "x.aff: expected 1 more rules of the last affix, found none",
        ),
        (
            "SFX A 0 s .\n",
            "1\n",
            "x.aff:1:1: expected the head of an affix: its flag, Y or N, the number of its rules, found `SFX A 0 s .`",
        ),
        (
            "SFX A Y 1\nSFX A 0 s [ab\n",
            "1\n",
            "x.aff:2:1: expected a condition with whole classes such as [^abc], found `[ab`",
        ),
        (
            "FLAG long\nSFX Aa Y 1\nSFX Aa 0 s/B .\n",
            "1\n",
            "x.aff:3:1: expected flags of two characters, found `B`",
        ),
        (
            "AF 1\nAF A\n",
            "1\ncat/2\n",
            "x.dic:2:1: expected the number of an alias, from 1 to 1, found `2`",
        ),
        (
            "FLAG num\n",
            "1\n\ncat/A\n",
            "x.dic:3:1: expected flags as numbers from 1 to 65535 with commas between them, found `A`",
        ),
    ] {
        let found = faults(aff, dic);
        assert_eq!(found.lines().next().unwrap(), expected);
    }
    let bad = read(b"SET UTF-8\n", b"1\nok\ncaf\xe9\n").unwrap_err();
    assert!(
        bad.starts_with("x.dic:3:1: expected UTF-8, as the affix file says, found other bytes")
    );
    let long = format!("1\n{}\n", "a".repeat(1025));
    let long = faults("", &long);
    assert!(
        long.starts_with("x.dic:2:1: expected words and affixes of at most 1024 bytes, found 1025")
    );
}

/// A truncated file is noticed by the counts at the head of its tables.
#[test]
fn tables_have_as_many_lines_as_they_say() {
    let head = "x.aff:1:1: expected the head of an affix: its flag, Y or N, the number of its rules, found";
    for (aff, expected) in [
        (
            "OCONV 2\nOCONV a b\n",
            "x.aff:1:1: OCONV: expected 2 more lines, as this one says, found 1",
        ),
        (
            "OCONV 1\nOCONV a b\nOCONV _c d\n",
            "x.aff:1:1: OCONV: expected 1 more lines, as this one says, found 2",
        ),
        (
            "OCONV 1\nOCONV a\n",
            "x.aff:2:1: expected a text and what replaces it, found `OCONV a`",
        ),
        (
            "OCONV a b\n",
            "x.aff:1:1: OCONV: expected the number of lines that follow, found `OCONV a b`",
        ),
        (
            "\nAF 2\nAF A\n",
            "x.aff:2:1: AF: expected 2 more lines, as this one says, found 1",
        ),
        (
            "AF 1\nAF\n",
            "x.aff:2:1: expected flags of one byte, found ``",
        ),
        (
            "AM 2\nAM po:noun\n",
            "x.aff:1:1: AM: expected 2 more lines, as this one says, found 1",
        ),
        (
            "SFX A Y 1\nSFX A 0\n",
            "x.aff:2:1: expected a rule: its flag, what it strips, what it adds, found `SFX A 0`",
        ),
        ("SFX A 0\n", &format!("{head} `SFX A 0`")),
        ("SFX A Y\n", &format!("{head} `SFX A Y`")),
        (
            "SET UTF-8\nSET ISO8859-1\n",
            "x.aff:2:1: SET: expected `UTF-8` as above, found `ISO8859-1`",
        ),
        (
            "FLAG long\nFLAG num\n",
            "x.aff:2:1: FLAG: expected `long` as above, found `num`",
        ),
    ] {
        let found = read(aff.as_bytes(), b"1\n").unwrap_err();
        assert_eq!(found.lines().next(), Some(expected));
    }
    let fine = "SET UTF-8\nSET UTF-8\nFLAG num\nFLAG num\nAM 1\nAM a\nREP 9\nOCONV 0\n";
    assert!(read(fine.as_bytes(), b"1\n").is_ok());
}

/// The number of ignored characters does not affect the time for each word.
#[test]
fn many_characters_can_be_ignored() {
    let ignored = String::from_iter(('\u{100}'..='\u{10ffff}').take(200_000));
    let aff = format!("IGNORE {ignored}\n");
    let dic = format!("a\u{100}{}\n", "b".repeat(500)).repeat(4_000);
    let started = std::time::Instant::now();
    assert_eq!(forms(&aff, &dic), format!("a{}", "b".repeat(500)));
    // Searching all of them for each character would take minutes.
    assert!(started.elapsed().as_secs() < 20);
}

/// Rules are looked up by the edge of a word: those that can't fit are not examined.
#[test]
fn rules_are_found_by_the_edge_of_a_word() {
    let rules: String = (0..2_000).map(|_| "SFX A 0 s [^a]a\n").collect();
    let aff = format!("SFX A Y 2000\n{rules}");
    let dic = format!("1\n{}", "bb/A\n".repeat(1_000));
    let read = Hunspell::read(("x.aff", aff.as_bytes()), ("x.dic", dic.as_bytes())).unwrap();
    assert!(steps_of(&read) < 100_000);
    // A condition that any edge may fit must be tested.
    let aff = aff.replace("[^a]a", "[^b]");
    let read = Hunspell::read(("x.aff", aff.as_bytes()), ("x.dic", dic.as_bytes())).unwrap();
    assert!(steps_of(&read) > 2_000_000);
}

/// A rule that does not fit costs as many steps as units compared.
#[test]
fn conditions_that_fail_late_take_steps() {
    let steps = |condition: &str| {
        let aff = format!("SFX A Y 1\nSFX A 0 s {condition}\n");
        let dic = format!("1\n{}/A\n", "b".repeat(600));
        let read = Hunspell::read(("x.aff", aff.as_bytes()), ("x.dic", dic.as_bytes())).unwrap();
        steps_of(&read)
    };
    let none = steps("a");
    let late = steps(&format!("a{}", "b".repeat(500)));
    assert!((none + 500..none + 600).contains(&late), "{none} {late}");
    // The size of a class makes no difference.
    let class = String::from_iter('c'..'\u{d000}');
    let wide = steps(&format!("[^{class}a]b"));
    assert!(wide < none + 700, "{none} {wide}");
}

/// A plain expander: tries every rule of every flag on every word, with strings and
/// sets.
mod plain {
    use std::collections::BTreeSet;

    #[derive(Clone, Debug)]
    pub(super) struct Rule {
        pub(super) is_prefix: bool,
        pub(super) flag: char,
        pub(super) crosses: bool,
        pub(super) strip: String,
        pub(super) add: String,
        pub(super) next: String,
        /// For each unit, in text order, the characters that fit.
        pub(super) condition: Vec<String>,
    }

    pub(super) const NEED: char = 'X';
    pub(super) const COMPOUND: char = 'Y';
    pub(super) const FORBIDDEN: char = 'Z';
    pub(super) const CIRCUMFIX: char = 'W';

    fn apply(rule: &Rule, word: &str) -> Option<String> {
        let count = rule.condition.len();
        let word: Vec<char> = word.chars().collect();
        if word.len() < count || word.len() <= rule.strip.chars().count() {
            return None;
        }
        let part = match rule.is_prefix {
            true => &word[..count],
            false => &word[word.len() - count..],
        };
        let fits = part
            .iter()
            .zip(&rule.condition)
            .all(|(c, unit)| unit.contains(*c));
        let word: String = word.iter().collect();
        match rule.is_prefix {
            _ if !fits => None,
            true => Some(format!("{}{}", rule.add, word.strip_prefix(&rule.strip)?)),
            false => Some(format!("{}{}", word.strip_suffix(&rule.strip)?, rule.add)),
        }
    }

    pub(super) fn expand(rules: &[Rule], stems: &[(String, String)]) -> BTreeSet<String> {
        let mut forms = BTreeSet::new();
        let suffixes = || rules.iter().filter(|rule| !rule.is_prefix);
        let prefixes = || rules.iter().filter(|rule| rule.is_prefix);
        let alone = |rule: &Rule| !rule.next.contains([NEED, COMPOUND, CIRCUMFIX]);
        for (stem, flags) in stems {
            if flags.contains([COMPOUND, FORBIDDEN]) {
                continue;
            }
            if !flags.contains(NEED) {
                forms.insert(stem.clone());
            }
            for p in prefixes().filter(|p| flags.contains(p.flag) && alone(p)) {
                forms.extend(apply(p, stem));
            }
            for s1 in suffixes() {
                let Some(first) = apply(s1, stem) else {
                    continue;
                };
                let own = flags.contains(s1.flag);
                if own && alone(s1) {
                    forms.insert(first.clone());
                }
                for p in prefixes() {
                    let by_stem = flags.contains(p.flag);
                    let given = by_stem || (own && s1.next.contains(p.flag));
                    let taken = own || (by_stem && p.next.contains(s1.flag));
                    let circumfix = s1.next.contains(CIRCUMFIX) == p.next.contains(CIRCUMFIX);
                    let need = s1.next.contains(NEED) && p.next.contains(NEED);
                    let compound = s1.next.contains(COMPOUND) || p.next.contains(COMPOUND);
                    if given && taken && s1.crosses && p.crosses && circumfix && !need && !compound
                    {
                        forms.extend(apply(p, &first));
                    }
                }
                for s2 in suffixes().filter(|s2| s1.next.contains(s2.flag)) {
                    let Some(second) = apply(s2, &first) else {
                        continue;
                    };
                    if s1.next.contains(COMPOUND) || s2.next.contains(COMPOUND) {
                        continue;
                    }
                    let [round1, round2] = [s1, s2].map(|s| s.next.contains(CIRCUMFIX));
                    if own && !round1 && !round2 {
                        forms.insert(second.clone());
                    }
                    for p in prefixes().filter(|p| p.crosses && !p.next.contains(COMPOUND)) {
                        let by_stem = flags.contains(p.flag);
                        let round = p.next.contains(CIRCUMFIX);
                        let given = by_stem || (own && s1.next.contains(p.flag));
                        let taken = own || (by_stem && p.next.contains(s1.flag));
                        let near =
                            given && taken && s1.crosses && round1 == round && (!round2 || round);
                        let far = own && s2.next.contains(p.flag) && !round1 && round2 == round;
                        if s2.crosses && (near || far) {
                            forms.extend(apply(p, &second));
                        }
                    }
                }
            }
        }
        for (stem, flags) in stems {
            if flags.contains(FORBIDDEN) {
                forms.remove(stem);
            }
        }
        forms
    }
}

fn any_rule() -> impl Strategy<Value = plain::Rule> {
    let unit = prop_oneof![Just("a"), Just("b"), Just("ab"), Just("abc")];
    let unit = unit.prop_map(str::to_string);
    let rest = (
        "[abc]{0,2}",
        "[abc]{0,2}",
        "[A-FWXY]{0,3}",
        prop::collection::vec(unit, 0..3),
    );
    (any::<bool>(), 0..3u8, rest).prop_map(|(is_prefix, flag, (strip, add, next, condition))| {
        let flag = if is_prefix { b'A' } else { b'D' } + flag;
        plain::Rule {
            is_prefix,
            flag: char::from(flag),
            // All rules of a flag agree.
            crosses: flag % 3 != 0,
            strip,
            add,
            next,
            condition,
        }
    })
}

fn aff_of(rules: &[plain::Rule]) -> String {
    let mut aff =
        "SET UTF-8\nNEEDAFFIX X\nONLYINCOMPOUND Y\nFORBIDDENWORD Z\nCIRCUMFIX W\n".to_string();
    let or_zero = |text: &str| {
        if text.is_empty() {
            "0".to_string()
        } else {
            text.to_string()
        }
    };
    for flag in 'A'..='F' {
        let of_flag = rules.iter().filter(|rule| rule.flag == flag);
        let of_flag: Vec<&plain::Rule> = of_flag.collect();
        let Some(first) = of_flag.first() else {
            continue;
        };
        let kind = if first.is_prefix { "PFX" } else { "SFX" };
        let crosses = if first.crosses { 'Y' } else { 'N' };
        aff += &format!("{kind} {flag} {crosses} {}\n", of_flag.len());
        for rule in of_flag {
            let units = rule.condition.iter().map(|unit| match &unit[..] {
                "abc" => "[^z]".to_string(),
                unit if unit.len() == 1 => unit.to_string(),
                unit => format!("[{unit}]"),
            });
            let condition: String = units.collect();
            let condition = if condition.is_empty() {
                "."
            } else {
                &condition
            };
            let (strip, add) = (or_zero(&rule.strip), or_zero(&rule.add));
            aff += &format!("{kind} {flag} {strip} {add}/{} {condition}\n", rule.next);
        }
    }
    aff
}

proptest! {
    #[test]
    fn forms_are_those_of_a_plain_expander(
        rules in prop::collection::vec(any_rule(), 0..12),
        stems in prop::collection::vec(("[abc]{1,4}", "[A-FXYZ]{0,4}"), 1..6),
    ) {
        let dic: String = stems.iter().map(|(stem, flags)| format!("{stem}/{flags}\n")).collect();
        let found = read(aff_of(&rules).as_bytes(), format!("1\n{dic}").as_bytes()).unwrap();
        let mut expected = plain::expand(&rules, &stems);
        expected.remove("");
        prop_assert_eq!(found, expected);
    }

    /// Files of any bytes are read or refused.
    #[test]
    fn any_bytes_are_read_or_refused(aff in "(SFX|PFX|AF|FLAG|SET|[AYN0-9 /\\[\\]^.]|\n|num|long|\\PC){0,60}", dic in "[0-9a-z/\n\\PC]{0,40}") {
        let _ = read(aff.as_bytes(), dic.as_bytes());
        let _ = read(aff.as_bytes(), format!("1\n{dic}").as_bytes());
    }
}
