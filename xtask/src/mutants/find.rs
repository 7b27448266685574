//! Finds the places of a source file that can be changed.

use std::ops::Range;

use syn::{
    Arm, Attribute, BinOp, Expr, File, ImplItemFn, ItemFn, ItemImpl, ItemMod, Local, Pat,
    ReturnType, Signature, TraitItemFn, Type, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

/// A changed place.
#[derive(Clone)]
pub(super) struct Mutant {
    pub(super) line: usize,
    /// The name of the function.
    pub(super) function: String,
    /// The bytes of the place. Empty if the change is an addition.
    pub(super) range: Range<usize>,
    pub(super) change: Change,
}

#[derive(Clone)]
pub(super) enum Change {
    /// Another expression.
    Expression(String),
    /// The function returns at once, with this value.
    Return(String),
    /// An arm of a `match` is never taken. The text is its pattern.
    NoArm(String),
}

impl Mutant {
    /// Describes the change without the line, so that the description outlives other changes.
    pub(super) fn description(&self, text: &str) -> String {
        let Self { function, range, .. } = self;
        let words = match &self.change {
            Change::Expression(new) => format!("{} -> {new}", &text[range.clone()]),
            Change::Return(new) => format!("return {new}"),
            Change::NoArm(pattern) => format!("no arm {pattern}"),
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        format!("{function}: {}", words.join(" "))
    }
}

/// Returns all mutants of a file, in no order.
pub(super) fn find(text: &str) -> syn::Result<Vec<Mutant>> {
    let file: File = syn::parse_file(text)?;
    let mut finder = Finder { text, function: String::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    function: String,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn code(&self, item: &impl Spanned) -> &str {
        &self.text[item.span().byte_range()]
    }

    fn add(&mut self, line: usize, range: Range<usize>, change: Change) {
        let function = self.function.clone();
        self.found.push(Mutant { line, function, range, change });
    }

    fn replace(&mut self, old: &impl Spanned, new: String) {
        let span = old.span();
        self.add(span.start().line, span.byte_range(), Change::Expression(new));
    }

    /// Visits a function, unless the switch cannot be called there or no test can run it.
    fn visit_function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        body: &syn::Block,
    ) {
        if is_left_out(attributes)
            || signature.constness.is_some()
            || matches!(signature.safety, syn::Safety::Unsafe(_))
        {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        let values = match &signature.output {
            ReturnType::Default => vec![String::new()],
            ReturnType::Type(_, kind) => values(kind),
        };
        let old = body.stmts.iter().map(|statement| self.code(statement)).collect::<String>();
        let start = body.brace_token.span.open().byte_range().end;
        let line = signature.span().start().line;
        for value in values.into_iter().filter(|value| *value != old) {
            self.add(line, start..start, Change::Return(value));
        }
        visit::visit_block(self, body);
        self.function = outer;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.visit_function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_left_out(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let name = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        if !is_left_out(&item.attrs) && name.is_none_or(|name| name.ident != "Debug") {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if !is_left_out(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    // Constants, lengths of arrays and patterns cannot call a function.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_unsafe(&mut self, _: &'ast syn::ExprUnsafe) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        if !is_left_out(&block.attrs) {
            visit::visit_expr_block(self, block);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        // `let` in a chain is not an expression.
        if !holds_let(&binary.left) && !holds_let(&binary.right) {
            let (left, right) = (self.code(&binary.left), self.code(&binary.right));
            let news = others(&binary.op).iter().map(|new| format!("({left}) {new} ({right})"));
            for new in news.collect::<Vec<_>>() {
                self.replace(binary, new);
            }
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) {
            self.replace(unary, format!("({})", self.code(&unary.expr)));
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, expression: &'ast syn::ExprMatch) {
        let has_rest = expression.arms.iter().any(|arm| is_wild(&arm.pat));
        for arm in expression.arms.iter().filter(|arm| !is_left_out(&arm.attrs)) {
            if has_rest && !matches!(arm.pat, Pat::Guard(_)) && !is_wild(&arm.pat) {
                let span = arm.pat.span();
                let end = span.byte_range().end;
                let pattern = self.code(&arm.pat).to_owned();
                self.add(span.start().line, end..end, Change::NoArm(pattern));
            }
        }
        visit::visit_expr_match(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if is_left_out(&arm.attrs) {
            return;
        }
        if let Pat::Guard(arm) = &arm.pat {
            if !holds_let(&arm.guard) {
                for value in ["true", "false"] {
                    self.replace(&arm.guard, value.to_owned());
                }
            }
            self.visit_expr(&arm.guard);
        }
        visit::visit_arm(self, arm);
    }
}

/// Returns `true` if the item is a test, or not part of a build with all features.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_test = attribute.path().is_ident("test");
        let syn::Meta::List(list) = &attribute.meta else { return is_test };
        let condition = list.tokens.to_string();
        let words = || condition.split(|character: char| !character.is_alphanumeric());
        is_test
            || attribute.path().is_ident("cfg")
                && words().any(|word| word == "not" || word == "test")
    })
}

fn is_wild(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        // A name in lower case that has no pattern after it matches everything.
        Pat::Ident(name) => {
            name.subpat.is_none()
                && name.ident.to_string().starts_with(|first: char| first.is_lowercase())
        }
        _ => false,
    }
}

fn holds_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => holds_let(&binary.left) || holds_let(&binary.right),
        _ => false,
    }
}

/// Returns the operators that can replace an operator.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Le(_) => &[">", "<"],
        BinOp::Ge(_) => &["<", ">"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["%=", "*="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        _ => &[],
    }
}

/// Returns plain values of a type, or none if it has no plain value.
fn values(kind: &Type) -> Vec<String> {
    let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    match kind {
        Type::Tuple(tuple) => {
            let firsts: Option<Vec<String>> =
                tuple.elems.iter().map(|kind| values(kind).into_iter().next()).collect();
            firsts.map(|firsts| format!("({})", firsts.join(", "))).into_iter().collect()
        }
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => owned(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) => owned(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let inner = || match &last.arguments {
                syn::PathArguments::AngleBracketed(list) => match list.args.first() {
                    Some(syn::GenericArgument::Type(kind)) => values(kind),
                    _ => Vec::new(),
                },
                // An alias such as `fmt::Result`.
                _ => owned(&["()"]),
            };
            let wrapped = |name| inner().into_iter().map(move |value| format!("{name}({value})"));
            match last.ident.to_string().as_str() {
                "bool" => owned(&["true", "false"]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => owned(&["0", "1"]),
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => owned(&["0", "1", "-1"]),
                "f32" | "f64" => owned(&["0.0", "1.0", "-1.0"]),
                "String" => owned(&["Default::default()", "\"xyzzy\".into()"]),
                "Vec" => owned(&["Default::default()"]),
                "Option" => owned(&["None"]).into_iter().chain(wrapped("Some")).collect(),
                "Result" => wrapped("Ok").collect(),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}
