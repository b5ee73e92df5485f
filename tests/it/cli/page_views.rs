//! Pages as people see them: in a real browser, at two widths and on paper. What a view
//! consists of is compared, not its pixels.
//!
//! `make gallery` takes the pictures that docs/gallery.md shows, in the light and in the dark.

use crate::cli::pages::{browse, browser, check_page};
use crate::support::harness::{Folder, repo};
use crate::support::tools::missing;
use std::path::{Path, PathBuf};

/// Every kind of page.
const KINDS: [&str; 8] = [
    "words", "defined", "leaves", "check", "match", "endgame", "replay", "grid",
];

const BOARD: &str = "7N2GEODE/3BEGRIMES2E1/5R1E5A1/5I1C2OO1R1/4ME1E2IKAT1/4IF4SASH1/4C7P2/3THOFT3JeEZ/\
    4E1YEW2ORRA/1VOID2AEQ2S2/8DILLI2/3PUB4OXO2/4GAUNTLY1N2/6RAIA5/7bLAND3";

/// The list of SCOWL-80 as its recipe reads it.
fn scowl() -> Vec<String> {
    let text = std::fs::read_to_string(repo().join("lexicons/scowl-80.txt")).unwrap();
    let is_word = |line: &&str| {
        (2..=15).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_lowercase())
    };
    text.lines()
        .filter(is_word)
        .map(str::to_uppercase)
        .collect()
}

/// A page of each kind, from the data that comes with the project.
fn pages() -> Folder {
    let folder = Folder::new();
    let new = scowl();
    let is_new = |at: usize| at >= 30 && (at - 30).is_multiple_of(53);
    let old = new.iter().enumerate().filter(|(at, _)| !is_new(*at));
    let mut old: Vec<String> = old.map(|(_, word)| word.clone()).collect();
    let gone = new.iter().skip(300).step_by(705);
    old.extend(gone.map(|word| format!("{}Q", &word[..word.len() - 1])));
    folder
        .write("old.txt", old.join("\n"))
        .write("new.txt", new.join("\n"))
        .write("one.csv", leave_table(0.0))
        .write("two.csv", leave_table(1.5));
    folder.fine("kwg-build -q --ruleset english --words new.txt -o new.kwg");
    folder.fine("klv-build -q --leaves one.csv -o one.klv2");
    folder.fine("klv-build -q --leaves two.csv -o two.klv2");
    // One word in five has none, and some are long.
    let meaning = |(at, word): (usize, &String)| match at % 5 {
        0 => format!("{word}\n"),
        n => format!(
            "{word} a thing; {}[n {word}S]\n",
            "also another <thing> & more ".repeat(n - 1)
        ),
    };
    let meanings: String = new.iter().enumerate().map(meaning).collect();
    folder.write("meanings.txt", meanings);
    let page = |name: &str, command: &str| {
        let ran = folder.run(command);
        folder.write(&format!("{name}.html"), ran.out);
    };
    page(
        "words",
        "kwg-dump diff -q old.txt new.txt --format html --titles SCOWL-2025 SCOWL-2026",
    );
    page(
        "defined",
        "kwg-dump diff -q old.txt new.txt --format html --definitions meanings.txt --length ..6",
    );
    page("leaves", "kwg-dump diff -q one.klv2 two.klv2 --format html");
    folder.run(
        "movegen-check files -q --quick --kwg new.kwg --words old.txt --findings 5 --report check.html",
    );
    folder.fine(
        "movegen-check match -q --kwg new.kwg --klv two.klv2 --against one.klv2 --pairs 30 \
         --gcg games --report match.html",
    );
    folder.fine(
        "movegen-check replay -q games/000001-1.gcg --kwg new.kwg --klv one.klv2 --analyse \
         --report replay.html",
    );
    folder.fine(&format!(
        "movegen-check endgame -q --kwg new.kwg --rack NTTVW --opponent INUU --scores 371/402 \
         --top 3 --stats --board {BOARD} --report endgame.html"
    ));
    folder.fine("kwg-dump grid -q new.kwg AYEE/HHTG/HNAE/ATET TTT/INR/DAO --min-length 3 --report grid.html");
    folder
}

/// The value of every leave of one or two tiles.
fn leave_table(shift: f64) -> String {
    let letters: Vec<char> = "?ABCDEFGHIJKLMNOPQRSTUVWXYZ".chars().collect();
    let value = |at: usize| ((at * 37) % 23) as f64 / 2.0 - 5.0 + shift * ((at % 5) as f64 - 2.0);
    let mut rows = String::new();
    for (a, one) in letters.iter().enumerate() {
        rows += &format!("{one},{}\n", value(a));
        for (b, two) in letters.iter().enumerate().skip(a + 1) {
            rows += &format!("{one}{two},{}\n", value(a) + value(b) / 2.0);
        }
    }
    rows
}

/// What a view is like, written by the browser into the title.
const PROBE: &str = "<script>\nvar faults = [], small = 0;\n\
    if (document.documentElement.scrollWidth > innerWidth) faults.push('sideways');\n\
    if (document.querySelectorAll('h1').length !== 1) faults.push('h1');\n\
    document.querySelectorAll('body *').forEach(function (e) {\n  var style = getComputedStyle(e);\n  \
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) faults.push('box ' + e.className);\n  \
    if (innerWidth < 600 && !e.closest('svg, script') && e.childNodes.length && \
    [].some.call(e.childNodes, function (n) { return n.nodeType === 3 && n.data.trim(); }) && \
    parseFloat(style.fontSize) < 16) faults.push('small ' + e.tagName);\n});\n\
    document.querySelectorAll('th:not([scope])').forEach(function () { faults.push('th'); });\n\
    document.querySelectorAll('svg:not([role=img][aria-label])').forEach(function () { faults.push('svg'); });\n\
    document.title = 'view: ' + (faults.join(', ') || 'fine');\n</script></body>";

#[test]
fn pages_fit_every_screen() {
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    let folder = pages();
    let gallery = std::env::var_os("WORDMILL_GALLERY").map(PathBuf::from);
    for kind in KINDS {
        let page = folder.text(&format!("{kind}.html"));
        check_page(&page);
        folder.write("probed.html", page.replace("</body>", PROBE));
        for (width, height) in [(1280, 900), (390, 844)] {
            let window = format!("--window-size={width},{height}");
            let shown = browse(browser, &folder, "probed.html", &["--dump-dom", &window]);
            assert!(
                shown.contains("<title>view: fine<"),
                "{kind} {width}: {:.900}",
                title(&shown)
            );
            if let Some(gallery) = &gallery {
                take_pictures(browser, &folder, (kind, width), &window, gallery);
            }
        }
    }
}

/// Takes a picture in the light and one in the dark.
fn take_pictures(
    browser: &str,
    folder: &Folder,
    (kind, width): (&str, u32),
    window: &str,
    gallery: &Path,
) {
    let dark = [
        "--blink-settings=preferredColorScheme=0",
        "--force-dark-mode",
    ];
    for (theme, options) in [("light", &[][..]), ("dark", &dark)] {
        let picture = gallery.join(format!("{kind}-{width}-{theme}.png"));
        let shot = format!("--screenshot={}", picture.display());
        let mut options = options.to_vec();
        options.extend([window, &shot, "--hide-scrollbars"]);
        browse(browser, folder, &format!("{kind}.html"), &options);
        let bytes = std::fs::read(&picture).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{kind} {width} {theme}");
    }
}

fn title(shown: &str) -> &str {
    let title = shown.split("<title>").nth(1).unwrap_or_default();
    title.split("</title>").next().unwrap_or_default()
}

/// The number of pages of a PDF that Chromium made.
fn printed_pages(folder: &Folder, browser: &str, kind: &str) -> usize {
    let target = folder.path(&format!("{kind}.pdf"));
    let print = format!("--print-to-pdf={}", target.display());
    let options = ["--no-pdf-header-footer", print.as_str()];
    browse(browser, folder, &format!("{kind}.html"), &options);
    let bytes = std::fs::read(&target).unwrap();
    assert!(bytes.starts_with(b"%PDF"), "{kind}");
    let text = String::from_utf8_lossy(&bytes);
    text.lines()
        .filter(|line| line.ends_with("/Type /Page"))
        .count()
}

#[test]
fn a_club_prints_its_new_words() {
    let folder = pages();
    let page = folder.text("words.html");
    assert!(page.contains(">4,618 new</span>, <span class=\"bad\">347 deleted</span>"));
    // All but the words: less than 300 kB, for up to 10,000 words.
    let words: usize = page
        .split("<div class=\"words\"")
        .skip(1)
        .map(|part| part.split("</section>").next().unwrap_or_default().len())
        .sum();
    assert!(page.len() - words <= 300_000, "{} {words}", page.len());
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    let pages = printed_pages(&folder, browser, "words");
    assert!((2..=12).contains(&pages), "{pages} pages");
    for (kind, most) in [
        ("defined", 20),
        ("check", 4),
        ("match", 3),
        ("endgame", 3),
        ("replay", 3),
        ("grid", 6),
        ("leaves", 6),
    ] {
        let pages = printed_pages(&folder, browser, kind);
        assert!((1..=most).contains(&pages), "{kind}: {pages} pages");
    }
}

/// axe-core, which `.ci/run` puts there.
fn axe() -> Option<String> {
    let file = repo().join("target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(file).ok()
}

#[test]
fn pages_have_no_violations_of_accessibility() {
    let (Some(browser), Some(axe)) = (browser(), axe()) else {
        return missing("chromium or axe-core");
    };
    let folder = pages();
    for kind in KINDS {
        let page = folder.text(&format!("{kind}.html"));
        let run = format!(
            "<script>{axe}</script><script>axe.run().then(function (found) {{\n  \
             document.title = 'axe: ' + found.passes.length + ' ' + found.violations.map(function (v) {{\n    \
             return v.id + ' ' + v.nodes[0].html; }}).join(', ') + '.';\n}});</script></body>"
        );
        folder.write("axe.html", page.replace("</body>", &run));
        let options = ["--dump-dom", "--virtual-time-budget=60000"];
        let shown = browse(browser, &folder, "axe.html", &options);
        let title = title(&shown);
        let passes = title
            .strip_prefix("axe: ")
            .and_then(|t| t.strip_suffix(" ."));
        let passes = passes.and_then(|passes| passes.parse().ok());
        assert!(
            passes.is_some_and(|passes: u32| passes > 10),
            "{kind}: {title:.900}"
        );
    }
}
