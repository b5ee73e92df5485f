//! `kwg-dump diff`: compares two files or recipes.

use crate::cli::args::kwg_dump::DiffArgs;
use crate::cli::args::shared::DiffFormat;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{
    File, Needs, Prepared, Rules, Subject, check_listable, dashes, file_name, listed_rules,
    one_from_input, read_definitions, same_letters, title_of,
};
use crate::cli::page::diff::word_page;
use crate::cli::page::leave_diff::leave_page;
use crate::cli::page::write_page;
use crate::cli::render::diff::DiffStyle;
use crate::error::{Error, Result};
use crate::file::{FileKind, Holds};
use crate::graph::{Content, Diff, Side, dawg_of};
use crate::leave::leave_changes;
use crate::parallel;
use crate::recipe::{PartKind, RecipeWords, ResolvedRecipe, read_inputs};
use std::path::Path;

/// Opens one side of a difference: a file, or the words of a recipe.
fn open_side(path: &Path, kind: Option<FileKind>, rules: &Rules) -> Result<File> {
    if !is_recipe(path) {
        return File::open(path, rules.clone(), kind);
    }
    let recipe = ResolvedRecipe::read(path)?;
    if recipe.recipe.words.is_none() {
        return Err(recipe.fault("expected `words:` to compare with"));
    }
    let inputs = read_inputs(&recipe, PartKind::Words)?;
    let words = dawg_of(&RecipeWords::parse(&recipe, &inputs)?.words)?;
    Ok(File::of_recipe(path, words, rules.clone()))
}

/// The lexicon's name, or otherwise the file's.
fn title(path: &Path) -> Result<String> {
    match is_recipe(path) {
        true => Ok(ResolvedRecipe::read(path)?.recipe.lexicon),
        false => title_of(path),
    }
}

fn is_recipe(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension == "yaml" || extension == "yml"
}

/// Compares two sides and writes the differences.
pub(crate) fn diff(args: &DiffArgs, out: &mut Out) -> Result<(), Stop> {
    let named = [&args.old, &args.new].into_iter();
    one_from_input(dashes(named.chain(&args.texts.definitions)))?;
    let rules = rules(args)?;
    let kind = args.reading.kind;
    let (old, new) = parallel::join(
        || open_side(&args.old, kind, &rules[0]),
        || open_side(&args.new, kind, &rules[1]),
    );
    let sides = [old?, new?];
    say_if_assumed(&sides, out);
    sides.iter().try_for_each(File::check_whole)?;
    let is_page = args.format == DiffFormat::Html;
    let sum = |file: &File| {
        let is_recipe = file.opened.sniffed.kind == FileKind::Recipe;
        (is_page && !is_recipe).then(|| file.sha256().to_string())
    };
    let definitions = read_definitions(&args.texts.definitions, &rules[1])?;
    let style = DiffStyle {
        files: [&args.old, &args.new].map(|path| path.display().to_string()),
        titles: titles(args)?,
        args,
        ruleset: &rules[1].ruleset,
        assumed: [rules[0].assumed, rules[1].assumed],
        sums: sides.each_ref().map(sum),
        definitions: definitions.as_ref(),
    };
    let [old, new] = sides;
    if let (Holds::Leaves(a), Holds::Leaves(b)) = (&old.opened.holds, &new.opened.holds) {
        if !args.conditions.is_empty() {
            return Err(refuse("the conditions are", "leaves"));
        }
        if definitions.is_some() {
            return Err(refuse("--definitions is", "leaves"));
        }
        let mut rows = leave_changes(a, b, args.tolerance);
        out.differs_if(rows.next().is_some());
        return match is_page {
            true => write_page(&leave_page(a, b, &style), out),
            false => Ok(style.write_leaves(a, b, out)?),
        };
    }
    let alphagrams;
    let prepared;
    let [has_old, has_new] = [&old, &new].map(|file| {
        let kind = file.opened.sniffed.kind;
        matches!(kind, FileKind::Graph(Content::Alphagrams, _))
    });
    let found = if has_old == has_new {
        let graphs = [old.lexicon()?, new.lexicon()?];
        let found = Diff::new(Side::Graph(graphs[0]), Side::Graph(graphs[1]))?;
        // A small file may hold any number of words, and its changes would never end.
        if !found.is_empty() {
            for (graph, file) in graphs.into_iter().zip(&style.files) {
                check_listable(graph, file)?;
            }
        }
        if args.conditions.is_empty() {
            found
        } else {
            let prepare = |side: usize| {
                let subject = Subject {
                    graph: graphs[side],
                    rules: &rules[side],
                    shown: &style.files[side],
                };
                Prepared::new(&args.conditions, Needs::Nothing, subject)
            };
            prepared = [prepare(0)?, prepare(1)?];
            found.only(prepared[0].filter(None)?, prepared[1].filter(None)?)?
        }
    } else if !args.conditions.is_empty() {
        return Err(refuse("the conditions are", "alphagrams on one side"));
    } else {
        out.say("one side has alphagrams, so those of the other are compared");
        let [old, new] = [old.lexicon()?.to_words()?, new.lexicon()?.to_words()?];
        alphagrams = [old.alphagrams(), new.alphagrams()];
        Diff::new(Side::Words(&alphagrams[0]), Side::Words(&alphagrams[1]))?
    };
    out.differs_if(!found.is_empty());
    match is_page {
        true => write_page(&word_page(&found, &style)?, out),
        false => style.write_words(&found, out),
    }
}

/// Creates the error for an option about words that was given with something else.
fn refuse(options_are: &str, found: &str) -> Stop {
    let expected = format!("words, which {options_are} about");
    Error::mismatch("", expected, found).into()
}

/// The ruleset of each side. It comes from a recipe, or from a manifest beside the
/// file. A side that has neither is assumed to have the ruleset of the other. Words in
/// different letters can't be compared.
fn rules(args: &DiffArgs) -> Result<[Rules; 2]> {
    if let choice @ Some(_) = args.reading.ruleset.as_deref() {
        let rules = Rules::chosen(choice)?;
        return Ok([rules.clone(), rules]);
    }
    let own = |path: &Path| match is_recipe(path) {
        true => ResolvedRecipe::read(path).map(|recipe| Some(Rules::named(recipe.ruleset))),
        false => listed_rules(path, false),
    };
    let known = [own(&args.old)?, own(&args.new)?];
    let ruleset = match &known {
        [Some(old), Some(new)] if !same_letters(&old.ruleset, &new.ruleset) => {
            let (old, new) = (old.ruleset.name(), new.ruleset.name());
            let message = format!(
                "expected a file for the ruleset {old}, as the old one is, found one for {new}; \
                 with --ruleset both are read alike"
            );
            return Err(Error::input(&args.new, message));
        }
        [_, Some(rules)] | [Some(rules), None] => rules.ruleset.clone(),
        [None, None] => Rules::chosen(None)?.ruleset,
    };
    Ok(known.map(|known| Rules {
        ruleset: ruleset.clone(),
        assumed: known.is_none(),
        listed: known.and_then(|known| known.listed),
    }))
}

/// Reports the sides whose letters are assumed or in doubt.
fn say_if_assumed(sides: &[File; 2], out: &Out) {
    let assumed = || sides.iter().filter(|file| file.rules.assumed);
    let names = assumed().filter(|file| file.has_tiles());
    let names: Vec<String> = names.map(|file| file.shown.clone()).collect();
    if let Some(file) = assumed().next() {
        file.rules.say_if_assumed(&names, out);
    }
    sides.iter().for_each(|file| file.say_if_other(out));
}

/// The titles of the two sides. Two files of one release are distinguished by their
/// file names; two releases of one file have the same title.
fn titles(args: &DiffArgs) -> Result<[String; 2]> {
    let has_title = matches!(args.format, DiffFormat::Markdown | DiffFormat::Html);
    match args.titles.as_deref() {
        Some(_) if !has_title => {
            let message = "--titles: expected --format markdown or html, which have a title";
            return Err(Error::input("", message));
        }
        Some([old, new]) => return Ok([old.clone(), new.clone()]),
        _ => (),
    }
    let titles = [title(&args.old)?, title(&args.new)?];
    let in_one_folder = args.old.parent() == args.new.parent();
    Ok(match titles[0] == titles[1] && in_one_folder {
        true => [&args.old, &args.new].map(|path| file_name(path)),
        false => titles,
    })
}
