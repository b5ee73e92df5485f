//! Which module uses which. Rooms (the folders and files of `src/`) use only the
//! rooms above them in the table of `docs/design.md`, through their facades; the
//! modules of a room do not use each other in circles.

use crate::code::source_tree::{modules, package};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;

type Edges = BTreeMap<String, BTreeSet<String>>;

#[test]
fn rooms_use_only_rooms_above_them() {
    let rooms = rooms_of_the_design();
    let place = |room: &str| rooms.iter().position(|known| known.name == room);
    let mut faults = BTreeSet::new();
    let mut used: Edges = rooms
        .iter()
        .map(|room| (room.name.clone(), BTreeSet::new()))
        .collect();
    for (user, targets) in edges() {
        let from = room_of(&user);
        if from.is_empty() {
            continue; // lib.rs declares the rooms
        }
        for target in targets.iter().filter(|target| room_of(target) != from) {
            let to = room_of(target);
            if target != to {
                faults.insert(format!(
                    "{user} uses {target}, not through the facade of {to}"
                ));
            }
            match (place(from), place(to)) {
                (Some(below), Some(above)) if above < below => {
                    used.entry(from.into()).or_default().insert(to.into());
                }
                (Some(_), Some(_)) => {
                    faults.insert(format!("{user} uses {to}, which is below {from}"));
                }
                _ => {
                    faults.insert(format!("{user} uses {to}: not both are in docs/design.md"));
                }
            }
        }
    }
    refuse(faults, "edges between rooms");
    for Room { name, uses } in &rooms {
        assert_eq!(
            &used[name], uses,
            "rooms that {name} uses, and those that docs/design.md has"
        );
    }
}

#[test]
fn no_modules_of_a_room_use_each_other_in_circles() {
    let mut edges = edges();
    for (user, targets) in &mut edges {
        targets.retain(|target| room_of(target) == room_of(user));
    }
    let circles = circles(&edges).into_iter().map(|circle| circle.join(" "));
    refuse(circles.collect(), "circles of modules");
}

/// Only `cli` knows the command line and the terminal, and only `database` knows SQLite.
#[test]
fn packages_stay_in_their_rooms() {
    let homes = [
        ("clap", "cli"),
        ("indicatif", "cli"),
        ("signal_hook", "cli"),
        ("rusqlite", "database"),
    ];
    let mut faults = BTreeSet::new();
    for (name, text) in modules() {
        for (package, room) in homes {
            if text.contains(&format!("{package}::")) && room_of(&name) != room {
                faults.insert(format!("{name} uses {package}"));
            }
        }
    }
    refuse(faults, "packages in rooms");
}

fn refuse(found: BTreeSet<String>, what: &str) {
    let lines = found
        .iter()
        .map(|one| format!("\n  {one}"))
        .collect::<String>();
    assert!(found.is_empty(), "{what} that must not be:{lines}");
}

struct Room {
    name: String,
    uses: BTreeSet<String>,
}

/// Reads the table of rooms: the name in the first column, those that it uses in
/// the last.
fn rooms_of_the_design() -> Vec<Room> {
    let design = fs::read_to_string(package().join("docs/design.md")).unwrap();
    let (_, section) = design.split_once("## Rooms\n").expect("a section `Rooms`");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let names = |cell: &str| -> BTreeSet<String> {
        let names = cell.split('`').skip(1).step_by(2);
        names.map(str::to_string).collect()
    };
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        Room {
            name: names(cells[0]).pop_first().unwrap(),
            uses: names(cells[cells.len() - 1]),
        }
    })
    .collect()
}

fn room_of(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

/// The modules that each module uses, outside its tests. Tests in a file of their own have
/// its name, `tests`.
fn edges() -> Edges {
    let modules = modules();
    let targets = |(name, text): (&String, &String)| {
        let tokens: TokenStream = text.parse().unwrap();
        let mut paths = Vec::new();
        find_paths(tokens, &mut paths);
        let known = |path: &[String]| {
            let lengths = (1..=path.len()).rev();
            let mut prefixes = lengths.map(|length| path[..length].join("::"));
            prefixes.find(|prefix| modules.contains_key(prefix))
        };
        let own: Vec<String> = name.split("::").map(str::to_string).collect();
        let of = |path: Vec<String>| match path[0].as_str() {
            // A facade may have a function of the same name as a module.
            "crate" if path[1] != own[0] && path.len() == 3 => Some(path[1].clone()),
            "crate" => Some(known(&path[1..]).unwrap_or_default()),
            "super" => panic!("{name}: `super::` outside tests; use `crate::`"),
            first => {
                let child = own
                    .iter()
                    .map(String::as_str)
                    .chain([first])
                    .collect::<Vec<_>>();
                let child = child.join("::");
                (!name.is_empty() && modules.contains_key(&child)).then_some(child)
            }
        };
        let targets = paths
            .into_iter()
            .filter_map(of)
            .filter(|target| target != name);
        (name.clone(), targets.collect())
    };
    let is_no_test = |(name, _): &(&String, &String)| !name.ends_with("::tests");
    modules.iter().filter(is_no_test).map(targets).collect()
}

/// Collects every path with `::` in it, with trees of `use` taken apart, and
/// leaves out what is `#[cfg(test)]`.
fn find_paths(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash)
                if hash.as_char() == '#'
                    && tokens
                        .peek()
                        .is_some_and(|next| next.to_string() == "[cfg (test)]") =>
            {
                // Up to the end of the item that follows.
                tokens.find(|token| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    other => other.to_string() == ";",
                });
            }
            TokenTree::Ident(first) => {
                read_tree(vec![first.to_string()], &mut tokens, paths);
            }
            TokenTree::Group(group) => find_paths(group.stream(), paths),
            _ => {}
        }
    }
}

/// Reads what follows the beginning of a path.
fn read_tree(
    mut path: Vec<String>,
    tokens: &mut Peekable<impl Iterator<Item = TokenTree>>,
    paths: &mut Vec<Vec<String>>,
) {
    let is_colon = |token: &TokenTree| token.to_string() == ":";
    while tokens.next_if(is_colon).is_some() {
        if tokens.next_if(is_colon).is_none() {
            break; // the type of something
        }
        match tokens.next() {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Group(group)) => {
                let mut inner = group.stream().into_iter().peekable();
                while let Some(token) = inner.next() {
                    if let TokenTree::Ident(name) = token {
                        let mut path = path.clone();
                        path.push(name.to_string());
                        read_tree(path, &mut inner, paths);
                    }
                }
                return;
            }
            _ => break,
        }
    }
    if path.len() > 1 {
        paths.push(path);
    }
}

/// The sets of modules that use each other in circles, each sorted.
fn circles(edges: &Edges) -> BTreeSet<Vec<String>> {
    let reached = |from: &str| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from.to_string()];
        while let Some(module) = open.pop() {
            let next = edges.get(&module).into_iter().flatten();
            open.extend(next.filter(|next| seen.insert(next.to_string())).cloned());
        }
        seen
    };
    let reached: Edges = edges.keys().map(|m| (m.clone(), reached(m))).collect();
    let in_circle = |m: &&String| reached[*m].contains(*m);
    let whole = |m: &String| {
        let others = reached[m]
            .iter()
            .filter(|other| reached[*other].contains(m));
        others.cloned().collect()
    };
    edges.keys().filter(in_circle).map(whole).collect()
}
