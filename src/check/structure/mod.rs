//! The structure pass: every rule of the formats.
//!
//! The reader that every program uses stops at the first fault. Files that it refuses
//! are validated again here, to report all faults. For a valid file the pass checks the
//! layout of its lists, and warns of nodes that no path reaches.

mod survey;

use crate::check::findings::{Finding, NextStep, Severity};
use crate::check::opened::{FileBody, NO_LAYOUT, OpenedFile, OpenedLexicon, layout_of};
use crate::check::pass_run::PassRun;
use crate::check::subject::{LeavesRole, Role, parts_of};
use crate::file::FileKind;
use crate::graph::{
    Graph, GraphFault, GraphKind, Layout, MAX_TILES, NodeFormat, graph_form, unused_nodes,
};
use crate::leave::Leaves;
use std::path::Path;

/// Checks all files.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    if let Some(directory) = &lexicon.subject.no_directory {
        pass.error("no such directory", directory, || {
            Finding::from(("", "", "")).next(NextStep::Build(parts_of(&lexicon.subject.artifacts)))
        });
        return;
    }
    for item in &lexicon.files {
        if item.artifact.bytes.is_some() {
            pass.checked("files", 1);
        }
        warn_of_name(item, pass);
        match &item.body {
            FileBody::Missing => pass.error("no such file", item.path(), || {
                let parts = vec![item.artifact.role.part()];
                Finding::from(("", "", "")).next(NextStep::Build(parts))
            }),
            FileBody::WrongKind(found) => pass.error("another kind", item.path(), || {
                let found = format!("a {found}, which has a GADDAG of words");
                ("", item.kind(), found)
            }),
            FileBody::SideFile => (),
            FileBody::Words(words) => pass.checked("words", words.len() as u64),
            FileBody::Definitions(definitions) => {
                pass.checked("definitions", definitions.len() as u64);
            }
            FileBody::Unsound(fault) => name_faults(item, fault, pass),
            FileBody::Graph(graph, _) => look_at(item, graph, pass),
            FileBody::Leaves(leaves) => {
                check_values(item, leaves, pass);
                look_at(item, leaves.graph(), pass);
            }
        }
    }
}

/// Warns of a valid file that has the name of another kind. Programs that rely on names
/// would misread it.
fn warn_of_name(item: &OpenedFile<'_>, pass: &mut PassRun) {
    let found = match (&item.artifact.role, &item.body) {
        (_, FileBody::Graph(graph, content)) => FileKind::Graph(*content, graph.format()),
        (_, FileBody::Leaves(leaves)) => FileKind::Leaves(leaves.format()),
        (Role::Words(format), FileBody::Words(_)) => FileKind::Words(*format),
        _ => return,
    };
    let is_same = |kind: &FileKind| match (kind, found) {
        (FileKind::Graph(..), FileKind::Graph(..)) => true,
        (FileKind::Leaves(_), FileKind::Leaves(_)) => true,
        (kind, found) => *kind == found,
    };
    let extension = Path::new(item.path()).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    let is_named = |kind: &FileKind| extension.is_some() && kind.extension() == extension;
    let mut named = FileKind::OPENED.into_iter().filter(is_named);
    if let Some(expected) = named.find(|kind| !is_same(kind)) {
        pass.warning("another kind", item.path(), || {
            let title = expected.title();
            let title = title.split(" (").next().unwrap_or(&title);
            ("", format!("{title}, as its name says"), found.title())
        });
    }
}

/// Checks the format of a leave file's values.
fn check_values(item: &OpenedFile<'_>, leaves: &Leaves, pass: &mut PassRun) {
    pass.checked("values", leaves.len() as u64);
    let found = leaves.format();
    if let Role::Leaves(LeavesRole {
        values: Some(expected),
        ..
    }) = item.artifact.role
        && expected != found
        && !leaves.is_empty()
    {
        pass.error("other values", item.path(), || ("", expected, found));
    }
}

/// Checks the size, the layout and the unreachable nodes of a valid graph.
fn look_at(item: &OpenedFile<'_>, graph: &Graph, pass: &mut PassRun) {
    pass.checked("nodes", graph.nodes().len() as u64);
    if item.totals.check().is_err() {
        let expected = format!("at most {MAX_TILES} tiles in all words");
        let found = item.totals.tiles_found();
        pass.error("too many words", item.path(), || ("", expected, found));
    }
    let unreachable = graph.node_counts().unreachable;
    if unreachable > 0 {
        report_unused(item, graph, pass);
    }
    let expected = match &item.artifact.role {
        Role::Graph { layout, .. } | Role::Leaves(LeavesRole { layout, .. }) => *layout,
        _ => None,
    };
    let layout = layout_of(item, expected);
    let name = layout.map_or("unknown", Layout::name);
    item.shape.get_or_init(|| (unreachable, name));
    if let Some(expected) = expected.filter(|&expected| layout != Some(expected)) {
        let severity = if layout.is_some() {
            Severity::Error
        } else {
            Severity::Warning
        };
        let found = layout.map_or(NO_LAYOUT, Layout::name);
        let evidence = || ("", expected, found);
        pass.findings
            .add(severity, "other layout", item.path(), evidence);
    }
}

/// Reports nodes that no path reaches. Free places hold zeros, so some program left
/// such a node behind. A few of them do no harm. Many show that the beginning of the
/// file is damaged and leads to only a part of it.
fn report_unused(item: &OpenedFile<'_>, graph: &Graph, pass: &mut PassRun) {
    let unused = unused_nodes(graph);
    let Some((first, node)) = unused.first else {
        return;
    };
    let evidence = || {
        let all = graph.nodes().len();
        let found = match unused.nodes {
            1 => format!("tile {} that nothing leads to", node.tile()),
            nodes => format!("{nodes} of {all} nodes that nothing leads to"),
        };
        (format!("node {first}"), "a node in use, or zeros", found)
    };
    match unused.is_damage(graph) {
        false => pass.warning("an unreachable node", item.path(), evidence),
        true => pass.error("unreachable nodes", item.path(), evidence),
    }
}

/// Reports the faults of a file that the reader refused because of `first`. Keeps as
/// many in total as other passes keep of one kind, and counts the rest.
fn name_faults(item: &OpenedFile<'_>, first: &GraphFault, pass: &mut PassRun) {
    let path = item.path();
    let bytes = item.artifact.bytes.as_deref().unwrap_or_default();
    let mut faults = 0u64;
    let most = pass.findings.cap as u64;
    let mut report = |what: &'static str, detail: &dyn Fn() -> Finding| {
        faults += 1;
        match faults <= most {
            true => pass.error(what, path, detail),
            false => pass.findings.more_errors(what, path, 1),
        }
    };
    match item.artifact.role {
        Role::Graph {
            content, format, ..
        } => {
            let (format, content) = graph_form(bytes, format, content);
            survey::survey(bytes, format, content.kind(), &mut report);
        }
        // Their reader reports a single fault.
        Role::Words(_) | Role::Definitions(_) => (),
        _ => survey_leaves(bytes, &mut report).unwrap_or_default(),
    }
    if faults == 0 {
        pass.error("not sound", path, || survey::evidence_of(first));
    }
}

/// Reports the faults of a leave file's nodes and values, as far as its length shows
/// where they are.
fn survey_leaves(bytes: &[u8], report: survey::FaultReport<'_>) -> Option<()> {
    fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
        let (number, after) = bytes.split_first_chunk()?;
        Some((u32::from_le_bytes(*number), after))
    }
    let (nodes, after) = number(bytes)?;
    let length = usize::try_from(4 * u64::from(nodes)).ok()?;
    let (nodes, after) = after.split_at_checked(length)?;
    survey::survey(nodes, NodeFormat::Kwg, GraphKind::Leaves, report);
    let (count, values) = number(after)?;
    if values.len() as u64 == 4 * u64::from(count) {
        for (i, four) in values.as_chunks().0.iter().enumerate() {
            let value = f32::from_le_bytes(*four);
            if !value.is_finite() {
                report("a value", &|| {
                    (format!("value {i}"), "a finite number", value).into()
                });
            }
        }
    }
    Some(())
}
