//! Words of letter grids, and solutions of puzzles.

use crate::cli::args::format::GridFormat;
use crate::cli::exit::{Out, Stop};
use crate::cli::render::grid_picture::{Picture, write_line_pictures, write_word_picture};
use crate::cli::render::json::write_json_line;
use crate::cli::render::table::Table;
use crate::error::counted;
use crate::grid::{
    Found, FoundWord, Goal, Grid, MadeGrid, Points, PuzzlePlay, Solution, SolveOptions, SolveStatus,
};
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::Alphabet;
use serde::Serialize;
use std::io::{self, Write};

/// What to write of the words of a grid, and how.
#[derive(Clone, Copy)]
pub(crate) struct FoundStyle {
    pub(crate) format: GridFormat,
    pub(crate) picture: Picture,
    /// Every path, not one for each word.
    pub(crate) paths: bool,
    /// Only the number of words.
    pub(crate) count: bool,
    /// Name each grid: there are several.
    pub(crate) several: bool,
}

/// The words of a grid, for a program.
#[derive(Serialize)]
struct FoundLine {
    grid: String,
    count: u64,
    path_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<WordEntry>>,
}

#[derive(Serialize)]
struct WordEntry {
    word: String,
    length: usize,
    points: u32,
    path_count: u64,
    path: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Vec<String>>>,
}

/// A solution, for a program.
#[derive(Serialize)]
struct SolutionLine {
    grid: String,
    #[serde(flatten)]
    solution: SolutionFacts,
}

#[derive(Serialize)]
struct SolutionFacts {
    points: Option<i64>,
    status: &'static str,
    upper_bound: Option<i64>,
    left: usize,
    line: Vec<String>,
    plays: Vec<PlayEntry>,
}

#[derive(Serialize)]
struct PlayEntry {
    word: String,
    points: u32,
    path: Vec<String>,
}

/// A made grid, for a program.
#[derive(Serialize)]
struct MadeLine {
    grid: String,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<SolutionFacts>,
}

/// The names of the cells of a path.
pub(crate) fn names(grid: &Grid, path: &[u16]) -> Vec<String> {
    let name = |&cell: &u16| {
        let (row, column) = grid.place(usize::from(cell));
        SquareName(row as u8, column as u8).to_string()
    };
    path.iter().map(name).collect()
}

fn write_csv(fields: &[String], out: &mut Out) -> Result<(), Stop> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(fields).map_err(io::Error::from)?;
    Ok(writer.flush()?)
}

/// Writes the titles of the columns of CSV.
pub(crate) fn write_titles(solves: bool, out: &mut Out) -> io::Result<()> {
    match solves {
        true => writeln!(out, "grid,points,status,upper_bound,left,line"),
        false => writeln!(out, "grid,word,length,points,paths,path"),
    }
}

/// Writes the words of a grid.
pub(crate) fn write_found(
    grid: &Grid,
    found: &Found,
    points: &Points,
    ruleset: &Ruleset,
    style: FoundStyle,
    out: &mut Out,
) -> Result<(), Stop> {
    let alphabet = ruleset.alphabet();
    let text = grid.to_text(alphabet);
    let points_of = |word: &FoundWord<'_>| points.of(word.tiles, word.path(), grid, ruleset);
    let entry = |word: FoundWord<'_>| WordEntry {
        word: alphabet.word_text(word.tiles),
        length: word.tiles.len(),
        points: points_of(&word),
        path_count: word.path_count,
        path: names(grid, word.path()),
        paths: style
            .paths
            .then(|| word.paths().map(|path| names(grid, path)).collect()),
    };
    match style.format {
        GridFormat::Json => {
            let words: Option<Vec<WordEntry>> =
                (!style.count).then(|| found.words().map(entry).collect());
            let sum =
                |words: &Vec<WordEntry>| words.iter().map(|word| u64::from(word.points)).sum();
            let line = FoundLine {
                grid: text,
                count: found.word_count(),
                path_count: found.path_count(),
                points: words.as_ref().map(sum),
                words,
            };
            write_json_line(out, &line)?;
        }
        GridFormat::Csv if style.count => {
            write_csv(&[text, found.word_count().to_string()], out)?;
        }
        GridFormat::Csv => {
            for word in found.words().map(entry) {
                for path in word.paths.as_ref().unwrap_or(&vec![word.path.clone()]) {
                    let numbers = [word.length as u64, word.points.into(), word.path_count];
                    let mut fields = vec![text.clone(), word.word.clone()];
                    fields.extend(numbers.map(|number| number.to_string()));
                    fields.push(path.join(" "));
                    write_csv(&fields, out)?;
                }
            }
        }
        GridFormat::Text if style.count => writeln!(out, "{}", found.word_count())?,
        GridFormat::Text => {
            if style.several {
                writeln!(out, "{text}")?;
            }
            let longest = found.words().reduce(|best, word| {
                if word.tiles.len() > best.tiles.len() {
                    word
                } else {
                    best
                }
            });
            if let (Picture(true), Some(longest)) = (style.picture, longest) {
                write_word_picture(grid, longest.path(), alphabet, out)?;
            }
            write_table(found.words().map(entry), out)?;
            let sum = found.words().map(|word| u64::from(points_of(&word))).sum();
            let (words, paths) = (found.word_count(), found.path_count());
            let summary = [(words, "words"), (paths, "paths"), (sum, "points")];
            writeln!(
                out,
                "{}",
                summary.map(|(count, what)| counted(count, what)).join(", ")
            )?;
        }
    }
    Ok(())
}

fn write_table(words: impl Iterator<Item = WordEntry>, out: &mut Out) -> io::Result<()> {
    let mut table = Table::new(&["word", "length", "points", "paths", "path"]);
    for word in words {
        for path in word.paths.as_ref().unwrap_or(&vec![word.path.clone()]) {
            table.row(vec![
                word.word.clone(),
                word.length.to_string(),
                word.points.to_string(),
                word.path_count.to_string(),
                path.join(" "),
            ]);
        }
    }
    if table.is_empty() {
        return Ok(());
    }
    table.write(out)
}

fn facts(grid: &Grid, solution: &Solution, alphabet: &Alphabet) -> SolutionFacts {
    let play = |play: &PuzzlePlay| PlayEntry {
        word: alphabet.word_text(&play.tiles),
        points: play.points,
        path: names(grid, &play.cells),
    };
    let plays: Vec<PlayEntry> = solution.line.iter().map(play).collect();
    SolutionFacts {
        points: solution.points,
        status: match solution.status {
            SolveStatus::Solved => "solved",
            SolveStatus::Bounded => "bounded",
        },
        upper_bound: solution.upper_bound,
        left: solution.left,
        line: plays.iter().map(|play| play.word.clone()).collect(),
        plays,
    }
}

/// Writes the solution of a puzzle.
pub(crate) fn write_solution(
    grid: &Grid,
    solution: &Solution,
    options: &SolveOptions,
    alphabet: &Alphabet,
    (format, picture): (GridFormat, Picture),
    out: &mut Out,
) -> Result<(), Stop> {
    let text = grid.to_text(alphabet);
    let facts = facts(grid, solution, alphabet);
    match format {
        GridFormat::Json => {
            let line = SolutionLine {
                grid: text,
                solution: facts,
            };
            write_json_line(out, &line)?;
        }
        GridFormat::Csv => {
            let number = |number: Option<i64>| number.map(|n| n.to_string()).unwrap_or_default();
            let fields = [
                text,
                number(facts.points),
                facts.status.to_string(),
                number(facts.upper_bound),
                facts.left.to_string(),
                facts.line.join(" "),
            ];
            write_csv(&fields, out)?;
        }
        GridFormat::Text => {
            writeln!(out, "{text}: {}", verdict(solution, options.goal))?;
            write_plays(grid, solution, &facts, options, alphabet, picture, out)?;
        }
    }
    Ok(())
}

/// What a solution is, in words.
pub(crate) fn verdict(solution: &Solution, goal: Goal) -> String {
    let count = |points: i64| match points {
        1 => "1 point".to_string(),
        points => format!("{points} points"),
    };
    let left = match solution.left {
        0 => "nothing left".to_string(),
        left => format!("{} left", counted(left as u64, "letters")),
    };
    match (solution.points, solution.status, solution.upper_bound) {
        (Some(points), SolveStatus::Solved, _) => {
            format!("{}, {left}; solved: no line has more", count(points))
        }
        (Some(points), SolveStatus::Bounded, Some(bound)) => {
            let bound = count(bound);
            format!(
                "{}, {left}; not solved: no line has more than {bound}",
                count(points)
            )
        }
        (None, SolveStatus::Bounded, Some(bound)) => {
            let bound = count(bound);
            format!("no line found; not solved: none has more than {bound}")
        }
        _ if goal == Goal::Clear => "solved: it can't be cleared".to_string(),
        _ => "solved: there is no line".to_string(),
    }
}

fn write_plays(
    grid: &Grid,
    solution: &Solution,
    facts: &SolutionFacts,
    options: &SolveOptions,
    alphabet: &Alphabet,
    picture: Picture,
    out: &mut Out,
) -> io::Result<()> {
    let widest = facts
        .line
        .iter()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(0);
    let lines = facts.plays.iter().map(|play| {
        let pad = " ".repeat(widest - play.word.chars().count());
        format!(
            "{:4}  {}{pad}  {}",
            play.points,
            play.word,
            play.path.join(" ")
        )
    });
    let lines: Vec<String> = lines.collect();
    match picture {
        Picture(true) => write_line_pictures(
            grid,
            &solution.line,
            options.gravity,
            (&lines, alphabet),
            out,
        ),
        Picture(false) => lines.iter().try_for_each(|line| writeln!(out, "{line}")),
    }
}

/// Writes a grid that was made, and its solution.
pub(crate) fn write_made(
    made: &MadeGrid,
    seed: u64,
    options: &SolveOptions,
    alphabet: &Alphabet,
    (format, picture): (GridFormat, Picture),
    out: &mut Out,
) -> Result<(), Stop> {
    let text = made.grid.to_text(alphabet);
    let solved = made.solution.as_ref();
    match (format, solved) {
        (GridFormat::Json, _) => {
            let line = MadeLine {
                grid: text,
                seed,
                count: made.words,
                solution: solved.map(|solution| facts(&made.grid, solution, alphabet)),
            };
            write_json_line(out, &line)?;
        }
        (GridFormat::Csv, Some(solution)) => {
            write_titles(true, out)?;
            let style = (format, picture);
            write_solution(&made.grid, solution, options, alphabet, style, out)?;
        }
        (GridFormat::Csv, None) => write_csv(&[text], out)?,
        (GridFormat::Text, solved) => {
            writeln!(out, "{text}")?;
            if let Some(solution) = solved {
                writeln!(out, "# {}", verdict(solution, Goal::Clear))?;
                let facts = facts(&made.grid, solution, alphabet);
                for (play, word) in facts.plays.iter().zip(&facts.line) {
                    writeln!(out, "# {:4}  {word}  {}", play.points, play.path.join(" "))?;
                }
            }
        }
    }
    Ok(())
}
