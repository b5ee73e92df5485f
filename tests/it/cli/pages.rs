//! Pages: one file, all text escaped, and shown by a real browser.

use crate::support::harness::{Folder, Ran, Text, repo};
use crate::support::tools::missing;
use std::process::Command;
use wordmill::ruleset::Ruleset;

/// Signs of something that a page would fetch or run from elsewhere.
const FOREIGN: [&str; 7] = [
    "http:", "https:", "src=", "url(", "@import", "<link", "<iframe",
];

#[track_caller]
pub(crate) fn check_page(page: &str) {
    for sign in FOREIGN {
        assert!(!page.contains(sign), "{sign}");
    }
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("name=\"viewport\"") && page.contains("prefers-color-scheme: dark"));
    let scripts = page.matches("<script>").count();
    assert!(scripts <= 1 && page.matches("</script>").count() == scripts);
    assert!(!page.contains("toLocaleUpper") && !page.contains("toLocaleLower"));
    for tag in [
        "section", "div", "ul", "li", "details", "dl", "table", "h2", "h3", "p", "form", "label",
        "svg",
    ] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

/// A ruleset whose labels are markup, as far as labels can be.
const HOSTILE: &str = "name: '<b>&x'\nrack: 3\nbonus: 1\nexchange: 1\nblanks: 1\nletters:\n  \
    - {tile: '<b>', blank: '<i>', count: 5, points: 1, vowel: 1}\n  - {tile: '&X', count: 5, points: 1}\n  \
    - {tile: C, count: 5, points: 1}\nboard:\n  start: B2\n  squares: |\n    .....\n    .....\n    \
    .....\n    .....\n    .....\n";

#[test]
fn hostile_names_and_words_stay_text() {
    let folder = Folder::new();
    let name = "<img onerror=x>&'.kwg";
    folder
        .write("r.yaml", HOSTILE)
        .write("old.txt", "<b>&X\n&X&X\n")
        .write("new.txt", "<b>&X\nC<b>C\n");
    let run = |program: &str, arguments: &str| {
        // The name has a quote and a space, so it stands for itself.
        let words = arguments
            .split(' ')
            .map(|w| if w == "NAME" { name } else { w });
        let mut command = folder.command(program);
        Ran::of(program, command.args(words).output().unwrap())
    };
    run("kwg-build", "--ruleset r.yaml --words old.txt -o old.kwg").fine();
    run("kwg-build", "--ruleset r.yaml --words new.txt -o NAME").fine();
    let ran = run(
        "kwg-dump",
        "diff old.kwg NAME --ruleset r.yaml --format html",
    );
    ran.assert_code(1);
    let page = ran.out;
    check_page(&page);
    assert!(page.contains("&lt;img onerror=x&gt;&amp;&#39;.kwg") && !page.contains("<img"));
    assert!(
        page.contains("<b>C&lt;b&gt;C</b>") && page.contains("<b>&amp;X&amp;X</b>"),
        "{page}"
    );
    let check = "files --ruleset r.yaml --kwg NAME --words old.txt --games 1 --report r.html";
    run("movegen-check", check).assert_code(1);
    let page = folder.text("r.html");
    check_page(&page);
    assert!(page.contains("word C&lt;b&gt;C") && !page.contains("<img") && !page.contains("<b>&"));
}

fn release() -> Folder {
    let folder = Folder::new();
    let velu = repo().join("examples/velu");
    for file in std::fs::read_dir(&velu).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let name = path.file_name().unwrap().to_str().unwrap();
            folder.write(name, std::fs::read(&path).unwrap());
        }
    }
    folder
}

#[test]
fn the_example_is_released_as_locked() {
    let folder = release();
    folder.fine("kwg-build --locked recipe.yaml");
    folder.fine("klv-build --locked recipe.yaml");
    folder.fine("movegen-check --quick --report check.html recipe.yaml");
    let page = folder.text("check.html");
    check_page(&page);
    for part in [
        "1 lexicon, 4 files: no errors, 1 warning<",
        "VELU.klv2",
        "Words by length",
        "Plays per position",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for line in folder.text("dist/SHA256SUMS").lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        assert!(page.contains(sum) || name.ends_with(".json"), "{name}");
    }
    folder.fine("movegen-check --quick --report again.html --threads 1 recipe.yaml");
    assert_eq!(folder.text("again.html"), page, "two checks, one page");
    std::fs::remove_file(folder.path("dist/VELU.kwg")).unwrap();
    let ran = folder.run("movegen-check --quick --report lost.html recipe.yaml");
    ran.assert_code(1);
    let page = folder.text("lost.html");
    check_page(&page);
    for part in [
        "; not to be released<",
        "no such file",
        "<div>run kwg-build</div>",
        "<li class=\"warn\">gaddag: not checked</li>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("expected , found"));
    let ran = folder.run("movegen-check --report dist/VELU.kwg recipe.yaml");
    ran.assert_code(2);
    ran.err.must_have("expected a name that ends in .html");
}

#[test]
fn leaves_are_compared_on_a_page() {
    let folder = Folder::new();
    folder
        .write("a.csv", "?,25\nA,1\nB,2\n")
        .write("b.csv", "?,20\nA,1\nC,3\n");
    for name in ["a", "b"] {
        folder.fine(&format!("klv-build --leaves {name}.csv -o {name}.klv2"));
    }
    let ran = folder.run("kwg-dump diff a.klv2 b.klv2 --format html");
    ran.assert_code(1);
    check_page(&ran.out);
    assert!(
        ran.out
            .contains(">?</th><td>25</td><td>20</td><td>-5.000</td>")
            && ran.out.contains(">C 3</div>")
            && ran
                .out
                .contains(">1 changed</span> of 2 in both files, by -2.500 on average;"),
        "{}",
        ran.out
    );
    let short = folder
        .run("kwg-dump diff a.klv2 b.klv2 --format html --stat")
        .out;
    assert!(!short.contains("type=\"search\"") && short.len() < ran.out.len());
}

/// A leave and its values in two tables.
type Row = (String, f32, f32);

/// Every leave of the English bag, with two values that look random.
fn complete_english() -> Vec<Row> {
    let english = Ruleset::builtin("english").unwrap();
    let mut rows = Vec::new();
    add_leaves(&english, &mut Vec::new(), &mut rows);
    rows
}

fn add_leaves(ruleset: &Ruleset, leave: &mut Vec<u8>, rows: &mut Vec<Row>) {
    for tile in leave.last().copied().unwrap_or(0)..=26 {
        leave.push(tile);
        if ruleset.check_leave(leave).is_ok() {
            let noise = (rows.len() as u32).wrapping_mul(2_654_435_769) >> 16;
            let base: f32 = leave.iter().map(|&t| f32::from(t % 7) - 3.0).sum();
            let (old, new) = (noise as f32 / 9000.0, 0.01 + (noise % 999) as f32 / 200.0);
            let text = ruleset.alphabet().word_text(leave);
            rows.push((text, base + old, base + new));
            add_leaves(ruleset, leave, rows);
        }
        leave.pop();
    }
}

/// The numbers of a page are those of all leaves, the largest changes are listed,
/// and a search finds any leave.
#[test]
fn a_page_has_all_leaves_of_a_complete_table() {
    let folder = Folder::new();
    let rows = complete_english();
    assert_eq!(rows.len(), 914_624);
    let table = |value: fn(&Row) -> f32| {
        let line = |row: &Row| format!("{},{}\n", row.0, value(row));
        rows.iter().map(line).collect::<String>()
    };
    folder
        .write("a.csv", table(|row| row.1))
        .write("b.csv", table(|row| row.2));
    folder.fine("klv-build -q --leaves a.csv -o a.klv2");
    folder.fine("klv-build -q --leaves b.csv -o b.klv2");
    let page = folder
        .run("kwg-dump diff -q a.klv2 b.klv2 --format html")
        .out;
    check_page(&page);
    assert!(page.len() <= 5_000_000, "{}", page.len());
    let changed = rows.iter().filter(|row| row.1 != row.2).count();
    assert!(changed > 900_000);
    let changed = format!("{},{:03}", changed / 1000, changed % 1000);
    for part in [
        format!(">{changed} changed</span> of 914,624 in both files, by "),
        format!("<caption>{changed} changes, the 50 largest</caption>"),
        "Search all 914,624 leaves <".to_string(),
        "rounded to 0.01. ".to_string(),
        "<h2>By size</h2>".to_string(),
        "<tr><th scope=\"row\">6</th><td>737,311</td>".to_string(),
        "aria-label=\"914,624 values, ".to_string(),
    ] {
        assert!(page.contains(&part), "{part}");
    }
    let size = |row: &&Row| (f64::from(row.2) - f64::from(row.1)).abs();
    let largest = rows
        .iter()
        .rev()
        .max_by(|a, b| size(a).total_cmp(&size(b)))
        .unwrap();
    let listed = format!(
        "<tbody>\n<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td>",
        largest.0, largest.1, largest.2
    );
    assert!(page.contains(&listed), "{listed}");
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    // Each leave is typed backwards and in lower case.
    let some: Vec<&Row> = rows.iter().step_by(45_731).chain(rows.last()).collect();
    let typed = |row: &&Row| row.0.to_lowercase().chars().rev().collect::<String>();
    let typed: Vec<String> = some.iter().map(typed).collect();
    let probe = format!(
        "<script>\nvar b = document.querySelector('#search input'), f = document.querySelector('#search output');\n\
         var seen = '{}'.split(' ').map(function (wanted) {{\n  b.value = wanted;\n  \
         b.dispatchEvent(new Event('input', {{bubbles: true}}));\n  \
         return document.getElementById('leaves').previousElementSibling.textContent.split('\\n')[0];\n}});\n\
         b.value = 'e';\nb.dispatchEvent(new Event('input', {{bubbles: true}}));\n\
         document.body.textContent = seen.join(';') + ';' + f.textContent;\n</script></body>",
        typed.join(" ")
    );
    folder.write("leaves.html", page.replace("</body>", &probe));
    let shown = browse(browser, &folder, "leaves.html", &["--dump-dom"]);
    let body = shown.split("<body>").nth(1).unwrap_or_default();
    let found: Vec<&str> = body.split("</body>").next().unwrap().split(';').collect();
    assert_eq!(found.len(), some.len() + 1, "{body:.300}");
    for (row, found) in some.iter().zip(&found) {
        let (leave, values) = found.split_once(' ').unwrap();
        let (old, new) = values.split_once(" → ").unwrap();
        let is_near =
            |text: &str, value: f32| (text.parse::<f32>().unwrap() - value).abs() < 0.0051;
        assert_eq!(leave, row.0);
        assert!(
            is_near(old, row.1) && is_near(new, row.2),
            "{row:?}: {found}"
        );
    }
    let with_e = rows.iter().filter(|row| row.0.contains('E')).count();
    let with_e = format!(
        "{},{:03} of 914,624 leaves, the first 1,000 shown",
        with_e / 1000,
        with_e % 1000
    );
    assert_eq!(found.last().unwrap().trim(), with_e);
}

/// A page says whether it can search; its search covers all leaves.
#[test]
fn a_page_says_what_it_holds() {
    let folder = Folder::new();
    folder
        .write("a.csv", "?,3e38\nA,1\nAB,5\n")
        .write("b.csv", "?,20\nAB,5\nC,3\n");
    for name in ["a", "b"] {
        folder.fine(&format!("klv-build -q --leaves {name}.csv -o {name}.klv2"));
    }
    let page = folder.run("kwg-dump diff a.klv2 b.klv2 --format html").out;
    check_page(&page);
    assert!(
        page.contains("There is no search over all leaves") && !page.contains("id=\"leaves\""),
        "{page}"
    );
    // An incomplete table is searched too, and so are leaves that did not change.
    folder.write("a.csv", "?,25\nA,1\nAB,5\nZ,-7\n");
    folder.fine("klv-build -q --leaves a.csv -o a.klv2");
    let page = folder.run("kwg-dump diff a.klv2 b.klv2 --format html").out;
    check_page(&page);
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    let probe = "<script>\nvar b = document.querySelector('#search input');\n\
         var seen = ['?', 'a', 'ba', 'c', 'z', 'q'].map(function (wanted) {\n  b.value = wanted;\n  \
         b.dispatchEvent(new Event('input', {bubbles: true}));\n  \
         return document.getElementById('leaves').previousElementSibling.textContent;\n});\n\
         document.body.textContent = seen.join(';').replace(/\\n/g, ',');\n</script></body>";
    folder.write("few.html", page.replace("</body>", probe));
    let shown = browse(browser, &folder, "few.html", &["--dump-dom"]);
    let expected = "<body>? 25 → 20;A 1 → none,AB 5 → 5;AB 5 → 5;C none → 3;Z -7 → none;\n";
    let body = shown.split_once("</head>").map_or("", |(_, body)| body);
    assert!(shown.contains(expected), "{body:.900}");
}

/// The first browser that there is.
pub(crate) fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            Command::new(name)
                .arg("--version")
                .output()
                .is_ok_and(|o| o.status.success())
        })
}

/// Shows a page in a window of some size; gives the page as the browser has it
/// after scripts ran, or takes a picture of it.
pub(crate) fn browse(browser: &str, folder: &Folder, page: &str, more: &[&str]) -> String {
    let profile = folder.path("profile");
    let ran = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(more)
        .arg(format!("file://{}", folder.path(page).display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// What the filter of a page shows after each query: the words of all lists, and the
/// line with their number.
fn filtered(folder: &Folder, page: &str, queries: &[&str]) -> Option<Vec<String>> {
    let Some(browser) = browser() else {
        missing("chromium");
        return None;
    };
    let probe = format!(
        "<script>\nvar form = document.getElementById('filter'), seen = [];\n\
         {}.forEach(function (query) {{\n  form.reset();\n  query.split(' ').forEach(function (part) {{\n    \
         if (part) form.elements[part.split('=')[0]].value = part.split('=')[1];\n  }});\n  \
         form.dispatchEvent(new Event('input'));\n  var words = [];\n  \
         document.querySelectorAll('[data-side]:not(table)').forEach(function (list) {{\n    \
         if (list.matches('.words')) [].forEach.call(list.children, function (part) {{ words = words.concat(part.textContent.split('\\n')); }});\n    \
         else list.querySelectorAll('li, dl > div').forEach(function (item) {{ if (!item.hidden) words.push(item.querySelector('b, dt').textContent); }});\n  \
         }});\n  seen.push(form.querySelector('output').textContent + ': ' + words.join(' '));\n}});\n\
         document.body.textContent = seen.join(';');\n</script></body>",
        serde_json::to_string(queries).unwrap()
    );
    folder.write("filtered.html", page.replace("</body>", &probe));
    let shown = browse(browser, folder, "filtered.html", &["--dump-dom"]);
    let body = shown.split("<body>").nth(1).unwrap_or_default();
    let body = body.split("</body>").next().unwrap();
    let body = body.replace("&amp;", "&").replace("&lt;", "<");
    let seen = body.split(';').map(|seen| seen.trim().to_string());
    Some(seen.collect())
}

/// The filter of a page and `kwg-dump words` understand the same patterns.
#[test]
fn a_page_finds_what_the_program_finds() {
    let folder = Folder::new();
    folder
        .write("none.txt", "ZZZ\n")
        .write("en.txt", "AT\nCAT\nCATS\nIF\nIRIS\nQI\nSIT\nTAXI\n");
    folder.write("meanings.txt", "at in\nCATS pets\ntaxi a car\n");
    let queries = [
        "",
        "side=deleted",
        "letters=4",
        "begins=i",
        "ends=I",
        "contains=at letters=3",
        "pattern=?i*",
        "pattern=C*T*S begins=ca",
        "pattern=é",
        "side=new contains=ı",
    ];
    for definitions in ["", "--definitions meanings.txt"] {
        let command = format!("kwg-dump diff none.txt en.txt --format html {definitions}");
        let run = folder.run(&command);
        check_page(&run.out);
        let Some(found) = filtered(&folder, &run.out, &queries) else {
            return;
        };
        let expected = [
            "9 words: AT IF QI CAT SIT ZZZ CATS IRIS TAXI",
            "1 of 9 words: ZZZ",
            "3 of 9 words: CATS IRIS TAXI",
            "2 of 9 words: IF IRIS",
            "2 of 9 words: QI TAXI",
            "1 of 9 words: CAT",
            "2 of 9 words: QI SIT",
            "1 of 9 words: CATS",
            "unknown tile in é:",
            "unknown tile in ı:",
        ];
        assert_eq!(found, expected, "{definitions}");
    }
    // Digraphs are one tile, in brackets.
    folder
        .write(
            "es.txt",
            "[CH]A\nC[CH]\nPE[RR]O\nPERRO\nÑU\nCOCHE\nCO[CH]E\n",
        )
        .write("no.txt", "AAA\n");
    let run = folder.run("kwg-dump diff no.txt es.txt --ruleset spanish --format html");
    let patterns = [
        "[ch]*",
        "c*",
        "*[RR]*",
        "*rr*",
        "n\u{303}?",
        "?????",
        "????",
        "*c[CH]",
        "Ñu",
        "*",
    ];
    let queries: Vec<String> = patterns
        .iter()
        .map(|pattern| format!("side=new pattern={pattern}"))
        .collect();
    let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
    let Some(found) = filtered(&folder, &run.out, &queries) else {
        return;
    };
    for (pattern, found) in patterns.iter().zip(found) {
        let command = format!("kwg-dump words es.txt --ruleset spanish --pattern {pattern}");
        let words = folder.run(&command).out;
        let mut words: Vec<&str> = words.lines().collect();
        let (_, shown) = found.split_once(": ").unwrap_or_default();
        let mut shown: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        shown.sort_unstable();
        assert_eq!(shown, words, "{pattern}");
    }
}

#[test]
fn pages_are_shown_by_a_real_browser() {
    let Some(browser) = browser() else {
        return missing("chromium");
    };
    let folder = release();
    folder.fine("kwg-build recipe.yaml");
    let diff =
        folder.run("kwg-dump diff words.txt dist/VELU.kwg --ruleset ruleset.yaml --format html");
    // What no reader types: the page is wider than the window.
    let probe = "<script>\ndocument.title = 'wide ' + \
                 (document.documentElement.scrollWidth > innerWidth);\n</script></body>";
    folder.write("diff.html", diff.out.replace("</body>", probe));
    let shown = browse(
        browser,
        &folder,
        "diff.html",
        &["--dump-dom", "--window-size=390,844"],
    );
    assert!(shown.contains("<title>wide false<"), "{:.600}", shown);
    // A list in parts is found through, shown in parts, and there again.
    let letters = || ('A'..='Z').map(String::from);
    let pairs = letters().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
    let words: Vec<String> = pairs
        .flat_map(|w| [format!("{w}XE"), format!("XE{w}")])
        .collect();
    folder
        .write("few.txt", "AB\n")
        .write("many.txt", words.join("\n"));
    let long = folder
        .run("kwg-dump diff few.txt many.txt --format html")
        .out;
    let probe = "<script>\nvar form = document.getElementById('filter');\n\
                 var l = document.querySelector('.words'), seen = [];\n\
                 ['', 'x', 'qx', '', 'x1'].forEach(function (wanted) {\n  \
                 form.elements.contains.value = wanted;\n  \
                 form.dispatchEvent(new Event('input'));\n  seen.push(wanted + ' ' + \
                 l.children.length + ' ' + document.getElementById('new4').textContent);\n\
                 });\ndocument.title = seen.join('; ');\n</script></body>";
    folder.write("long.html", long.replace("</body>", probe));
    let shown = browse(browser, &folder, "long.html", &["--dump-dom"]);
    let expected =
        "<title> 2 1,351; x 2 1,351; qx 1 28 of 1,351;  2 1,351; x1 0 0 of 1,351</title>";
    assert!(shown.contains(expected), "{:.600}", shown);
}
