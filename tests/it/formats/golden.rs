//! The sums of files that other programs made from the same lists.

use crate::support::graphs::read_list;
use wordmill::digest::sha256;
use wordmill::graph::{Content, GraphSpec, Identity, Layout, NodeFormat, build};
use wordmill::ruleset::Ruleset;

const SUMS: &str = include_str!("../../data/golden/SHA256SUMS");

fn spec(layout: &str, extension: &str) -> GraphSpec {
    let layout = *Layout::ALL.iter().find(|l| l.name() == layout).unwrap();
    let (content, format) = match extension {
        "kwg" => (Content::Gaddawg, NodeFormat::Kwg),
        "dawg.kwg" => (Content::Dawg, NodeFormat::Kwg),
        "kad" => (Content::Alphagrams, NodeFormat::Kwg),
        "kbwg" => (Content::Gaddawg, NodeFormat::Kbwg),
        other => panic!("{other}"),
    };
    GraphSpec::new()
        .content(content)
        .layout(layout)
        .format(format)
}

#[test]
fn every_graph_sum_is_reproduced_on_any_number_of_threads() {
    let mut lists = std::collections::BTreeMap::new();
    let pools = [1, 2, 8].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        (threads, pool.unwrap())
    });
    let mut checked = 0;
    for line in SUMS.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let mut parts = name.splitn(3, '.');
        let (list, layout, extension) = (
            parts.next().unwrap(),
            parts.next().unwrap(),
            parts.next().unwrap(),
        );
        if extension.starts_with("klv") {
            continue;
        }
        let words = &*lists.entry(list).or_insert_with(|| read_list(list));
        for (threads, pool) in &pools {
            let bytes = pool.install(|| build(words, spec(layout, extension)).unwrap());
            assert_eq!(sha256(&bytes), sum, "{name}, {threads} threads");
        }
        checked += 1;
    }
    assert_eq!(checked, 27);
}

#[test]
fn identities_are_those_of_other_programs() {
    let english = Ruleset::builtin("english").unwrap();
    for (list, sha256, quackle) in [
        (
            "toy",
            "4122c2e1a61068f29f36b5ede2210bbf9e24d962f1a6dace016ba54bb16c72c3",
            "2fd9e6f0a9fae4beef099db2dbdf42bf",
        ),
        (
            "scowl-2-15",
            "1a5bce77a7038afa00d74c3a3e93b5d685905471ed7d11b59aca27ae88fe5abc",
            "07e2e4b2b235c2aeda8904f0438c384a",
        ),
    ] {
        let identity = Identity::of_words(&read_list(list), english.alphabet());
        assert_eq!(identity.sha256, sha256, "{list}");
        assert_eq!(identity.quackle, quackle, "{list}");
    }
}
