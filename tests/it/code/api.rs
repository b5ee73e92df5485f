//! The public API: every item that users of the library can name, one a line, in
//! `tests/data/api.txt`. A change of the API shows there in review.

use crate::code::source_tree::{modules, package};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};
use syn::{Attribute, Fields, ImplItem, Item, TraitItem, UseTree, Visibility};

/// Set to rewrite the list.
const UPDATE: &str = "UPDATE_API";

#[test]
fn the_public_api_is_as_listed() {
    let found = Crate::parse().api().join("\n") + "\n";
    let path = package().join("tests/data/api.txt");
    if env::var_os(UPDATE).is_some() {
        fs::write(&path, &found).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_string).collect::<BTreeSet<_>>();
    let (found, listed) = (lines(&found), lines(&listed));
    let only = |sign: &str, a: &BTreeSet<String>, b: &BTreeSet<String>| -> String {
        a.difference(b)
            .map(|line| format!("\n{sign} {line}"))
            .collect()
    };
    assert!(
        found == listed,
        "the public API is not that of tests/data/api.txt:{}{}\n\
         If that is meant, run `{UPDATE}=1 cargo test --test it code::api`.",
        only("-", &listed, &found),
        only("+", &found, &listed)
    );
}

/// Where something is defined: a module, and a name in it.
type Definition = (String, String);

struct Crate {
    modules: BTreeMap<String, Vec<Item>>,
    /// The name under which users find a definition.
    public: BTreeMap<Definition, String>,
    lines: BTreeSet<String>,
    /// The traits of each type, by its public name.
    traits: BTreeMap<String, BTreeSet<String>>,
}

impl Crate {
    fn parse() -> Crate {
        let parse = |(name, text): (String, String)| (name, syn::parse_file(&text).unwrap().items);
        Crate {
            modules: modules().into_iter().map(parse).collect(),
            public: BTreeMap::new(),
            lines: BTreeSet::new(),
            traits: BTreeMap::new(),
        }
    }

    fn api(mut self) -> Vec<String> {
        self.export("");
        let public: Vec<_> = self.public.clone().into_iter().collect();
        for ((module, name), path) in public {
            let items = self.modules[&module].clone();
            items
                .iter()
                .filter(|item| name_of(item).as_ref() == Some(&name))
                .for_each(|item| self.list(item, &path));
        }
        for (module, items) in self.modules.clone() {
            items.iter().for_each(|item| self.list_impl(&module, item));
        }
        for (path, traits) in std::mem::take(&mut self.traits) {
            let traits: Vec<String> = traits.into_iter().collect();
            self.add(format!("impl {} for {path}", traits.join(" + ")));
        }
        self.lines.into_iter().collect()
    }

    /// Finds what a public module exports, by definition or by `pub use`.
    fn export(&mut self, module: &str) {
        for item in self.modules[module].clone() {
            match &item {
                Item::Mod(m) if is_public(&m.vis) && !is_hidden(&m.attrs) => {
                    self.export(&join(module, &m.ident.to_string()));
                }
                Item::Use(u) if is_public(&u.vis) => {
                    for (path, name) in leaves(&u.tree) {
                        if let Some(definition) = self.resolve(module, &path) {
                            let public = join(module, &name);
                            // The shortest name below a room, not that of the root.
                            if !module.is_empty() {
                                self.public.insert(definition, public);
                            }
                        }
                    }
                }
                item if !matches!(item, Item::Impl(_))
                    && visibility(item).is_some_and(is_public) =>
                {
                    if let Some(name) = name_of(item) {
                        let public = join(module, &name);
                        self.public.entry((module.into(), name)).or_insert(public);
                    }
                }
                _ => {}
            }
        }
    }

    /// Follows a path, as `module` writes it, to where it leads.
    fn resolve(&self, module: &str, path: &[String]) -> Option<Definition> {
        let (name, before) = path.split_last()?;
        let (start, before) = match before.first().map(String::as_str) {
            Some("crate") => (String::new(), &before[1..]),
            _ => (module.to_string(), before),
        };
        let target = before
            .iter()
            .fold(start, |module, part| join(&module, part));
        let items = self.modules.get(&target)?;
        if items
            .iter()
            .any(|item| name_of(item).as_ref() == Some(name))
        {
            return Some((target, name.clone()));
        }
        let uses = items.iter().filter_map(|item| match item {
            Item::Use(u) => Some(leaves(&u.tree)),
            _ => None,
        });
        let (next, _) = uses.flatten().find(|(_, known)| known == name)?;
        (next.last() != path.last() || next != path || target != module).then_some(())?;
        self.resolve(&target, &next)
    }

    fn add_trait(&mut self, path: &str, name: &str) {
        let traits = self.traits.entry(path.to_string()).or_default();
        traits.insert(name.to_string());
    }

    fn add(&mut self, line: String) {
        self.lines.insert(tidy(&line));
    }

    /// Lists an item, with its fields, variants or methods.
    fn list(&mut self, item: &Item, path: &str) {
        match item {
            Item::Const(c) => self.add(format!("pub const {path}: {}", c.ty.to_token_stream())),
            Item::Fn(f) => self.add(signature(&f.sig, path)),
            Item::Type(t) => self.add(format!("pub type {path} = {}", t.ty.to_token_stream())),
            Item::Struct(s) => {
                let attributes = marks(&s.attrs);
                self.add(format!(
                    "pub {attributes}struct {path} {}",
                    s.generics.to_token_stream()
                ));
                self.list_derives(&s.attrs, path);
                self.list_fields(&s.fields, path);
            }
            Item::Enum(e) => {
                let attributes = marks(&e.attrs);
                self.add(format!(
                    "pub {attributes}enum {path} {}",
                    e.generics.to_token_stream()
                ));
                self.list_derives(&e.attrs, path);
                for variant in &e.variants {
                    let fields = variant.fields.iter().map(|f| match &f.ident {
                        Some(name) => format!("{name}: {}", f.ty.to_token_stream()),
                        None => f.ty.to_token_stream().to_string(),
                    });
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    self.add(format!("pub variant {path}::{} ({fields})", variant.ident));
                }
            }
            Item::Trait(t) => {
                let above = t.supertraits.to_token_stream();
                self.add(format!(
                    "pub trait {path} {}: {above}",
                    t.generics.to_token_stream()
                ));
                for item in &t.items {
                    if let TraitItem::Fn(f) = item {
                        self.add(signature(&f.sig, &format!("{path}::{}", f.sig.ident)));
                    }
                }
            }
            _ => {}
        }
    }

    fn list_fields(&mut self, fields: &Fields, path: &str) {
        for (i, field) in fields.iter().enumerate().filter(|(_, f)| is_public(&f.vis)) {
            let name = field
                .ident
                .as_ref()
                .map_or(i.to_string(), |name| name.to_string());
            self.add(format!(
                "pub field {path}::{name}: {}",
                field.ty.to_token_stream()
            ));
        }
    }

    fn list_derives(&mut self, attributes: &[Attribute], path: &str) {
        let derives = attributes.iter().filter(|a| a.path().is_ident("derive"));
        for derive in derives {
            if let syn::Meta::List(list) = &derive.meta {
                for name in list
                    .tokens
                    .to_string()
                    .split(',')
                    .filter(|n| !n.trim().is_empty())
                {
                    self.add_trait(path, name.trim());
                }
            }
        }
    }

    /// Lists what an `impl` adds to a public type.
    fn list_impl(&mut self, module: &str, item: &Item) {
        let Item::Impl(block) = item else { return };
        let syn::Type::Path(of) = &*block.self_ty else {
            return;
        };
        let segments = of.path.segments.iter().map(|s| s.ident.to_string());
        let definition = self.resolve(module, &segments.collect::<Vec<_>>());
        let Some(path) = definition.and_then(|d| self.public.get(&d).cloned()) else {
            return;
        };
        if let Some((name, _)) = &block.trait_ {
            self.add_trait(&path, &name.to_token_stream().to_string());
            return;
        }
        for item in &block.items {
            match item {
                ImplItem::Fn(f) if is_public(&f.vis) && !is_test(&f.attrs) => {
                    self.add(signature(&f.sig, &format!("{path}::{}", f.sig.ident)));
                }
                ImplItem::Const(c) if is_public(&c.vis) => {
                    self.add(format!(
                        "pub const {path}::{}: {}",
                        c.ident,
                        c.ty.to_token_stream()
                    ));
                }
                _ => {}
            }
        }
    }
}

fn join(module: &str, name: &str) -> String {
    match module {
        "" => name.to_string(),
        _ => format!("{module}::{name}"),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn has(attributes: &[Attribute], text: &str) -> bool {
    attributes
        .iter()
        .any(|a| a.meta.to_token_stream().to_string() == text)
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    has(attributes, "doc (hidden)")
}

fn is_test(attributes: &[Attribute]) -> bool {
    has(attributes, "cfg (test)")
}

/// Attributes that users notice.
fn marks(attributes: &[Attribute]) -> &'static str {
    match has(attributes, "non_exhaustive") {
        true => "#[non_exhaustive] ",
        false => "",
    }
}

fn visibility(item: &Item) -> Option<&Visibility> {
    Some(match item {
        Item::Const(i) => &i.vis,
        Item::Enum(i) => &i.vis,
        Item::Fn(i) => &i.vis,
        Item::Struct(i) => &i.vis,
        Item::Trait(i) => &i.vis,
        Item::Type(i) => &i.vis,
        _ => return None,
    })
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::Type(i) => &i.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The paths of a `use`, with the name that each has afterwards.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let below = leaves(&path.tree).into_iter();
            let longer = |(mut rest, name): (Vec<String>, String)| {
                rest.insert(0, path.ident.to_string());
                (rest, name)
            };
            below.map(longer).collect()
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        _ => Vec::new(),
    }
}

/// `pub fn path(arguments) -> result`.
fn signature(signature: &syn::Signature, path: &str) -> String {
    let text = signature.to_token_stream().to_string();
    let name = format!("fn {}", signature.ident);
    format!("pub {}", text.replacen(&name, &format!("fn {path}"), 1))
}

/// Takes out the spaces that tokens have between them.
fn tidy(line: &str) -> String {
    let mut line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    const SPACES: [(&str, &str); 18] = [
        (" :: ", "::"),
        (":: ", "::"),
        ("& ", "&"),
        ("! ", "!"),
        (" ,", ","),
        (" :", ":"),
        (" ;", ";"),
        ("( ", "("),
        (" )", ")"),
        (" (", "("),
        ("[ ", "["),
        (" ]", "]"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (",)", ")"),
        ("->(", "-> ("),
        (":(", ": ("),
    ];
    for (from, to) in SPACES {
        line = line.replace(from, to);
    }
    line.trim_end_matches([':', ' '])
        .trim_end_matches("()")
        .to_string()
}
