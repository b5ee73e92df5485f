//! The gaddag pass: every word at every split, and nothing else.
//!
//! The paths of a GADDAG (Gordon 1994), up to a direction switch, are the prefixes of
//! the words read backwards. The pass lists the distinct prefixes of the DAWG, sorted
//! by their reversed tiles, and walks the GADDAG in that order. So tiles that two
//! neighbours share are walked once, and a prefix is looked up once however many words
//! have it. At the end of each prefix the GADDAG must agree with the DAWG: on the end
//! of a word, and on the list after the switch. One more walk counts the paths of the
//! GADDAG. If all prefixes are found and there are no other paths, both hold the same
//! words.

use crate::check::findings::{Finding, Findings};
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::graph::{Follow, Graph, Node, Region, Registry, Seen, State, ascend_unseen};
use crate::parallel;
use crate::tiles::{BLANK, Tile};
use std::sync::OnceLock;

const MISSING_WORD: &str = "a word is missing in the GADDAG";
const MISSING_SPLIT: &str = "a split is missing in the GADDAG";
const EXTRA: &str = "a path too many in the GADDAG";
const OTHER_LIST: &str = "a split leads to other words";

/// The most distinct prefixes that are listed. The largest lexicons have a quarter of
/// this.
const MAX_PREFIXES: u64 = 1 << 25;

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    for (file, graph) in lexicon.graphs(true, pass) {
        let Some(root) = graph.gaddag_root() else {
            pass.skip(format!("{}: has no GADDAG", file.path()));
            continue;
        };
        let beginnings = || sum_over_paths(graph, graph.dawg_root(), |_| (1, true));
        if file.totals.tiles > MAX_PREFIXES && beginnings() > MAX_PREFIXES {
            let expected = format!("at most {MAX_PREFIXES} beginnings of words");
            pass.error("too many words", file.path(), || ("", expected, "more"));
            continue;
        }
        let gaddag = Gaddag {
            file,
            graph,
            root,
            lists: OnceLock::new(),
        };
        gaddag.check(pass);
        pass.checked("words", file.totals.words);
    }
}

/// Sums a number over every path from a list on. `of` returns the number for the path
/// that ends at a node, and whether longer paths continue after it.
fn sum_over_paths(graph: &Graph, list: u32, of: impl Fn(Node) -> (u64, bool)) -> u64 {
    let nodes = graph.nodes();
    let mut sums = vec![0u64; nodes.len()];
    let mut seen = Seen::none_of(nodes.len());
    let follow = |node: Node| match of(node) {
        (_, true) => Follow::Arc,
        (_, false) => Follow::No,
    };
    ascend_unseen(nodes, list, &mut seen, follow, |index, node| {
        let at = index as usize;
        let rest = if node.is_end() { 0 } else { sums[at + 1] };
        let (own, goes_on) = of(node);
        let down = sums[node.arc() as usize] * u64::from(goes_on);
        sums[at] = own.saturating_add(down).saturating_add(rest);
    });
    sums[list as usize]
}

/// The number of 6-bit tiles in a sort key, not counting the last tile of a prefix.
const KEY_TILES: u32 = 10;

/// A distinct prefix of the DAWG's words: a node, and the prefix without its last tile.
/// Following these links gives its tiles in reverse.
#[derive(Clone, Copy)]
struct Prefix {
    node: u32,
    before: u32,
}

/// Marks the beginning of a word.
const NONE: u32 = u32::MAX;

/// A prefix and its sort key: the tiles before its last one, backwards.
#[derive(Clone, Copy)]
struct Keyed {
    key: u64,
    prefix: u32,
}

/// All distinct prefixes of a DAWG, in word order.
struct Prefixes<'g> {
    nodes: &'g [Node],
    all: Vec<Prefix>,
}

impl<'g> Prefixes<'g> {
    /// Lists the prefixes, and groups them by their last tile.
    fn of(graph: &'g Graph) -> (Prefixes<'g>, Vec<Vec<Keyed>>) {
        let nodes = graph.nodes();
        let mut all: Vec<Prefix> = Vec::new();
        let mut by_last = vec![Vec::new(); 64];
        // Nodes still to visit, each with the prefix before it and its key.
        let mut open = vec![(graph.dawg_root(), NONE, 0u64)];
        open.retain(|&(list, ..)| list != 0);
        while let Some((index, before, key)) = open.pop() {
            let node = nodes[index as usize];
            let prefix = all.len() as u32;
            all.push(Prefix {
                node: index,
                before,
            });
            by_last[usize::from(node.tile() & 63)].push(Keyed { key, prefix });
            if !node.is_end() {
                open.push((index + 1, before, key));
            }
            if node.arc() != 0 {
                let last = u64::from(node.tile()) << (6 * (KEY_TILES - 1));
                open.push((node.arc(), prefix, last | key >> 6));
            }
        }
        (Prefixes { nodes, all }, by_last)
    }

    /// The node of a prefix's last tile.
    fn node(&self, prefix: u32) -> Node {
        self.nodes[self.all[prefix as usize].node as usize]
    }

    /// The tiles of a prefix from the last to the first.
    fn reversed(&self, prefix: u32) -> impl Iterator<Item = Tile> {
        let mut at = prefix;
        std::iter::from_fn(move || {
            let prefix = self.all.get(at as usize)?;
            at = prefix.before;
            Some(self.nodes[prefix.node as usize].tile())
        })
    }

    /// Sorts prefixes that end with the same tile by their reversed tiles.
    fn sort(&self, last: &mut [Keyed]) {
        last.sort_unstable_by_key(|keyed| keyed.key);
        // Few are longer than a key and have the same key.
        for same in last.chunk_by_mut(|a, b| a.key == b.key) {
            if same.len() > 1 {
                let rest = |k: &Keyed| self.reversed(k.prefix).skip(KEY_TILES as usize + 1);
                same.sort_unstable_by(|a, b| rest(a).cmp(rest(b)));
            }
        }
    }

    /// The length of the common suffix of two prefixes with the same last tile.
    fn common(&self, a: &Keyed, b: &Keyed) -> usize {
        let differ = a.key ^ b.key;
        if differ != 0 {
            let same = (differ.leading_zeros() - (u64::BITS - 6 * KEY_TILES)) / 6;
            // A shorter prefix has zeros in its key, which are not tiles.
            return 1 + same as usize;
        }
        let (a, b) = (self.reversed(a.prefix), self.reversed(b.prefix));
        a.zip(b).take_while(|(x, y)| x == y).count()
    }
}

/// The GADDAG being checked.
struct Gaddag<'a> {
    file: &'a OpenedFile<'a>,
    graph: &'a Graph,
    root: u32,
    /// For each node, the class of equal lists; computed on first use.
    lists: OnceLock<Vec<u32>>,
}

/// The findings of a walk along some prefixes, and the number of expected paths found.
type Walked = (Findings, u64);

impl Gaddag<'_> {
    fn check(&self, pass: &mut PassRun) {
        // The prefixes of each last tile are walked separately.
        let walk = || {
            let (prefixes, by_last) = Prefixes::of(self.graph);
            let cap = pass.findings.cap;
            let walk = |last| self.walk(&prefixes, last, Findings::new(cap));
            let walked: Vec<Walked> = parallel::map(by_last, walk);
            (prefixes.all.len() as u64, walked)
        };
        let (paths, (beginnings, walked)) = parallel::join(|| self.count_paths(), walk);
        let mut found = 0;
        for (findings, paths) in walked {
            found += paths;
            pass.findings.append(findings);
        }
        pass.checked("beginnings", beginnings);
        pass.checked("paths", paths);
        if paths > found {
            self.name_extra(paths - found, pass);
        }
    }

    /// Walks the GADDAG along all prefixes that end with one tile.
    fn walk(&self, prefixes: &Prefixes<'_>, mut last: Vec<Keyed>, findings: Findings) -> Walked {
        prefixes.sort(&mut last);
        let mut walked = (findings, 0);
        // The nodes of the path so far.
        let mut path: Vec<Node> = Vec::new();
        let mut before: Option<Keyed> = None;
        for keyed in last {
            path.truncate(before.map_or(0, |before| prefixes.common(&before, &keyed)));
            let is_whole = self.extend(&mut path, prefixes, &keyed);
            let node = path.last().copied().filter(|_| is_whole);
            self.compare(prefixes, keyed.prefix, node, &mut walked);
            before = Some(keyed);
        }
        walked
    }

    /// Extends the path along the reversed tiles of a prefix; false if the GADDAG has
    /// no such path.
    fn extend(&self, path: &mut Vec<Node>, prefixes: &Prefixes<'_>, keyed: &Keyed) -> bool {
        let step = |path: &mut Vec<Node>, tile| {
            let list = path.last().map_or(self.root, |node| node.arc());
            let node = self.graph.find(list, tile);
            path.extend(node);
            node.is_some()
        };
        // Nearly always the key has all tiles except the last.
        while path.len() <= KEY_TILES as usize {
            let tile = match path.len() as u32 {
                0 => prefixes.node(keyed.prefix).tile(),
                depth => (keyed.key >> (6 * (KEY_TILES - depth)) & 63) as Tile,
            };
            if tile == BLANK {
                return true;
            }
            if !step(path, tile) {
                return false;
            }
        }
        let mut rest = prefixes.reversed(keyed.prefix).skip(path.len());
        rest.all(|tile| step(path, tile))
    }

    /// Compares a node of the DAWG with the GADDAG node that the same tiles, read
    /// backwards, lead to.
    fn compare(
        &self,
        prefixes: &Prefixes<'_>,
        prefix: u32,
        found: Option<Node>,
        (findings, paths): &mut Walked,
    ) {
        let path = self.file.path();
        let dawg = prefixes.node(prefix);
        let reversed = || -> Vec<Tile> { prefixes.reversed(prefix).collect() };
        if dawg.accepts() {
            match found.is_some_and(Node::accepts) {
                true => *paths += 1,
                false => findings.error(MISSING_WORD, path, || {
                    let reversed = reversed();
                    let expected = format!("the {}", self.text(&reversed, ""));
                    (self.first_word(&reversed, 0), expected, "no such path")
                }),
            }
        }
        if dawg.arc() == 0 {
            return;
        }
        match found.and_then(|node| self.graph.find(node.arc(), BLANK)) {
            None => findings.error(MISSING_SPLIT, path, || {
                let reversed = reversed();
                let expected = format!("the {}", self.text(&reversed, "@"));
                let word = self.first_word(&reversed, dawg.arc());
                (word, expected, "no such path")
            }),
            Some(switch) => {
                *paths += 1;
                if !self.is_same(switch.arc(), dawg.arc()) {
                    findings.error(OTHER_LIST, path, || {
                        self.other_words(&reversed(), dawg.arc(), switch.arc())
                    });
                }
            }
        }
    }

    /// Whether two lists hold the same words.
    fn is_same(&self, a: u32, b: u32) -> bool {
        if a == b {
            return true;
        }
        let lists = self.lists.get_or_init(|| same_lists(self.graph));
        lists[a as usize] == lists[b as usize]
    }

    /// The first word that only one of two lists has.
    fn other_words(&self, reversed: &[Tile], expected: u32, found: u32) -> Finding {
        let mut expected = self.graph.paths_from(expected);
        let mut found = self.graph.paths_from(found);
        let place = self.text(reversed, "@");
        let after = |tiles: &[Tile]| format!("{} after it", self.file.alphabet().word_text(tiles));
        loop {
            match (expected.next(), found.next()) {
                (Some(a), Some(b)) if a == b => (),
                (Some(a), b) if b.is_none_or(|b| a < b) => {
                    return (place, after(a), "nothing of that").into();
                }
                (_, b) => {
                    let found = after(b.unwrap_or_default());
                    return (place, "nothing of that", found).into();
                }
            }
        }
    }

    /// The number of paths of the GADDAG, up to the direction switches.
    fn count_paths(&self) -> u64 {
        sum_over_paths(self.graph, self.root, |node| match node.tile() {
            BLANK => (1 + u64::from(node.accepts()), false),
            _ => (node.accepts().into(), true),
        })
    }

    /// Reports the `count` paths that should not exist.
    fn name_extra(&self, count: u64, pass: &mut PassRun) {
        let path = self.file.path();
        let (mut named, cap) = (0, pass.findings.cap as u64);
        let mut open = vec![(self.root, 0)];
        let mut tiles: Vec<Tile> = Vec::new();
        // The walk passes paths of words, of which there is a limited number, and only
        // as many others as are shown.
        while let Some((index, depth)) = open.pop() {
            if named >= count || pass.findings.count_of(EXTRA, path) >= cap {
                break;
            }
            let node = self.graph.nodes()[index as usize];
            tiles.truncate(depth);
            if !node.is_end() {
                open.push((index + 1, depth));
            }
            if node.tile() == BLANK {
                if self.dawg_node(&tiles).is_none_or(|dawg| dawg.arc() == 0) {
                    named += 1;
                    pass.error(EXTRA, path, || {
                        let expected = "none, as no word begins so";
                        (self.text(&tiles, "@"), expected, "the path")
                    });
                }
                continue;
            }
            tiles.push(node.tile());
            if node.arc() != 0 {
                open.push((node.arc(), depth + 1));
            }
            if node.accepts() && !self.dawg_node(&tiles).is_some_and(Node::accepts) {
                named += 1;
                pass.error(EXTRA, path, || {
                    let word = self.first_word(&tiles, 0);
                    let expected = format!("none, as the DAWG has no {word}");
                    (self.text(&tiles, ""), expected, "the path")
                });
            }
        }
        let more = count.saturating_sub(named);
        pass.findings.more_errors(EXTRA, path, more);
    }

    /// The node that reversed tiles lead to in the DAWG.
    fn dawg_node(&self, reversed: &[Tile]) -> Option<Node> {
        let mut list = self.graph.dawg_root();
        let mut found = None;
        for &tile in reversed.iter().rev() {
            let node = self.graph.find(list, tile)?;
            list = node.arc();
            found = Some(node);
        }
        found
    }

    /// A path of the GADDAG as text: the word `path`, its tiles and `end`.
    fn text(&self, tiles: &[Tile], end: &str) -> String {
        self.file.text("path", tiles) + end
    }

    /// The first word that begins with reversed tiles and continues in a list; the tiles
    /// alone for list 0.
    fn first_word(&self, reversed: &[Tile], list: u32) -> String {
        let mut tiles: Vec<Tile> = reversed.iter().rev().copied().collect();
        if list != 0 {
            tiles.extend(self.graph.paths_from(list).next().unwrap_or_default());
        }
        self.file.text("word", &tiles)
    }
}

/// Gives equal numbers to nodes of the DAWG from which the rest of the list holds the
/// same words. The numbers of other nodes have no meaning.
fn same_lists(graph: &Graph) -> Vec<u32> {
    let nodes = graph.nodes();
    let mut ids = vec![0; nodes.len()];
    let mut registry = Registry::with_capacity(nodes.len());
    let mut seen = Seen::none_of(nodes.len());
    let follow = |_| Follow::Arc;
    for list in graph.reached(Region::Dawg) {
        ascend_unseen(nodes, list, &mut seen, follow, |index, node| {
            let at = index as usize;
            let next = if node.is_end() { 0 } else { ids[at + 1] };
            let state = State::new(node.tile(), node.accepts(), ids[node.arc() as usize], next);
            // A registry has room for as many nodes as a file can have.
            ids[at] = registry.intern(state);
        });
    }
    ids
}
