//! `kwg-dump`: what is in a file, and what changed.

use crate::cli::args::kwg_dump::{Arguments, Command, DiffArgs, PROGRAM, Wanted};
use crate::cli::args::parse;
use crate::cli::file::File;
use crate::cli::render::diff::{DiffFormat, DiffStyle, write_leave_diff, write_word_diff};
use crate::cli::render::dot::write_dot;
use crate::cli::render::info::Info;
use crate::cli::render::info_text::write_info;
use crate::cli::render::listings::{write_gaddag, write_leaves, write_nodes, write_words};
use crate::cli::rules::{Rules, listed_rules, rules_for};
use crate::cli::title::{file_name, title_of};
use crate::cli::{Format, Out, Outcome, Stop, Voice, run, write_json};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::{FileKind, Holds};
use crate::graph::{Content, Diff, Filter, Graph, Node, Pattern, PatternFault, Side};
use crate::leave::LeaveSummary;
use crate::lexicon::Words;
use crate::recipe::{ResolvedRecipe, WordInputs};
use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli: Arguments = parse();
    let voice = Voice {
        program: PROGRAM,
        quiet: cli.quiet,
    };
    run(PROGRAM, |out| match &cli.command {
        Command::Diff(args) => diff(args, voice, out),
        command => show(command, voice, out).map(|()| Outcome::Fine),
    })
}

fn show(command: &Command, voice: Voice, out: &mut Out) -> Result<(), Stop> {
    match command {
        Command::Info { input, format } => {
            // It prints itself whether its ruleset is assumed.
            let file = File::read(input)?;
            file.say_if_other(voice);
            let mut info = Info::of(&file.shown, &file.bytes, &file.opened, file.ruleset())
                .map_err(|e| e.at_path(&file.shown))?;
            info.ruleset_assumed = file.rules.assumed;
            match format {
                Format::Text => write_info(&info, out)?,
                Format::Json => write_json(out, &info)?,
            }
        }
        Command::Words {
            input,
            wanted,
            format,
        } => {
            let file = File::read(input)?;
            let filter = filter(wanted, file.alphabet()).map_err(|e| file.rules.hint(e))?;
            let lexicon = file.lexicon()?;
            file.say_if_assumed(voice);
            write_words::<Stop>(lexicon, filter, file.alphabet(), *format, out)
                .map_err(|stop| file.blame(stop))?;
        }
        Command::Gaddag { input, format } => {
            let file = File::read(input)?;
            let graph = file.graph()?;
            file.say_if_assumed(voice);
            write_gaddag::<Stop>(graph, file.alphabet(), *format, out)
                .map_err(|stop| file.blame(stop))?;
        }
        Command::Nodes {
            input,
            from,
            count,
            list,
            format,
        } => {
            let file = File::read(input)?;
            let graph = file.graph()?;
            let range = match list {
                Some(list) => list_range(graph, *list)?,
                None => {
                    nodes_from(graph, "--from", *from)?;
                    *from..count.map_or(u32::MAX, |count| from.saturating_add(count))
                }
            };
            file.say_if_assumed(voice);
            write_nodes(graph, range, file.alphabet(), *format, out)?;
        }
        Command::Leaves { input, format } => {
            let file = File::read(input)?;
            let leaves = file.leaves()?;
            file.say_if_assumed(voice);
            write_leaves(leaves, file.alphabet(), *format, out)?;
        }
        Command::Dot {
            input,
            prefix,
            limit,
        } => {
            let file = File::read(input)?;
            let graph = file.graph()?;
            let mut tiles = Vec::new();
            let read = file.alphabet().read_rack_into(prefix, &mut tiles);
            read.map_err(|e| file.rules.hint(option_fault("--prefix", e, prefix)))?;
            let list = graph.follow(&tiles).filter(|&list| list != 0);
            let Some(list) = list else {
                let message = format!("--prefix: nothing follows `{prefix}`");
                return Err(Error::input(&file.shown, message).into());
            };
            file.say_if_assumed(voice);
            write_dot(graph, list, *limit, file.alphabet(), out)?;
        }
        Command::Diff(_) => (),
    }
    Ok(())
}

/// The nodes of the list that begins at a node.
fn list_range(graph: &Graph, list: u32) -> Result<std::ops::Range<u32>> {
    let nodes = nodes_from(graph, "--list", list)?;
    let length = nodes.iter().position(|node| node.is_end());
    let length = length.map_or(nodes.len(), |last| last + 1);
    Ok(list..list + length as u32)
}

/// The nodes from one on that an option names.
fn nodes_from<'g>(graph: &'g Graph, option: &str, node: u32) -> Result<&'g [Node]> {
    let nodes = graph.nodes().get(node as usize..);
    nodes.filter(|nodes| !nodes.is_empty()).ok_or_else(|| {
        let last = graph.nodes().len() - 1;
        let message = format!("{option}: expected a node up to {last}, found {node}");
        Error::input("", message)
    })
}

/// The filter that the options ask for; none if they ask for nothing.
fn filter(wanted: &Wanted, alphabet: &Alphabet) -> Result<Option<Filter>> {
    let word = |option: &str, text: &String| -> Result<Vec<Tile>> {
        let tiles = alphabet.read_word(text);
        tiles.map_err(|e| option_fault(option, e, text))
    };
    let fits = |option: &str, text: &str, pattern: Result<Pattern, PatternFault>| {
        pattern.map_err(|e| option_fault(option, e, text))
    };
    let mut filter = Filter::default();
    let mut asked = false;
    for (option, text, make) in [
        (
            "--prefix",
            &wanted.prefix,
            Pattern::prefix as fn(&[Tile]) -> _,
        ),
        ("--suffix", &wanted.suffix, Pattern::suffix),
        ("--contains", &wanted.contains, Pattern::contains),
    ] {
        if let Some(text) = text {
            asked = true;
            filter = filter.pattern(fits(option, text, make(&word(option, text)?))?);
        }
    }
    if let Some(text) = &wanted.pattern {
        asked = true;
        filter = filter.pattern(fits("--pattern", text, Pattern::read(text, alphabet))?);
    }
    if let Some((min, max)) = wanted.length {
        asked = true;
        filter = filter.lengths(min, max);
    }
    if let Some(text) = &wanted.anagram {
        asked = true;
        let mut rack = Vec::new();
        let read = alphabet.read_rack_into(text, &mut rack);
        read.map_err(|e| option_fault("--anagram", e, text))?;
        filter = filter.anagram(&rack);
    }
    if let Some(text) = &wanted.hooks {
        asked = true;
        let hooks = filter.hooks(&word("--hooks", text)?);
        filter = hooks.map_err(|e| option_fault("--hooks", e, text))?;
    }
    Ok(asked.then_some(filter))
}

fn option_fault(option: &str, fault: impl Into<PatternFault>, text: &str) -> Error {
    let fault = fault.into();
    let message = format!("{option}: {fault} in `{text}`");
    match fault {
        PatternFault::Unknown(unknown) => unknown.into_error(message),
        PatternFault::Long(_) => Error::input("", message),
    }
}

/// One side of a difference.
enum Compared {
    File(Box<File>),
    Recipe { lexicon: String, words: Words },
}

impl Compared {
    fn read(path: &Path, args: &DiffArgs, rules: &Rules) -> Result<Compared> {
        if is_recipe(path) {
            let recipe = ResolvedRecipe::read(path)?;
            let Some(sources) = &recipe.recipe.words else {
                return Err(recipe.fault("expected `words:` to compare with"));
            };
            let inputs = WordInputs::read(&recipe, sources)?;
            return Ok(Compared::Recipe {
                words: inputs.parse(&recipe, sources)?.words,
                lexicon: recipe.recipe.lexicon,
            });
        }
        let file = File::open(path, rules.clone(), args.reading.kind)?;
        Ok(Compared::File(Box::new(file)))
    }

    /// What it is called, if it has tiles that are but numbers.
    fn with_tiles(&self) -> Option<&str> {
        match self {
            Compared::File(file) => file.has_tiles().then_some(&file.shown),
            Compared::Recipe { .. } => None,
        }
    }

    fn sum(&self) -> Option<String> {
        match self {
            Compared::File(file) => Some(sha256(&file.bytes)),
            Compared::Recipe { .. } => None,
        }
    }

    fn has_alphagrams(&self) -> bool {
        match self {
            Compared::File(file) => {
                matches!(
                    file.opened.sniffed.kind,
                    FileKind::Graph(Content::Alphagrams, _)
                )
            }
            Compared::Recipe { .. } => false,
        }
    }

    fn side(&self) -> Result<Side<'_>, Stop> {
        Ok(match self {
            Compared::File(file) => Side::Graph(file.lexicon()?),
            Compared::Recipe { words, .. } => Side::Words(words),
        })
    }

    fn alphagrams(&self) -> Result<Words, Stop> {
        Ok(match self {
            Compared::File(file) => file.lexicon()?.to_words()?.alphagrams(),
            Compared::Recipe { words, .. } => words.alphagrams(),
        })
    }

    /// The lexicon that it is of, as far as can be told.
    fn title(&self, path: &Path) -> Result<String> {
        match self {
            Compared::File(_) => title_of(path),
            Compared::Recipe { lexicon, .. } => Ok(lexicon.clone()),
        }
    }
}

fn is_recipe(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension == "yaml" || extension == "yml"
}

/// The ruleset of both sides of a difference: that of either, as its recipe or a
/// manifest beside it says; for the other side it is then assumed. Words in
/// other letters can't be compared.
fn diff_rules(args: &DiffArgs) -> Result<[Rules; 2]> {
    if let choice @ Some(_) = args.reading.ruleset.as_deref() {
        let rules = rules_for(choice, &args.new)?;
        return Ok([rules.clone(), rules]);
    }
    let own = |path: &Path| match is_recipe(path) {
        true => ResolvedRecipe::read(path).map(|recipe| Some(Rules::named(recipe.ruleset))),
        false => listed_rules(path),
    };
    let known = [own(&args.old)?, own(&args.new)?];
    let ruleset = match &known {
        [Some(old), Some(new)] if !have_same_letters(&old.ruleset, &new.ruleset) => {
            let (old, new) = (old.ruleset.name(), new.ruleset.name());
            let message = format!(
                "expected a file for the ruleset {old}, as the old one is, found one for {new}; \
                 with --ruleset both are read alike"
            );
            return Err(Error::input(args.new.display().to_string(), message));
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

/// Says of which sides the letters are a guess or in doubt, if they are.
fn say_if_assumed(sides: [(&Compared, &Rules); 2], voice: Voice) {
    let assumed = sides.into_iter().filter(|(_, rules)| rules.assumed);
    let (files, rules): (Vec<&str>, Vec<&Rules>) = assumed
        .filter_map(|(side, rules)| Some((side.with_tiles()?, rules)))
        .unzip();
    if let Some(rules) = rules.first() {
        rules.say_if_assumed(&files, voice);
    }
    for (side, _) in sides {
        if let Compared::File(file) = side {
            file.say_if_other(voice);
        }
    }
}

fn have_same_letters(a: &Ruleset, b: &Ruleset) -> bool {
    let labels = |ruleset: &Ruleset| -> Vec<String> {
        let alphabet = ruleset.alphabet();
        let tiles = (1..).take(alphabet.len());
        tiles.map(|tile| alphabet.label(tile).into()).collect()
    };
    labels(a) == labels(b)
}

fn diff(args: &DiffArgs, voice: Voice, out: &mut Out) -> Result<Outcome, Stop> {
    let [old_rules, new_rules] = diff_rules(args)?;
    let (old, new) = rayon::join(
        || Compared::read(&args.old, args, &old_rules),
        || Compared::read(&args.new, args, &new_rules),
    );
    let (old, new) = (old?, new?);
    say_if_assumed([(&old, &old_rules), (&new, &new_rules)], voice);
    let (old_name, new_name) = (
        args.old.display().to_string(),
        args.new.display().to_string(),
    );
    let titles = titles(args, &old, &new)?;
    let style = DiffStyle {
        old: &old_name,
        new: &new_name,
        titles: [&titles[0], &titles[1]],
        stat: args.stat,
        format: args.format,
        ruleset: &new_rules.ruleset,
        assumed: [old_rules.assumed, new_rules.assumed],
        sums: match args.format {
            DiffFormat::Html => [old.sum(), new.sum()],
            _ => [None, None],
        },
    };
    if let (Compared::File(a), Compared::File(b)) = (&old, &new)
        && let (Holds::Leaves(a), Holds::Leaves(b)) = (&a.opened.holds, &b.opened.holds)
    {
        write_leave_diff(a, b, args.tolerance, &style, out)?;
        return Ok(outcome(LeaveSummary::of(a, b, args.tolerance).is_empty()));
    }
    let alphagrams;
    let found = if old.has_alphagrams() == new.has_alphagrams() {
        Diff::new(old.side()?, new.side()?)?
    } else {
        voice.say("one side has alphagrams, so those of the other are compared");
        alphagrams = (old.alphagrams()?, new.alphagrams()?);
        Diff::new(Side::Words(&alphagrams.0), Side::Words(&alphagrams.1))?
    };
    if !found.is_empty() {
        out.differs();
    }
    write_word_diff::<Stop>(&found, &style, out)?;
    out.flush()?;
    Ok(outcome(found.is_empty()))
}

/// What readers know the two sides by. Two files of one release are told apart
/// by their names; two releases of one file need no telling apart.
fn titles(args: &DiffArgs, old: &Compared, new: &Compared) -> Result<[String; 2]> {
    let is_titled = matches!(args.format, DiffFormat::Markdown | DiffFormat::Html);
    match args.titles.as_deref() {
        Some(_) if !is_titled => {
            let message = "--titles: expected --format markdown or html, which have a title";
            return Err(Error::input("", message));
        }
        Some([old, new]) => return Ok([old.clone(), new.clone()]),
        _ => (),
    }
    let titles = [old.title(&args.old)?, new.title(&args.new)?];
    let in_one_folder = args.old.parent() == args.new.parent();
    Ok(match titles[0] == titles[1] && in_one_folder {
        true => [&args.old, &args.new].map(|path| file_name(path)),
        false => titles,
    })
}

fn outcome(equal: bool) -> Outcome {
    match equal {
        true => Outcome::Fine,
        false => Outcome::Differs,
    }
}
