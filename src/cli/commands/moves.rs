//! `movegen-check moves` and `score`: what can be played in a position, and what a
//! play scores.

use crate::check::Referee;
use crate::cli::args::format::MoveFormat;
use crate::cli::args::movegen_check::{Moves, PROGRAM, Score};
use crate::cli::exit::{Out, Stop};
use crate::cli::input::movegen::open_leaves;
use crate::cli::input::position::Asked;
use crate::cli::render::moves::{write_comparison, write_moves, write_picture};
use crate::cli::render::score::{placed_tiles, write_reasons, write_score};
use crate::cli::voice::Voice;
use crate::error::{Error, Problem, Result};
use crate::limits::CHECKED_RACK;
use crate::movegen::{Move, Position, RankOptions, Ranker, picture, validate};
use crate::tiles::BLANK;
use std::io::Write;

/// Lists the best moves of a position.
pub(crate) fn moves(args: &Moves, out: &mut Out) -> Result<(), Stop> {
    let asked = Asked::read(&args.files, &args.position, args.rack.as_deref())?;
    let file = &asked.file;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let hint = |error| file.rules.hint(error);
    let leaves = open_leaves(args.klv.as_deref(), ruleset).map_err(hint)?;
    let position = asked.position()?;
    refuse_large(&position)?;
    if args.compare && graph.gaddag_root().is_none() {
        let problem = Problem::mismatch("a DAWG and a GADDAG", "a DAWG alone");
        return Err(Error::input(&file.shown, problem.of("--compare")).into());
    }
    file.say_if_assumed(Voice::new(PROGRAM, args.files.quiet));
    if args.as_cgp {
        return Ok(writeln!(out, "{}", asked.cgp.placed_in(&position))?);
    }
    let format = args.files.format;
    if args.compare {
        let verdict = Referee::new(graph, ruleset, leaves.as_ref(), None).check(&position);
        out.differs_if(!verdict.faults.is_empty());
        return Ok(write_comparison(out, format, &verdict)?);
    }
    let n = if args.all { usize::MAX } else { args.top };
    // `--all` lists every move that the generator finds, even one that the words
    // of a damaged graph rule out.
    let options = RankOptions::default().with_shadow(!args.all);
    let top = Ranker::new(graph, ruleset).top(&position, leaves.as_ref(), n, options);
    let drawn = args.board_picture;
    Ok(write_moves(out, format, &position, &top, drawn)?)
}

/// Refuses a rack with which finding all moves would take too long.
fn refuse_large(position: &Position<'_>) -> Result<()> {
    let tiles = position.rack().total();
    if tiles <= u32::from(CHECKED_RACK) {
        return Ok(());
    }
    let expected = format!("at most {CHECKED_RACK} tiles to find moves with");
    let problem = Problem::mismatch(expected, tiles.to_string());
    Err(Error::input("", problem.of("rack")))
}

/// Scores a play, or says why it is illegal.
pub(crate) fn score(args: &Score, out: &mut Out) -> Result<(), Stop> {
    let asked = Asked::read(&args.files, &args.position, args.rack.as_deref())?;
    let file = &asked.file;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let mut position = asked.position()?;
    let mv = Move::read(&position, &args.play).map_err(|error| file.rules.hint(error))?;
    let Some(play) = mv.as_play() else {
        let problem = Problem::mismatch("tiles to place", "an exchange or a pass");
        return Err(Error::input("", problem.of("play")).into());
    };
    let voice = Voice::new(PROGRAM, args.files.quiet);
    let placed = placed_tiles(&play);
    if placed.len() > 1 && placed.iter().all(|&tile| tile == BLANK) {
        let hint = "all its tiles are blanks, as lower case means; letters are in upper case";
        voice.say(&format!("play `{}`: {hint}", args.play));
    }
    if args.rack.is_none() && position.rack().total() == 0 {
        position.set_rack(&placed)?;
    }
    file.say_if_assumed(voice);
    let format = args.files.format;
    let judged = validate(&position, &play, |word| graph.has_word(word));
    out.differs_if(judged.is_err());
    if args.board_picture && format == MoveFormat::Text {
        write_picture(out, &picture(&position, Some(&play)))?;
        writeln!(out)?;
    }
    let notation = position.move_text(&mv);
    match judged {
        Ok(parts) if args.as_cgp => {
            position.apply(&play);
            writeln!(out, "{}", asked.cgp.after(&position, parts.total))?;
        }
        Ok(parts) => write_score(out, format, ruleset, &notation, &parts)?,
        Err(reasons) => write_reasons(out, format, &notation, &reasons)?,
    }
    Ok(())
}
