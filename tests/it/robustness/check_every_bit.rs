//! Every bit of every file matters: none can change without a finding.

use crate::support::graphs::spec;
use crate::support::mutant::tiles;
use rayon::prelude::*;
use wordmill::check::{Artifact, CheckOptions, LeavesRole, Pass, Role, Subject, check};
use wordmill::graph::{
    Content, Counts, Graph, GraphKind, Layout, Members, NodeFormat, ProbabilityOrder, WordIndex,
    build,
};
use wordmill::leave;
use wordmill::leave::LeaveSpec;
use wordmill::lexicon::{LeaveTable, ValueFormat, Words};
use wordmill::ruleset::Ruleset;

const WORDS: [&str; 8] = ["AT", "TA", "CAT", "ACT", "CARE", "RACE", "CATS", "SCAT"];

/// A lexicon with a file of each kind.
fn subject(layout: Layout, values: ValueFormat) -> Subject {
    let english = Ruleset::builtin("english").unwrap();
    let words = tiles(&WORDS);
    let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
    let spec = |content| spec(content, layout);
    let kwg = build(&words, spec(Content::Gaddawg)).unwrap();
    let graph = Graph::from_bytes(&kwg, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    let rows = [(&[0][..], 25.5), (&[1], 0.5), (&[1, 20], -4.25)];
    let table = LeaveTable::from_unsorted(rows).unwrap();
    let leave_spec = LeaveSpec::default().with_values(values).with_layout(layout);
    let some = Words::from_unsorted([words.get(1), words.get(4)]).unwrap();
    let (members, _) = Members::of(&WordIndex::of(&graph).unwrap(), &some);
    let of = || "x.kwg".to_string();
    let graph_role = |content| Role::Graph {
        content: Some(content),
        format: Some(NodeFormat::Kwg),
        layout: Some(layout),
    };
    let leaves = Role::Leaves(LeavesRole {
        values: Some(values),
        layout: Some(layout),
        table: Some(table.clone()),
        ..LeavesRole::default()
    });
    let kad = build(&words, spec(Content::Alphagrams)).unwrap();
    let klv = leave::build(&table, english.alphabet(), leave_spec).unwrap();
    let kwc = Counts::of(&graph).unwrap().to_bytes();
    let kwi = members.as_bytes().to_vec();
    let kwp = ProbabilityOrder::of(&graph, &english).unwrap().to_bytes();
    let words_of_members = Some(some);
    let mut subject = Subject::new("X", english);
    for (name, bytes, role) in [
        ("x.kwg", kwg, graph_role(Content::Gaddawg)),
        ("x.kad", kad, graph_role(Content::Alphagrams)),
        ("x.klv2", klv, leaves),
        ("x.kwc", kwc, Role::Counts { of: of() }),
        (
            "x.kwi",
            kwi,
            Role::Members {
                of: of(),
                words: words_of_members,
            },
        ),
        ("x.kwp", kwp, Role::Order { of: of() }),
    ] {
        subject.artifacts.push(Artifact {
            name: name.to_string(),
            path: name.to_string(),
            bytes: Some(bytes),
            role,
        });
    }
    subject.words = Some(words);
    subject
}

/// The findings of a check, but that a leave table has few leaves.
fn findings(subject: &Subject) -> u64 {
    let passes = Pass::ALL
        .into_iter()
        .filter(|p| *p != Pass::Moves)
        .collect();
    let options = CheckOptions {
        passes,
        ..CheckOptions::default()
    };
    let report = check(std::slice::from_ref(subject), &options, &|_| ()).unwrap();
    let tallies = report.lexicons[0]
        .passes
        .iter()
        .flat_map(|pass| &pass.tallies);
    let others = tallies.filter(|tally| tally.what != "not all leaves");
    others.map(|tally| tally.count).sum()
}

/// Flips every bit of a file, one at a time.
fn flip_every_bit(subject: &Subject, file: usize) {
    let artifact = &subject.artifacts[file];
    let bits = 8 * artifact.bytes.as_ref().unwrap().len();
    (0..bits).into_par_iter().for_each(|bit| {
        let mut damaged = subject.clone();
        let bytes = damaged.artifacts[file].bytes.as_mut().unwrap();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(findings(&damaged) > 0, "{}: bit {bit}", artifact.name);
    });
}

#[test]
fn no_bit_changes_without_a_finding() {
    let sound = subject(Layout::Wolges, ValueFormat::F32);
    assert_eq!(findings(&sound), 0);
    for file in 0..sound.artifacts.len() {
        flip_every_bit(&sound, file);
    }
    let sound = subject(Layout::Preorder, ValueFormat::I16);
    assert_eq!(findings(&sound), 0);
    flip_every_bit(&sound, 2);
}

#[test]
fn no_file_is_cut_short_without_a_finding() {
    let mut subject = subject(Layout::Magpie, ValueFormat::F32);
    assert_eq!(findings(&subject), 0);
    for file in 0..subject.artifacts.len() {
        let whole = subject.artifacts[file].bytes.clone().unwrap();
        for length in 0..whole.len() {
            subject.artifacts[file].bytes = Some(whole[..length].to_vec());
            let name = &subject.artifacts[file].name;
            assert!(findings(&subject) > 0, "{name}: {length} bytes");
        }
        subject.artifacts[file].bytes = Some(whole);
    }
}
