//! Reports for people: what was left out of lists, what a release note is
//! called and tells, and that a page says it in the words of the terminal.

use crate::support::harness::{Folder, Ran, Text};
use crate::support::table::table;

const RECIPE: &str = "lexicon: CLUB\nruleset: english\nwords:\n  include: [a.txt, b.txt]\n  \
    exclude: [x.txt]\n  keep: '^[A-Z]'\n  length: {min: 2, max: 4, outside: drop}\n\
    graphs: [{file: CLUB.kwg}, {file: SHORT.kad, content: alphagrams}]\n";

/// Lists of which something is left out for every reason there is.
fn lists() -> Folder {
    let folder = Folder::new();
    folder
        .write("a.txt", "AB\nABA\nCAB\nscab\nA\nABACAB\n")
        .write("b.txt", "AB\nCABS\nBACABA\n")
        .write("x.txt", "CABS\nBAA\n")
        .write("r.yaml", RECIPE);
    folder
}

const LEFT_OUT: &str = " (1 repeated, 3 dropped for their length, 1 not kept, 1 excluded)";

#[test]
fn a_recipe_says_what_it_left_out() {
    let folder = lists();
    for built in ["1 built, 0 up to date", "0 built, 1 up to date"] {
        let ran = folder.fine("kwg-build r.yaml");
        assert_eq!(
            ran.err,
            format!("kwg-build: CLUB: 3 words{LEFT_OUT}\nkwg-build: {built} in dist\n")
        );
    }
    assert_eq!(folder.fine("kwg-build -q r.yaml").err, "");
    let json = folder.fine("kwg-build --format json r.yaml");
    assert_eq!(json.err, "");
    folder.write("a.txt", "AB\nABA\n").write("b.txt", "CAB\n");
    let ran = folder.fine("kwg-build r.yaml");
    assert_eq!(ran.err, "kwg-build: 1 built, 0 up to date in dist\n");
}

#[test]
fn what_is_kept_of_member_lists_is_not_counted() {
    let folder = lists();
    let members = "members: [{file: M.kwi, of: CLUB.kwg, words: [b.txt]}]\n";
    folder.write("r.yaml", format!("{RECIPE}{members}"));
    let ran = folder.fine("kwg-build r.yaml");
    ran.err.must_have(LEFT_OUT);
}

#[test]
fn a_wrong_number_of_words_is_explained() {
    let folder = lists();
    let expecting = |n: u64| format!("{RECIPE}expect: {{words: {n}}}\n");
    let ran = folder.write("r.yaml", expecting(9)).run("kwg-build r.yaml");
    ran.assert_code(1);
    let said = "kwg-build: r.yaml:9:17: expect.words: expected 9, found 3";
    assert_eq!(ran.err.lines().next().unwrap(), format!("{said}{LEFT_OUT}"));
    folder.write("r.yaml", expecting(3));
    folder.fine("kwg-build -q r.yaml");
    folder
        .write("a.txt", "ABACAB\n")
        .write("b.txt", "ab\n")
        .write("r.yaml", RECIPE);
    let ran = folder.run("kwg-build r.yaml");
    assert_eq!(
        ran.err.lines().next().unwrap(),
        "kwg-build: r.yaml:3:1: found no words at all (1 dropped for their length, 1 not kept); \
         if that is meant, say `expect: {words: 0}`"
    );
    let ran = folder.run("kwg-build --words a.txt --length 2..4 --outside drop -o a.kwg");
    ran.err
        .must_start("kwg-build: found no words (1 dropped for their length); ");
}

/// Two editions of a lexicon, in `old/` and `new/`.
fn editions() -> Folder {
    let folder = Folder::new();
    let recipe = "lexicon: CLUB\nruleset: english\nwords: {include: [w.txt]}\n\
        graphs: [{file: CLUB.kwg}, {file: CLUB.kad, content: alphagrams}]\n";
    folder.write("r.yaml", recipe);
    for (words, to) in [
        ("CAR\nCARS\nCARE\nAT\n", "old"),
        ("CAR\nCARE\nSCARE\nCARED\nAT\nEAT\nQI\n", "new"),
    ] {
        folder.write("w.txt", words);
        let build = format!("kwg-build -q r.yaml --out-dir {to}");
        folder.fine(&build);
    }
    folder
}

fn title(ran: &Ran) -> &str {
    ran.assert_code(1);
    ran.out.lines().next().unwrap()
}

#[test]
fn a_release_note_is_called_after_lexicons() {
    let folder = editions();
    folder
        .write("lists/first.txt", "AB\n")
        .write("second.txt", "AB\nBA\n")
        .write("new/CLUB.txt", "QI\n");
    let absolute = folder.path("new/CLUB.kwg");
    let absolute = absolute.to_str().unwrap();
    for [sides, expected] in table(
        r"
        old/CLUB.kwg new/CLUB.kwg | # Changes in CLUB
        old/CLUB.kwg ABSOLUTE | # Changes in CLUB
        old/CLUB.kwg r.yaml | # Changes in CLUB
        new/CLUB.kwg new/CLUB.txt | # Changes from CLUB.kwg to CLUB.txt
        lists/first.txt new/CLUB.kwg | # Changes from first to CLUB
        lists/first.txt second.txt | # Changes from first to second
        old/CLUB.kwg new/CLUB.kwg --titles 2025 2026 | # Changes from 2025 to 2026
        ",
    ) {
        let sides = sides.replace("ABSOLUTE", absolute);
        let note = folder.run(&format!("kwg-dump diff {sides} --format markdown"));
        assert_eq!(title(&note), expected);
        let stat = folder.run(&format!("kwg-dump diff {sides} --format markdown --stat"));
        assert_eq!(title(&stat), expected);
        let page = folder.run(&format!("kwg-dump diff {sides} --format html"));
        let heading = expected.trim_start_matches("# ");
        for tag in ["h1", "title"] {
            let heading = format!("<{tag}>{heading}</{tag}>");
            assert!(page.out.contains(&heading), "{heading}");
        }
        let here = folder.path("");
        let here = here.to_str().unwrap().trim_end_matches('/');
        for text in [&note.out, &stat.out, &page.out] {
            assert!(!text.contains(here) && !text.contains("old/"), "{sides}");
        }
    }
    for format in ["", "--format json", "--format csv --stat"] {
        let ran = folder.run(&format!(
            "kwg-dump diff lists/first.txt second.txt --titles 1 2 {format}"
        ));
        let said = "kwg-dump: --titles: expected --format markdown or html, which have a title\n";
        assert_eq!((ran.code, &*ran.out, &*ran.err), (2, "", said));
    }
    let input = folder.read("new/CLUB.kwg");
    let note = folder.run_with("kwg-dump diff old/CLUB.kwg - --format markdown", input);
    assert_eq!(title(&note), "# Changes from CLUB to the standard input");
}

/// A page has all that the release note has.
#[test]
fn a_page_tells_of_hooks() {
    let folder = editions();
    let diff = "kwg-dump diff old/CLUB.kwg new/CLUB.kwg --format";
    let note = folder.run(&format!("{diff} markdown")).out;
    let page = folder.run(&format!("{diff} html")).out;
    for (in_note, in_page) in [
        ("| AT | E |  |  |  |\n", ">AT<td>E<td><td><td><"),
        ("| CAR |  |  |  | S |\n", ">CAR<td><td><td><td>S<"),
        ("| CARE | S | D |  |  |\n", ">CARE<td>S<td>D<td><td><"),
        ("|  | QI |  |\n", "<li><i></i><b>QI</b><i></i></li>"),
        ("|  | EAT |  |\n", "<li><i></i><b>EAT</b><i></i></li>"),
        (
            "| before | 4 |\n",
            "<tr class=\"sum\"><th scope=\"row\">all</th><td>4</td><td>4</td><td>1</td><td>7</td>\
             <td>+75.0 %</td></tr>",
        ),
        (
            "| now | 7 |\n",
            "<span class=\"good\">4 new</span>, <span class=\"bad\">1 deleted</span>, 7 words in all<",
        ),
        ("\n## New words\n", ">New: <span id=\"new5\">2</span></h3>"),
        (
            "\n## Deleted words\n",
            ">Deleted: <span id=\"deleted4\">1</span></h3>",
        ),
        (
            "\n## Changed hooks\n",
            ">Changed hooks: <span id=\"hook-count\">3</span>",
        ),
    ] {
        assert!(note.contains(in_note), "{in_note}: {note}");
        assert!(page.contains(in_page), "{in_page}: {page}");
    }
    // Nothing is said of hooks where none changed.
    folder
        .write("a.txt", "CAR\n")
        .write("b.txt", "CAR\nZEBRA\n");
    for format in ["markdown", "html"] {
        let ran = folder.run(&format!("kwg-dump diff a.txt b.txt --format {format}"));
        ran.out.must_lack("hanged hooks");
    }
}

/// Every line of the terminal that tells of an outcome is on the page too.
#[test]
fn a_page_speaks_like_the_terminal() {
    let folder = lists();
    folder.fine("kwg-build -q r.yaml");
    folder.write("a.txt", "AB\nCAB\nBAC\n");
    let check = "movegen-check r.yaml --games 1 --findings 1 --report p.html";
    let ran = folder.run(check);
    ran.assert_code(1);
    let page = folder.text("p.html");
    let summary = ran.err.trim_end().trim_start_matches("movegen-check: ");
    summary.must_end("; not to be released");
    assert!(page.contains(&format!("<p class=\"verdict bad\">{summary}</p>")));
    assert!(ran.out.starts_with("CLUB (r.yaml, english)\n"));
    assert!(page.contains("<p class=\"dim\">r.yaml, english</p>"));
    let passes = ["structure", "words", "gaddag", "counts", "bundle", "moves"];
    for pass in passes {
        let row = ran
            .out
            .lines()
            .find(|line| line.starts_with(&format!("{pass} ")));
        let cells: Vec<&str> = row.unwrap().split("  ").filter(|c| !c.is_empty()).collect();
        let (result, checked) = (cells[1].trim(), cells.last().unwrap().trim());
        assert!(
            page.contains(&format!("\">{pass}: {result}</li>")),
            "{pass}: {result}"
        );
        if cells.len() > 3 {
            assert!(
                page.contains(&format!("<p>{pass}: {checked}</p>")),
                "{checked}"
            );
        }
    }
}

/// A page does not replace the file that it is made from, even if that has the name of a
/// page.
#[test]
fn a_report_is_never_one_of_its_sources() {
    let folder = Folder::new();
    folder
        .write("list.html", "CAT\nCATS\n")
        .write("grid.html", "CA/TS\n")
        .write(
            "game.html",
            "#player1 a A\n#player2 b B\n>a: CATSQZX 8G CAT +10 10\n",
        )
        .write("table.html", "board\track_on_turn\track_opponent\n")
        .write(
            "r.yaml",
            "lexicon: X\nruleset: english\nwords: {include: [list.html]}\n\
             graphs: [{file: X.kwg}]\n",
        );
    folder.fine("kwg-build --words list.html -o words.kwg -q");
    folder.fine("kwg-build r.yaml -q");
    folder.write("words.html", folder.read("words.kwg"));
    let before = folder.snapshot();
    for (command, report) in [
        ("kwg-dump grid words.kwg grid.html", "grid.html"),
        ("kwg-dump grid words.html grid.html", "words.html"),
        ("kwg-dump grid words.kwg CA/TS --in list.html", "list.html"),
        (
            "movegen-check replay game.html --kwg words.kwg",
            "game.html",
        ),
        (
            "movegen-check replay game.html --kwg words.html",
            "words.html",
        ),
        (
            "movegen-check match --kwg words.html --endgame a --pairs 1",
            "words.html",
        ),
        (
            "movegen-check endgame table.html --kwg words.kwg",
            "table.html",
        ),
        (
            "movegen-check endgame table.html --kwg words.html",
            "words.html",
        ),
        ("movegen-check files --kwg words.html --quick", "words.html"),
        (
            "movegen-check files --kwg words.kwg --words list.html --quick",
            "list.html",
        ),
        ("movegen-check r.yaml --quick", "list.html"),
    ] {
        let ran = folder.run(&format!("{command} --report {report}"));
        ran.assert_code(2);
        let source = format!("{report}: can't be written: it is the source {report}");
        ran.err.must_have(&source);
        assert!(folder.snapshot() == before, "{command}");
    }
}
