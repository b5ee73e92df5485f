//! From any words to files, and all that has to be true of them.

use std::sync::LazyLock;
use wordmill::check::{Artifact, CheckOptions, Pass, Role, Subject, check};
use wordmill::graph::{Content, Graph, GraphSpec, Layout, NodeFormat, build};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;

static ENGLISH: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::builtin("english").unwrap());

/// Words of few letters, so that they share much: each byte is a letter, 0
/// ends a word. The first byte says how many letters there are, and the layout.
pub(crate) fn build_and_check(bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let letters = [2, 3, 5, 26][usize::from(choice & 3)];
    let words: Vec<Vec<u8>> = bytes
        .split(|&byte| byte == 0)
        .filter(|word| (1..=15).contains(&word.len()))
        .take(200)
        .map(|word| word.iter().map(|byte| 1 + byte % letters).collect())
        .collect();
    let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
    let layout = Layout::ALL[usize::from(choice >> 2 & 3)];
    let format = NodeFormat::ALL[usize::from(choice >> 4 & 1)];
    let mut subject = Subject::new("X", ENGLISH.clone());
    for content in Content::ALL {
        let spec = GraphSpec::new()
            .content(content)
            .layout(layout)
            .format(format);
        subject.artifacts.push(Artifact {
            name: content.to_string(),
            path: content.to_string(),
            bytes: Some(made(&words, spec)),
            role: Role::Graph {
                content: Some(content),
                format: Some(format),
                layout: Some(layout),
            },
        });
    }
    subject.words = Some(words);
    subject.length = (1, 15);
    let options = CheckOptions {
        passes: vec![Pass::Structure, Pass::Words, Pass::Gaddag, Pass::Counts],
        ..CheckOptions::default()
    };
    let report = check(&[subject], &options, &|_| ()).unwrap();
    assert!(report.is_fine(), "{:?}", report.lexicons);
}

/// A graph's bytes; read back it has the words, and no others.
fn made(words: &Words, spec: GraphSpec) -> Vec<u8> {
    let (words, spec) = match spec.content {
        Content::Alphagrams => {
            let content = Content::Dawg;
            (words.alphagrams(), spec.content(content))
        }
        _ => (words.clone(), spec),
    };
    let kind = spec.content.kind();
    let bytes = build(&words, spec).unwrap();
    let graph = Graph::from_bytes(&bytes, spec.format, kind, 26).unwrap();
    assert_eq!(graph.to_words().unwrap(), words);
    bytes
}
