//! Reads GCG files.
//!
//! A file is in ISO 8859-1 unless its first line is `#character-encoding UTF-8`. Lines
//! that begin with `#` are about the game, or are notes; lines that begin with `>` are
//! turns. There is no formal grammar. This reader accepts what programs that exchange
//! such files accept.

use crate::error::{Error, Result, shown};
use crate::limits::GAME_BYTES;
use crate::play::gcg::record::{Gcg, GcgAction, GcgEvent, GcgPlayer};
use crate::text;

/// The largest score or total. No game has scores of six digits.
const MOST_POINTS: i32 = 99_999;

/// The form of an event line, for messages.
const EVENT: &str = "a turn such as `>Nick: RACK 8D WORD +12 12`";

impl Gcg {
    /// Reads a file. `path` is its name in errors.
    ///
    /// ```
    /// # use wordmill::play::{Gcg, GcgAction};
    /// let text = b"#player1 A Ann\n#player2 B Bob\n>A: CATSXYZ 8G CAT +10 10\n";
    /// let game = Gcg::read("x.gcg", text)?;
    /// assert_eq!(game.players[1].name, "Bob");
    /// assert_eq!((game.events[0].line, game.events[0].total), (3, 10));
    /// let error = Gcg::read("x.gcg", b">A: CATSXYZ 8G CAT +10 10\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "x.gcg:1: expected #player1 and #player2 before the first turn, found a turn"
    /// );
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(path: &str, bytes: &[u8]) -> Result<Gcg> {
        text::check(path, bytes)?;
        if bytes.len() > GAME_BYTES {
            let expected = format!("a game of at most {GAME_BYTES} bytes");
            return Err(Error::mismatch(path, expected, bytes.len()));
        }
        let text = decoded(path, bytes)?;
        let mut reader = Reader::default();
        for line in text.lines() {
            reader.line += 1;
            let read = reader.read_line(line.trim());
            read.map_err(|error| error.at_line_of(path, reader.line))?;
        }
        let [Some(first), Some(second)] = reader.players else {
            return Err(Error::mismatch(
                path,
                "a game with #player1 and #player2",
                "none",
            ));
        };
        let players = [first, second];
        Ok(Gcg {
            players,
            ..reader.game
        })
    }
}

/// Creates a fault of the current line.
fn fault(expected: impl ToString, found: impl ToString) -> Error {
    Error::mismatch("", expected, found)
}

/// Quotes a part of a line for messages.
fn quoted(text: &str) -> String {
    format!("`{}`", shown(text))
}

/// Decodes the bytes in the encoding that they name.
fn decoded(path: &str, bytes: &[u8]) -> Result<String> {
    let marked = bytes.strip_prefix(b"\xef\xbb\xbf");
    let bytes = marked.unwrap_or(bytes);
    let first = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let name = pragma(&first).filter(|(name, _)| *name == "character-encoding");
    let name = name.map(|(_, text)| text.to_ascii_uppercase().replace(['-', '_', ' '], ""));
    let is_utf_8 = match name.as_deref() {
        Some("UTF8") => true,
        Some("ISO88591" | "LATIN1") => false,
        None => marked.is_some(),
        Some(_) => {
            let expected = "the encoding UTF-8 or ISO-8859-1";
            return Err(fault(expected, quoted(first.trim())).at_line_of(path, 1));
        }
    };
    if !is_utf_8 {
        return Ok(bytes.iter().map(|&b| char::from(b)).collect());
    }
    String::from_utf8(bytes.to_vec()).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
        let error = fault("UTF-8, as the first line says", "other bytes");
        error.at_line_of(path, line).caused_by(e)
    })
}

/// The name and the text of a line about the game.
fn pragma(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().strip_prefix('#')?;
    let (name, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((name, text.trim()))
}

/// Reads one line after the other.
#[derive(Default)]
struct Reader {
    /// Counts from 1.
    line: u64,
    players: [Option<GcgPlayer>; 2],
    game: Gcg,
    /// Whether the previous line is part of a note.
    in_note: bool,
}

impl Reader {
    fn read_line(&mut self, text: &str) -> Result<()> {
        if let Some((name, text)) = pragma(text) {
            self.in_note = name == "note";
            return self.read_pragma(name, text);
        }
        if let Some(event) = text.strip_prefix('>') {
            self.in_note = false;
            return self.read_event(event);
        }
        match (text.is_empty(), self.in_note) {
            (true, _) => (),
            // Some programs wrap the lines of long notes.
            (false, true) => self.note(text),
            (false, false) => return Err(fault("a line that begins with > or #", quoted(text))),
        }
        Ok(())
    }

    fn read_pragma(&mut self, name: &str, text: &str) -> Result<()> {
        match name {
            "character-encoding" if self.line == 1 => (),
            "player1" => self.read_player(0, text)?,
            "player2" => self.read_player(1, text)?,
            "note" => self.note(text),
            "-" => match self.game.pragmas.last_mut() {
                Some((_, before)) => *before += &format!("\n{text}"),
                None => return Err(fault("a line to go on with", "`#-`")),
            },
            _ => self.game.pragmas.push((name.to_string(), text.to_string())),
        }
        Ok(())
    }

    fn note(&mut self, text: &str) {
        match self.game.events.last_mut() {
            Some(event) => event.notes.push(text.to_string()),
            None => self
                .game
                .pragmas
                .push(("note".to_string(), text.to_string())),
        }
    }

    fn read_player(&mut self, number: usize, text: &str) -> Result<()> {
        if !self.game.events.is_empty() {
            return Err(fault("players before the first turn", "one after it"));
        }
        let (nick, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if nick.is_empty() || nick.contains(':') {
            return Err(fault("a nick without a colon, and a name", quoted(text)));
        }
        let other = &self.players[1 - number];
        if self.players[number].is_some() || other.as_ref().is_some_and(|o| o.nick == nick) {
            let found = quoted(nick) + " twice";
            return Err(fault("two players with nicks that differ", found));
        }
        self.players[number] = Some(GcgPlayer {
            nick: nick.to_string(),
            name: name.trim().to_string(),
        });
        Ok(())
    }

    fn read_event(&mut self, text: &str) -> Result<()> {
        if self.players.iter().any(Option::is_none) {
            return Err(fault(
                "#player1 and #player2 before the first turn",
                "a turn",
            ));
        }
        let no_event = || fault(EVENT, format!("`>{}`", shown(text)));
        let (nick, rest) = text.split_once(':').ok_or_else(no_event)?;
        let is_of = |player: &Option<GcgPlayer>| player.as_ref().is_some_and(|p| p.nick == nick);
        let Some(player) = self.players.iter().position(is_of) else {
            let nicks = self.players.iter().flatten().map(|p| quoted(&p.nick));
            let nicks = nicks.collect::<Vec<_>>().join(" or ");
            return Err(fault(format!("the player {nicks}"), quoted(nick)));
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [parts @ .., score, total] = &words[..] else {
            return Err(no_event());
        };
        let (score, total) = (points(score)?, points(total)?);
        let (rack, action) = action(parts).ok_or_else(no_event)?;
        self.game.events.push(GcgEvent {
            line: self.line,
            player,
            rack: rack.to_string(),
            action,
            score,
            total,
            notes: Vec::new(),
        });
        Ok(())
    }
}

fn points(text: &str) -> Result<i32> {
    let number = text.parse().ok();
    let number = number.filter(|n: &i32| (-MOST_POINTS..=MOST_POINTS).contains(n));
    number.ok_or_else(|| fault("points such as +12", quoted(text)))
}

/// The action given by the columns between the player and the points.
fn action<'t>(parts: &[&'t str]) -> Option<(&'t str, GcgAction)> {
    let (&last, before) = parts.split_last()?;
    if let [rack @ .., square] = before
        && is_square(square)
        && rack.len() <= 1
    {
        let play = GcgAction::Play {
            square: square.to_string(),
            word: last.to_string(),
        };
        return Some((rack.first().unwrap_or(&""), play));
    }
    let inside = last.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
    let action = match (last, inside) {
        ("-", _) => GcgAction::Pass,
        ("--", _) => GcgAction::Withdrawal,
        (_, Some("challenge")) => GcgAction::Challenge,
        (_, Some("time")) => GcgAction::Time,
        (_, Some(tiles)) => GcgAction::Left(tiles.to_string()),
        _ => GcgAction::Exchange(last.strip_prefix('-')?.to_string()),
    };
    match before {
        [] => Some(("", action)),
        [rack] => Some((rack, action)),
        _ => None,
    }
}

/// Whether a column names a square, in either order of row and column.
fn is_square(text: &str) -> bool {
    let digits = |text: &str| (1..=2).contains(&text.len()) && is_all(text, u8::is_ascii_digit);
    let letters =
        |text: &str| (1..=2).contains(&text.len()) && is_all(text, u8::is_ascii_alphabetic);
    let split = text.bytes().take_while(u8::is_ascii_digit).count();
    if split > 0 {
        return digits(&text[..split]) && letters(&text[split..]);
    }
    let split = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    letters(&text[..split]) && digits(&text[split..])
}

fn is_all(text: &str, is: impl Fn(&u8) -> bool) -> bool {
    text.bytes().all(|b| is(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: &str = "#player1 A Ann Lee\n#player2 B\n";

    fn read(lines: &str) -> Result<Gcg> {
        Gcg::read("x.gcg", format!("{PLAYERS}{lines}").as_bytes())
    }

    #[test]
    fn all_kinds_of_lines() {
        let play = |square: &str, word: &str| GcgAction::Play {
            square: square.to_string(),
            word: word.to_string(),
        };
        for (line, rack, action, score, total) in [
            ("AB? 8D AbC +12 12", "AB?", play("8D", "AbC"), 12, 12),
            ("AB?  D8   A.C  12  12", "AB?", play("D8", "A.C"), 12, 12),
            ("8D (A)BC +3 15", "", play("8D", "(A)BC"), 3, 15),
            ("A 15O (A)(B) +3 15", "A", play("15O", "(A)(B)"), 3, 15),
            ("AB - +0 12", "AB", GcgAction::Pass, 0, 12),
            ("AB -A +0 12", "AB", GcgAction::Exchange("A".into()), 0, 12),
            ("AB -- -12 0", "AB", GcgAction::Withdrawal, -12, 0),
            ("AB (challenge) +5 17", "AB", GcgAction::Challenge, 5, 17),
            ("(QZ) +40 57", "", GcgAction::Left("QZ".into()), 40, 57),
            ("Q (Q) -10 -10", "Q", GcgAction::Left("Q".into()), -10, -10),
            ("(time) -10 47", "", GcgAction::Time, -10, 47),
            ("Q (time) -10 47", "Q", GcgAction::Time, -10, 47),
        ] {
            let game = read(&format!(">B: {line}\n")).unwrap();
            let expected = GcgEvent {
                line: 3,
                player: 1,
                rack: rack.to_string(),
                action,
                score,
                total,
                notes: Vec::new(),
            };
            assert_eq!(game.events, [expected], "{line}");
        }
    }

    #[test]
    fn notes_belong_to_their_turn() {
        let game = read(
            "#lexicon X\n#game-board 15x15\n#- second row\n#note before\n>A: A - +0 0\n\
             #note one\ngoes on\n\n#note two\n>B: B - +0 0\n#rack1 ABC\n#incomplete\n",
        );
        let game = game.unwrap();
        assert_eq!(game.events[0].notes, ["one", "goes on", "two"]);
        assert!(game.events[1].notes.is_empty());
        assert_eq!(game.pragma("game-board"), Some("15x15\nsecond row"));
        assert_eq!(game.pragma("note"), Some("before"));
        assert_eq!(game.pragma("rack1"), Some("ABC"));
        assert_eq!(game.pragma("incomplete"), Some(""));
        assert_eq!(game.players[0].name, "Ann Lee");
    }

    #[test]
    fn the_first_line_names_the_encoding() {
        let name = |head: &str, name: &[u8]| {
            let mut bytes = head.as_bytes().to_vec();
            bytes.extend(b"#player1 A ");
            bytes.extend(name);
            bytes.extend(b"\n#player2 B b\n");
            Gcg::read("x.gcg", &bytes).map(|game| game.players[0].name.clone())
        };
        assert_eq!(name("", b"\xc9va").unwrap(), "Éva");
        assert_eq!(
            name("#character-encoding iso-8859-1\n", b"\xc9va").unwrap(),
            "Éva"
        );
        assert_eq!(
            name("#character-encoding utf-8\n", "Éva".as_bytes()).unwrap(),
            "Éva"
        );
        assert_eq!(name("\u{feff}", "Éva".as_bytes()).unwrap(), "Éva");
        let error = name("#character-encoding UTF-8\n", b"\xc9va").unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.gcg:2: expected UTF-8, as the first line says, found other bytes"
        );
        let error = name("#character-encoding KOI8-R\n", b"x").unwrap_err();
        error
            .to_string()
            .find("`#character-encoding KOI8-R`")
            .unwrap();
    }

    #[test]
    fn faults_name_line_and_reason() {
        for (lines, expected) in [
            (
                ">C: A - +0 0",
                "3: expected the player `A` or `B`, found `C`",
            ),
            (
                ">A A - +0 0",
                "3: expected a turn such as `>Nick: RACK 8D WORD +12 12`, found `>A A - +0 0`",
            ),
            (
                ">A: AB",
                "3: expected a turn such as `>Nick: RACK 8D WORD +12 12`, found `>A: AB`",
            ),
            (
                ">A: AB CD +1 1",
                "3: expected a turn such as `>Nick: RACK 8D WORD +12 12`, found `>A: AB CD +1 1`",
            ),
            (">A: A - +0 x", "3: expected points such as +12, found `x`"),
            (
                ">A: A - +100000 0",
                "3: expected points such as +12, found `+100000`",
            ),
            (
                "hello",
                "3: expected a line that begins with > or #, found `hello`",
            ),
            (
                "#player1 C",
                "3: expected two players with nicks that differ, found `C` twice",
            ),
            (
                ">A: A - +0 0\n#player1 C",
                "4: expected players before the first turn, found one after it",
            ),
            ("#-", "3: expected a line to go on with, found `#-`"),
        ] {
            let error = read(lines).unwrap_err().to_string();
            assert_eq!(error, format!("x.gcg:{expected}"));
        }
        let same = Gcg::read("x.gcg", b"#player1 A\n#player2 A\n").unwrap_err();
        assert!(same.to_string().contains("found `A` twice"));
        let none = Gcg::read("x.gcg", b"").unwrap_err().to_string();
        assert_eq!(
            none,
            "x.gcg: expected a game with #player1 and #player2, found none"
        );
    }
}
