//! Conditions on words: random queries to the program against a plain loop over the
//! list, in four languages; many questions; bad questions; judging.

use crate::support::harness::{Folder, Text, repo};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::io::Write;
use std::process::{Command, Stdio};
use wordmill::ruleset::{Draws, Ruleset};
use wordmill::tiles::{Alphabet, Tile};

/// Numbers that only look random (Knuth's MMIX generator).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn tiles(&mut self, from: &[Tile], min: usize, max: usize) -> Vec<Tile> {
        let length = min + self.below(max - min + 1);
        (0..length).map(|_| from[self.below(from.len())]).collect()
    }
}

type Condition = Box<dyn Fn(&[Tile]) -> bool>;

/// A language: its ruleset, some tiles of it, and words of these.
struct Language {
    ruleset: Ruleset,
    option: String,
    tiles: Vec<Tile>,
    words: Vec<Vec<Tile>>,
    /// The words of another list.
    others: Vec<Vec<Tile>>,
    /// The files that have the words, in all formats that can hold them.
    files: Vec<String>,
}

/// Formats with their extensions, by options of `kwg-build`.
const FORMATS: [(&str, &str); 7] = [
    ("--content gaddawg", "kwg"),
    ("--content dawg", "dawg.kwg"),
    ("--content gaddawg --node kbwg", "kbwg"),
    ("--content wordmap", "wmp"),
    ("--content quackle-dawg", "dawg"),
    ("--content quackle-gaddag", "gaddag"),
    ("--content zyzzyva", "dwg"),
];

impl Language {
    fn new(name: &str, labels: &[&str], folder: &Folder) -> Language {
        let (ruleset, option) = match name {
            "velu" => {
                let text = repo().join("examples/velu/ruleset.yaml");
                let text = std::fs::read_to_string(text).unwrap();
                folder.write("velu.yaml", &text);
                let ruleset = Ruleset::from_yaml("velu.yaml", &text).unwrap();
                (ruleset, "velu.yaml".to_string())
            }
            _ => (Ruleset::builtin(name).unwrap(), name.to_string()),
        };
        let tile = |label: &&str| ruleset.alphabet().read_word(label).unwrap()[0];
        let tiles: Vec<Tile> = labels.iter().map(tile).collect();
        let mut dice = Dice(name.len() as u64 + 7);
        let mut list = |file: &str, count: usize| {
            let mut words: Vec<_> = (0..count).map(|_| dice.tiles(&tiles, 2, 5)).collect();
            words.sort();
            words.dedup();
            let text = words
                .iter()
                .map(|word| ruleset.alphabet().word_text(word) + "\n");
            folder.write(file, text.collect::<String>());
            words
        };
        let words = list(&format!("{name}.txt"), 400);
        let others = list(&format!("{name}-others.txt"), 400);
        let mut files = vec![format!("{name}.txt")];
        for (format, extension) in FORMATS {
            let file = format!("{name}.{extension}");
            let ran = folder.run(&format!(
                "kwg-build --ruleset {option} --words {name}.txt --length any {format} -o {file} -q"
            ));
            // Not every format has room for every alphabet.
            if ran.code == 0 {
                files.push(file);
            }
        }
        Language {
            ruleset,
            option,
            tiles,
            words,
            others,
            files,
        }
    }

    fn alphabet(&self) -> &Alphabet {
        self.ruleset.alphabet()
    }

    fn labels(&self, tiles: &[Tile]) -> String {
        self.alphabet().labels_text(tiles)
    }

    /// The rank of each word among those of its length, from 1.
    fn ranks(&self) -> Vec<(Vec<Tile>, usize)> {
        let draws = Draws::of(&self.ruleset);
        let mut words = self.words.clone();
        words.sort_by_key(|word| {
            let mut alphagram = word.clone();
            alphagram.sort_unstable();
            (word.len(), Reverse(draws.word(word)), alphagram)
        });
        let of_length = words.chunk_by(|a, b| a.len() == b.len());
        let ranked = of_length.flat_map(|words| words.iter().cloned().zip(1..));
        ranked.collect()
    }

    /// A condition on other words or on ranks.
    fn relation(&self, name: &str, dice: &mut Dice) -> (Vec<String>, Condition) {
        let words = self.words.clone();
        match dice.below(4) {
            0 => {
                let stem = self.words[dice.below(self.words.len())].clone();
                let text = self.alphabet().word_text(&stem);
                let hooked = move |w: &[Tile]| {
                    w.len() == stem.len() + 1 && (w[1..] == stem || w[..stem.len()] == stem)
                };
                (vec!["--hooks".into(), text], Box::new(hooked))
            }
            1 => {
                let side = ["front", "back", "both", "either", "none"][dice.below(5)];
                let fits = move |w: &[Tile]| {
                    let front = words.contains(&w[1..].to_vec());
                    let back = words.contains(&w[..w.len() - 1].to_vec());
                    match side {
                        "front" => front,
                        "back" => back,
                        "both" => front && back,
                        "either" => front || back,
                        _ => !front && !back,
                    }
                };
                (vec!["--inner-hooks".into(), side.into()], Box::new(fits))
            }
            2 => {
                let is_in = dice.below(2) == 0;
                let option = if is_in { "--in" } else { "--not-in" };
                let others = self.others.clone();
                let fits = move |w: &[Tile]| others.contains(&w.to_vec()) == is_in;
                let file = format!("{name}-others.txt");
                (vec![option.into(), file], Box::new(fits))
            }
            _ => {
                let first = 1 + dice.below(30);
                let last = first + dice.below(60);
                let ranks = self.ranks();
                let fits = move |w: &[Tile]| {
                    let rank = ranks.iter().find(|(word, _)| word == w);
                    rank.is_some_and(|(_, rank)| (first..=last).contains(rank))
                };
                let option = vec!["--rank".into(), format!("{first}..{last}")];
                (option, Box::new(fits))
            }
        }
    }

    /// A condition: its option, and what it means.
    fn condition(&self, name: &str, dice: &mut Dice) -> (Vec<String>, Condition) {
        if dice.below(4) == 0 {
            return self.relation(name, dice);
        }
        let option = |name: &str, value: String| vec![format!("--{name}"), value];
        let tiles = dice.tiles(&self.tiles, 1, 2);
        let text = self.alphabet().word_text(&tiles);
        let mut rack = dice.tiles(&self.tiles, 1, 5);
        rack.extend(vec![0; dice.below(3)]);
        let rack_text = self.labels(&rack);
        let (min, max) = (dice.below(4), 2 + dice.below(5));
        let bounds = format!("{min}..{}", max.max(min));
        let max = max.max(min);
        let within = move |found: usize| (min..=max).contains(&found);
        match dice.below(16) {
            0 => {
                let (text, parts) = self.pattern(dice);
                (option("pattern", text), Box::new(move |w| fits(&parts, w)))
            }
            1 => (
                option("prefix", text),
                Box::new(move |w| w.starts_with(&tiles)),
            ),
            2 => (
                option("suffix", text),
                Box::new(move |w| w.ends_with(&tiles)),
            ),
            3 => {
                let has = move |w: &[Tile]| w.windows(tiles.len()).any(|part| part == tiles);
                (option("contains", text), Box::new(has))
            }
            4 => {
                let fits = move |w: &[Tile]| w.len() == rack.len() && spells(&rack, w);
                (option("anagram", rack_text), Box::new(fits))
            }
            5 => (
                option("within", rack_text),
                Box::new(move |w| spells(&rack, w)),
            ),
            6 => {
                let letters: Vec<Tile> = rack.iter().copied().filter(|&t| t > 0).collect();
                let fits = move |w: &[Tile]| w.len() >= rack.len() && spells(w, &letters);
                (option("holding", rack_text), Box::new(fits))
            }
            7 => (
                option("includes", self.labels(&tiles)),
                Box::new(move |w| spells(w, &tiles)),
            ),
            8 => (
                option("excludes", self.labels(&tiles)),
                Box::new(move |w| !w.iter().any(|t| tiles.contains(t))),
            ),
            9 => (
                option("length", format!("{}..{}", min.max(1), max)),
                Box::new(move |w| within(w.len())),
            ),
            10 => {
                let vowels: Vec<bool> = self.ruleset.tiles().iter().map(|t| t.vowel).collect();
                let count = move |w: &[Tile]| w.iter().filter(|&&t| vowels[usize::from(t)]).count();
                (
                    option("vowels", bounds),
                    Box::new(move |w| within(count(w))),
                )
            }
            11 => {
                let points: Vec<u8> = self.ruleset.tiles().iter().map(|t| t.points).collect();
                let sum =
                    move |w: &[Tile]| w.iter().map(|&t| usize::from(points[usize::from(t)])).sum();
                (option("points", bounds), Box::new(move |w| within(sum(w))))
            }
            12 => (
                option("distinct", bounds),
                Box::new(move |w| {
                    let mut tiles = w.to_vec();
                    tiles.sort_unstable();
                    tiles.dedup();
                    within(tiles.len())
                }),
            ),
            13 => self.hooks(dice, &tiles),
            14 => {
                let words = self.words.clone();
                let has =
                    move |w: &[Tile]| w.iter().rev().eq(w.iter()) && words.contains(&w.to_vec());
                (vec!["--palindrome".into()], Box::new(has))
            }
            _ => {
                let words = self.words.clone();
                let has = move |w: &[Tile]| words.contains(&w.iter().rev().copied().collect());
                (vec!["--reversible".into()], Box::new(has))
            }
        }
    }

    fn hooks(&self, dice: &mut Dice, tiles: &[Tile]) -> (Vec<String>, Condition) {
        let is_front = dice.below(2) == 0;
        let name = if is_front {
            "--front-hooks"
        } else {
            "--back-hooks"
        };
        let (words, all, tiles) = (self.words.clone(), self.tiles.clone(), tiles.to_vec());
        let hooks = move |word: &[Tile]| -> Vec<Tile> {
            let hooked = |tile: Tile| match is_front {
                true => [&[tile], word].concat(),
                false => [word, &[tile]].concat(),
            };
            all.iter()
                .copied()
                .filter(|&t| words.contains(&hooked(t)))
                .collect()
        };
        let labels = self.labels(&tiles);
        let first = self.labels(&tiles[..1]);
        let (text, fits): (String, Condition) = match dice.below(6) {
            0 => (
                labels,
                Box::new(move |w| tiles.iter().all(|t| hooks(w).contains(t))),
            ),
            1 => (
                format!("[{first}{labels}]"),
                Box::new(move |w| tiles.iter().any(|t| hooks(w).contains(t))),
            ),
            2 => (
                format!("[^{labels}]"),
                Box::new(move |w| !tiles.iter().any(|t| hooks(w).contains(t))),
            ),
            3 => (
                format!("={labels}"),
                Box::new(move |w| {
                    let found = hooks(w);
                    tiles.iter().all(|t| found.contains(t))
                        && found.iter().all(|t| tiles.contains(t))
                }),
            ),
            4 => ("*".into(), Box::new(move |w| !hooks(w).is_empty())),
            _ => ("-".into(), Box::new(move |w| hooks(w).is_empty())),
        };
        (vec![name.into(), text], fits)
    }

    fn pattern(&self, dice: &mut Dice) -> (String, Vec<Part>) {
        let (mut text, mut parts) = (String::new(), Vec::new());
        for _ in 0..1 + dice.below(4) {
            match dice.below(5) {
                0 => {
                    text += "*";
                    parts.push(Part::Gap);
                }
                1 => {
                    text += if dice.below(2) == 0 { "?" } else { "." };
                    parts.push(Part::One(Vec::new(), true));
                }
                2 | 3 => {
                    let tiles = dice.tiles(&self.tiles, 1, 2);
                    let other = dice.below(2) == 0;
                    let sign = if other { "^" } else { "" };
                    // A first tile that is there twice: the brackets spell no tile.
                    text += &format!(
                        "[{sign}{}{}]",
                        self.labels(&tiles[..1]),
                        self.labels(&tiles)
                    );
                    parts.push(Part::One(tiles, other));
                }
                _ => {
                    let tile = dice.tiles(&self.tiles, 1, 1);
                    // A gap of no tiles in front keeps it apart from a tile before it.
                    match parts.last() {
                        Some(Part::One(before, false)) if before.len() == 1 => text += "*",
                        _ => text += "",
                    }
                    if text.ends_with('*') && !matches!(parts.last(), Some(Part::Gap)) {
                        parts.push(Part::Gap);
                    }
                    text += &self.alphabet().word_text(&tile);
                    parts.push(Part::One(tile, false));
                }
            }
        }
        (text, parts)
    }
}

/// A part of a pattern.
enum Part {
    Gap,
    /// One of these tiles, or one of all others.
    One(Vec<Tile>, bool),
}

fn fits(parts: &[Part], word: &[Tile]) -> bool {
    match (parts, word) {
        ([], []) => true,
        ([Part::Gap, rest @ ..], _) => {
            fits(rest, word) || matches!(word, [_, word @ ..] if fits(parts, word))
        }
        ([Part::One(tiles, other), rest @ ..], [tile, word @ ..]) => {
            tiles.contains(tile) != *other && fits(rest, word)
        }
        _ => false,
    }
}

/// Whether a rack, whose blanks are tile 0, has the tiles of a word.
fn spells(rack: &[Tile], word: &[Tile]) -> bool {
    let mut left = rack.to_vec();
    word.iter().all(|tile| {
        let own = left.iter().position(|t| t == tile);
        let at = own.or_else(|| left.iter().position(|&t| t == 0));
        at.map(|at| left.remove(at)).is_some()
    })
}

fn languages(folder: &Folder) -> Vec<(&'static str, Language)> {
    let languages: [(&str, &[&str]); 4] = [
        ("english", &["A", "B", "E", "S", "T"]),
        ("spanish", &["A", "C", "H", "[CH]", "[LL]", "Ñ"]),
        ("polish", &["A", "Ą", "Ł", "Ż", "Z"]),
        ("velu", &["A", "L", "[LL]", "E", "N"]),
    ];
    let make = |(name, labels)| (name, Language::new(name, labels, folder));
    languages.map(make).into_iter().collect()
}

#[test]
fn random_queries_find_what_a_plain_loop_finds() {
    let folder = Folder::new();
    for (name, language) in languages(&folder) {
        let mut dice = Dice(2024);
        let mut found_some = 0;
        // English fits into every format.
        let formats = if name == "english" { FORMATS.len() } else { 3 };
        assert!(language.files.len() > formats, "{:?}", language.files);
        for round in 0..80 {
            let file = language.files[round % language.files.len()].clone();
            let mut arguments = vec!["words".to_string(), file, "-q".into(), "--ruleset".into()];
            arguments.push(language.option.clone());
            let mut conditions = Vec::new();
            let mut used = Vec::new();
            for _ in 0..1 + dice.below(3) {
                let (options, condition) = language.condition(name, &mut dice);
                let again = ["--contains", "--pattern"].contains(&options[0].as_str());
                if again || !used.contains(&options[0]) {
                    used.push(options[0].clone());
                    arguments.extend(options);
                    conditions.push(condition);
                }
            }
            let wanted = |word: &&Vec<Tile>| conditions.iter().all(|fits| fits(word));
            let mut expected: Vec<&Vec<Tile>> = language.words.iter().filter(wanted).collect();
            let sort = ["word", "length", "points", "probability"][dice.below(4)];
            let draws = Draws::of(&language.ruleset);
            match sort {
                "length" => expected.sort_by_key(|word| word.len()),
                "points" => expected.sort_by_key(|word| {
                    let points = word.iter().map(|&t| u32::from(language.ruleset.points(t)));
                    Reverse(points.sum::<u32>())
                }),
                "probability" => expected.sort_by_key(|word| {
                    let mut alphagram = word.to_vec();
                    alphagram.sort_unstable();
                    (word.len(), Reverse(draws.word(word)), alphagram)
                }),
                _ => (),
            }
            arguments.extend(["--sort".into(), sort.into()]);
            found_some += usize::from(!expected.is_empty());
            if dice.below(3) == 0 {
                let limit = 1 + dice.below(5);
                arguments.extend(["--limit".into(), limit.to_string()]);
                expected.truncate(limit);
            }
            let text = |word: &&Vec<Tile>| language.alphabet().word_text(word) + "\n";
            let expected: String = expected.iter().map(text).collect();
            let ran = folder
                .command("kwg-dump")
                .args(&arguments)
                .output()
                .unwrap();
            let errors = String::from_utf8(ran.stderr).unwrap();
            assert_eq!(errors, "", "{arguments:?}");
            assert_eq!(
                String::from_utf8(ran.stdout).unwrap(),
                expected,
                "{arguments:?}"
            );
        }
        assert!(found_some >= 20, "{name}: {found_some}");
    }
}

fn small() -> Folder {
    let folder = Folder::new();
    folder.write(
        "w.txt",
        "AB\nABA\nBA\nCARE\nCARES\nCARET\nEGG\nQI\nRACE\nSCARE\nTRACE\n",
    );
    folder.fine("kwg-build --words w.txt -o w.kwg -q");
    folder
}

/// Runs a program with a text on its standard input.
fn ask(folder: &Folder, program: &str, arguments: &str, input: &str) -> (i32, String, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin(program))
        .args(arguments.split(' ').filter(|argument| !argument.is_empty()))
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        ended.status.code().unwrap(),
        text(ended.stdout),
        text(ended.stderr),
    )
}

#[test]
fn many_questions_have_an_answer_each() {
    let folder = small();
    let words = |options: &str, input: &str| {
        let (code, out, err) = ask(
            &folder,
            "kwg-dump",
            &format!("words w.kwg -q {options}"),
            input,
        );
        assert_eq!((code, err.as_str()), (0, ""), "{options}");
        out
    };
    assert_eq!(
        words("--anagram -", "RACE\nQQ\nAB\n"),
        "RACE\tCARE RACE\nQQ\t-\nAB\tAB BA\n"
    );
    assert_eq!(words("--anagram -", ""), "");
    assert_eq!(
        words("--within - --length 4.. --format json", "CARES\r\nET?\n"),
        "{\"asked\":\"CARES\",\"count\":4,\"words\":[\"CARE\",\"CARES\",\"RACE\",\"SCARE\"]}\n\
         {\"asked\":\"ET?\",\"count\":0,\"words\":[]}\n"
    );
    assert_eq!(
        words("--hooks - --format csv", "CARE\nAB\n"),
        "asked,count,words\nCARE,3,CARES CARET SCARE\nAB,1,ABA\n"
    );
    assert_eq!(
        words("--pattern - --count --format csv", "*[AE]\n?[^A]*\n"),
        "asked,count\n*[AE],6\n?[^A]*,6\n"
    );
    assert_eq!(words("--includes - --count", "GG\nGGG"), "GG\t1\nGGG\t0\n");
    assert_eq!(
        words("--hooks - --format csv --columns word,back", "AB\nXX\n"),
        "asked,word,back\nAB,ABA,\n"
    );
    assert_eq!(
        words("--hooks - --format json --columns word,points", "AB\n"),
        "{\"asked\":\"AB\",\"count\":1,\"words\":[{\"word\":\"ABA\",\"points\":5}]}\n"
    );
    let (code, out, err) = ask(
        &folder,
        "kwg-dump",
        "words w.kwg -q --anagram -",
        "AB\nA!\nBA\n",
    );
    assert_eq!((code, out.as_str()), (2, "AB\tAB BA\n"));
    assert_eq!(
        err,
        "kwg-dump: standard input:2:2: --anagram: unknown tile `!` in `A!`\n    A!\n     ^\n"
    );
}

#[test]
fn bad_questions_are_marked() {
    let folder = small();
    for (options, marked) in [
        ("--pattern A[B", "    A[B\n     ^\n"),
        ("--pattern A]", "    A]\n     ^\n"),
        ("--pattern A[]B", "    A[]B\n     ^^\n"),
        ("--pattern A[^]B", "    A[^]B\n     ^^^\n"),
        ("--pattern QU4", "    QU4\n      ^\n"),
        ("--pattern [A7]", "    [A7]\n      ^\n"),
        ("--anagram RA7E", "    RA7E\n      ^\n"),
        ("--within É", "    É\n    ^\n"),
        ("--holding A*", "    A*\n     ^\n"),
        ("--includes A?", "    A?\n     ^\n"),
        ("--excludes ?", "    ?\n    ^\n"),
        ("--front-hooks =S1", "    =S1\n      ^\n"),
        ("--limit 0", "    0\n    ^\n"),
        ("--rank 0..0", "    0..0\n    ^^^^\n"),
        ("--rank 5..1", "    5..1\n    ^^^^\n"),
        ("--vowels x", "    x\n    ^\n"),
        ("--length 9..2", "    9..2\n    ^^^^\n"),
    ] {
        let ran = folder.run(&format!("kwg-dump words w.kwg -q {options}"));
        ran.assert_code(2);
        assert_eq!(ran.out, "", "{options}");
        ran.err.must_have(marked);
    }
    for option in ["anagram", "within", "holding", "includes", "pattern"] {
        let mut command = folder.command("kwg-dump");
        let ran = command
            .args(["words", "w.kwg", "-q", &format!("--{option}"), ""])
            .output();
        let ran = ran.unwrap();
        assert_eq!(ran.status.code(), Some(2), "{option}");
        let what = if option == "pattern" {
            "a pattern"
        } else {
            "tiles"
        };
        assert_eq!(
            String::from_utf8(ran.stderr).unwrap(),
            format!("kwg-dump: --{option}: expected {what}, found nothing\n    \n    ^\n")
        );
    }
    let ran = folder.run("kwg-dump words w.kwg -q --anagram - --within -");
    ran.assert_err(
        2,
        "kwg-dump: expected one thing from the standard input, found 2\n",
    );
    let ran = folder.run("kwg-dump words w.kwg -q --columns members");
    ran.assert_code(2);
}

/// Long and nested texts take no more than the time to read them.
#[test]
fn hostile_questions_end_soon() {
    let folder = small();
    let patterns = [
        "*A".repeat(60),
        "*".repeat(100_000),
        "[".repeat(100_000),
        "[A".repeat(50_000),
        "]".repeat(100_000),
        "?".repeat(100_000),
        format!("[{}]", "AB".repeat(50_000)),
        "[^A]*".repeat(126),
        "\u{301}".repeat(100),
        "🎲".repeat(10_000),
        "\u{202e}A\0".into(),
    ];
    for pattern in &patterns {
        let input = format!("{pattern}\n");
        let (code, out, err) = ask(&folder, "kwg-dump", "words w.kwg -q --pattern -", &input);
        assert!(code == 0 || code == 2, "{code}");
        assert!(code == 0 || out.is_empty());
        assert!(err.len() < 2_000 && !err.contains("panicked"), "{err}");
    }
    let rack = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?".repeat(3_000);
    for option in ["anagram", "within", "holding", "includes"] {
        let question = format!("words w.kwg -q --count --{option} -");
        let rack = if option == "includes" {
            rack.replace('?', "")
        } else {
            rack.clone()
        };
        let (code, out, _) = ask(&folder, "kwg-dump", &question, &format!("{rack}\n"));
        let count = if option == "within" { 11 } else { 0 };
        assert_eq!((code, out), (0, format!("{rack}\t{count}\n")), "{option}");
    }
}

#[test]
fn files_and_members_are_conditions() {
    let folder = small();
    folder
        .write("core.txt", "AB\nRACE\nCARES\n")
        .write("other.txt", "AB\nBA\nZZ\n")
        .write(
            "w.yaml",
            "lexicon: W\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: W.kwg}]\n\
             members: [{file: CORE.kwi, of: W.kwg, words: [core.txt]}]\n",
        );
    folder.fine("kwg-build w.yaml -q");
    for (options, expected) in [
        ("--in dist/CORE.kwi", "AB\nCARES\nRACE\n"),
        ("--not-in dist/CORE.kwi --length 4", "CARE\n"),
        ("--in other.txt", "AB\nBA\n"),
        ("--in other.txt --not-in core.txt", "BA\n"),
        ("--in w.kwg --not-in other.txt --length 2", "QI\n"),
        ("--in dist/CORE.kwi --count", "3\n"),
        (
            "--members dist/CORE.kwi --length 4 --columns word,members --format csv",
            "word,members\nCARE,\nRACE,CORE\n",
        ),
        (
            "--hooks CARE --format csv --columns word,alphagram,length,points,front,back,inner,anagrams,index",
            "word,alphagram,length,points,front,back,inner,anagrams,index\n\
             CARES,ACERS,5,7,,,back,2,4\nCARET,ACERT,5,7,,,back,2,5\nSCARE,ACERS,5,7,,,front,2,9\n",
        ),
        (
            "--length 4 --columns word,front,back",
            "word  front  back\nCARE  S      ST\nRACE  T\n",
        ),
        (
            "--length 4 --rank 1 --format csv --columns rank,word",
            "rank,word\n1,CARE\n",
        ),
        ("--length 4 --rank 2 --bag english", "RACE\n"),
    ] {
        let ran = folder.fine(&format!("kwg-dump words dist/W.kwg {options}"));
        assert_eq!(ran.out, expected, "{options}");
    }
    let ran = folder.run("kwg-dump words dist/W.kwg --rank 1 --bag spanish");
    ran.assert_err(
        2,
        "kwg-dump: --bag: expected a ruleset with the letters of english, found spanish\n",
    );
}

/// The same letters with another bag, in which E is rare.
#[test]
fn ranks_depend_on_the_bag() {
    let folder = small();
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    let rare = english.replace("{tile: \"E\", count: 12,", "{tile: \"E\", count: 2,");
    assert_ne!(rare, english);
    folder.write("rare.yaml", rare);
    let ranked = |options: &str| {
        let command = "kwg-dump words two.txt -q --ruleset english";
        let format = "--sort probability --columns rank,word --format csv";
        folder.fine(&format!("{command} {format} {options}")).out
    };
    folder.write("two.txt", "EE\nUU\n");
    assert_eq!(ranked(""), "rank,word\n1,EE\n2,UU\n");
    assert_eq!(ranked("--rank 1"), "rank,word\n1,EE\n");
    assert_eq!(ranked("--bag rare.yaml"), "rank,word\n1,UU\n2,EE\n");
    assert_eq!(ranked("--bag rare.yaml --rank 1"), "rank,word\n1,UU\n");
}

/// A file of alphagrams is asked for its alphagrams.
#[test]
fn alphagrams_are_asked_like_words() {
    let folder = small();
    folder.fine("kwg-build --words w.txt --content alphagrams -o w.kad -q");
    for (options, expected) in [
        ("--anagram RACE", "ACER\n"),
        ("--within CARES --length 4..", "ACER\nACERS\n"),
        ("--pattern 'A[BC]*' --length ..4", "AB\nACER\n"),
        ("--suffix T", "ACERT\n"),
        ("--in w.txt", "AB\nEGG\n"),
        ("--hooks ACER --count", "2\n"),
    ] {
        let ran = folder.fine(&format!("kwg-dump words w.kad -q {options}"));
        assert_eq!(ran.out, expected, "{options}");
    }
}

#[test]
fn plays_are_judged_as_a_whole() {
    let folder = small();
    let judged = |arguments: &str, input: &str| {
        let (code, out, err) = ask(
            &folder,
            "kwg-dump",
            &format!("judge w.kwg -q {arguments}"),
            input,
        );
        assert_eq!(err, "", "{arguments}");
        (code, out)
    };
    let valid = |text: &str| (0, text.to_string());
    let invalid = |text: &str| (1, text.to_string());
    assert_eq!(judged("QI care", ""), valid("valid\n"));
    assert_eq!(judged("QI XX É", ""), invalid("invalid\n"));
    assert_eq!(judged("QI XX É --which", ""), invalid("invalid: XX É\n"));
    assert_eq!(judged("QI --which", ""), valid("valid\n"));
    assert_eq!(
        judged("", "QI, CARE\n\nXX QI\nAB"),
        invalid("valid\ninvalid\ninvalid\nvalid\n")
    );
    assert_eq!(judged("", ""), valid(""));
    // A word that was lost between commas is not passed over.
    for lost in ["QI,,CARE", "QI, ,CARE", ",QI", "QI,", ","] {
        assert_eq!(judged("", lost), invalid("invalid\n"), "{lost}");
    }
    assert_eq!(judged("", "QI\tCARE , QI  CARE"), valid("valid\n"));
    let (code, out) = judged("--format json --which", "QI\nXX AB\n");
    assert_eq!(code, 1);
    let lines: Vec<Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(
        lines[0],
        json!({"words": ["QI"], "valid": true, "invalid": []})
    );
    assert_eq!(
        lines[1],
        json!({"words": ["XX", "AB"], "valid": false, "invalid": ["XX"]})
    );
    let mut command = folder.command("kwg-dump");
    let ran = command
        .args(["judge", "w.kwg", "-q", "--which", "QI", ""])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), "invalid: ''\n");
    assert_eq!(ran.status.code(), Some(1));
}

/// The words of a play are separated in arguments as they are in lines.
#[test]
fn plays_in_arguments_are_split_as_lines_are() {
    let folder = small();
    for play in [
        "QI,CARE",
        "QI, CARE",
        "QI , CARE",
        "'QI CARE'",
        "'QI,  CARE' AB",
        "QI,,CARE",
        ",QI",
        "QI,",
        "QI,XX",
    ] {
        let judge = "kwg-dump judge w.kwg -q --which --format json";
        let by_line = folder.run_with(judge, play.replace('\'', ""));
        let by_arguments = folder.run(&format!("{judge} {play}"));
        by_arguments.assert_out(by_line.code, &by_line.out);
    }
    folder.fine("kwg-dump judge w.kwg -q QI,CARE");
}

#[test]
fn an_empty_word_is_never_valid() {
    let folder = small();
    for (arguments, expected) in [
        (&["index", "w.kwg", "-q", ""][..], "-\n"),
        (&["index", "w.kwg", "-q", "AB", "", "BA"], "0\n-\n2\n"),
        (
            &["index", "w.kwg", "-q", "--format", "json", ""],
            "[\n  {\"word\":\"\",\"index\":null}\n]\n",
        ),
    ] {
        let ran = folder
            .command("kwg-count")
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(ran.stdout).unwrap(),
            expected,
            "{arguments:?}"
        );
        assert_eq!(ran.status.code(), Some(1), "{arguments:?}");
    }
    let (code, out, _) = ask(&folder, "kwg-count", "index w.kwg -q", "\nAB\n");
    assert_eq!((code, out.as_str()), (1, "-\n0\n"));
    let (code, out, _) = ask(&folder, "kwg-count", "index w.kwg -q --format json", "\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "[\n  {\"word\":\"\",\"index\":null}\n]\n")
    );
}

#[test]
fn counts_and_maps_take_conditions() {
    let folder = small();
    folder.write("other.txt", "AB\nCARE\nCARED\n");
    let counted = |arguments: &str| folder.fine(&format!("kwg-count {arguments} -q")).out;
    assert_eq!(
        counted("w.kwg other.txt"),
        "length  w.kwg  other.txt\n2           3          1\n3           2          0\n\
         4           2          1\n5           4          1\nall        11          3\n"
    );
    assert_eq!(
        counted("w.kwg other.txt --includes C --format csv"),
        "by,value,w.kwg,other.txt\nall,,6,2\nlength,4,2,1\nlength,5,4,1\n"
    );
    assert_eq!(
        counted("w.kwg --length 5 --suffix E --format csv"),
        "by,value,count\nall,,2\nlength,5,2\nfirst_tile,S,1\nfirst_tile,T,1\n"
    );
    let both: Value = serde_json::from_str(&counted("w.kwg other.txt --format json")).unwrap();
    assert_eq!(both[1]["file"], "other.txt");
    assert_eq!(
        (&both[0]["total"], &both[1]["total"]),
        (&json!(11), &json!(3))
    );
    assert_eq!(
        counted("map w.kwg --hooks CARE"),
        "index,word\n4,CARES\n5,CARET\n9,SCARE\n"
    );
    let ranked = counted("map w.kwg --order probability --length 4");
    assert_eq!(ranked.lines().count(), 3);
    ranked.must_have("\n3,CARE,4,1,");
    let ran = folder.run("kwg-count map w.kwg --to kwc --length 4 -o x.kwc");
    ran.assert_err(
        2,
        "kwg-count: --to kwc: expected all words, found conditions on words, which go with csv\n",
    );
    let ran = folder.run("kwg-count w.kwg --anagram -");
    ran.assert_code(2);
}

#[test]
fn differences_take_conditions() {
    let folder = small();
    folder.write("new.txt", "AB\nCARE\nCARED\nEGG\nQI\nQIS\nSCARED\n");
    let differs = |options: &str| {
        let ran = folder.run(&format!("kwg-dump diff w.kwg new.txt -q {options}"));
        (ran.code, ran.out)
    };
    let printed = |code: i32, out: &str| (code, out.to_string());
    assert_eq!(differs("--includes Q --length 3"), printed(1, "+QIS\n"));
    assert_eq!(
        differs("--prefix CARE"),
        printed(1, "+CARED\n-CARES\n-CARET\n")
    );
    // The new side's words have the hooks of the new side.
    assert_eq!(differs("--front-hooks S"), printed(1, "+CARED\n"));
    assert_eq!(differs("--pattern EGG"), printed(0, ""));
    let (_, out) = differs("--includes C --length 5 --format json");
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&value["old"]["words"], &value["new"]["words"]),
        (&json!(4), &json!(1))
    );
    assert_eq!((&value["added"], &value["removed"]), (&json!(1), &json!(4)));
    let (_, out) = differs("--includes Q --stat");
    out.must_have("all         1        0\n");
}
