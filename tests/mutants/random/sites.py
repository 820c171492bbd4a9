"""Where a C++ source can be wrong in one place, found in its tokens, and the text that lets a
program choose at run time (schemata.hpp) whether it is.

Tokens are read as clang-format writes them: a binary operator has a space on both sides, a template
argument list, a pointer and a reference have none before. What is found beyond bodies of functions,
or in what the compiler evaluates, is left out; what the compiler refuses is dropped later
(instrumented.py)."""
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?<![^\n])\s*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<string>(?:u8|u|U|L)?R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|(?:u8|u|U|L)?"(?:[^"\\]|\\.)*")
  | (?P<character>'(?:[^'\\]|\\.)+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'(?=[\da-fA-F])|[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<operator><=>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|&&|\|\||[<>=!+\-*/%&|^]=|<<|.)
""", re.X | re.S)

PAIRS = {"(": ")", "[": "]", "{": "}"}
COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
               "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",)}
NAMES = {"<": "less", "<=": "at_most", ">": "greater", ">=": "at_least", "==": "equal",
         "!=": "unequal", "+": "plus", "-": "minus", "*": "times", "/": "over", "%": "modulo"}
EVALUATED_BY_THE_COMPILER = {"constexpr", "consteval", "constinit", "static_assert", "requires",
                             "case", "operator", "template", "using", "typedef", "enum", "concept",
                             "decltype", "noexcept", "alignas", "sizeof", "asm"}
KEYWORDS = {"if", "for", "while", "do", "switch", "return", "else", "try", "catch", "throw", "new",
            "delete", "break", "continue", "goto", "default", "const", "static", "auto", "struct",
            "class", "public", "private", "protected", "case", "co_return", "co_yield", "using",
            "template", "typename", "constexpr", "friend", "namespace", "union", "enum", "inline",
            "extern", "thread_local", "static_assert", "operator", "typedef", "void"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    begin: int
    spaced: bool  # there is white space before it

    @property
    def end(self):
        return self.begin + len(self.text)


@dataclass(frozen=True)
class Mutant:
    """edits: (begin, end, text) of the source; ID in a text stands for the mutant's number."""
    begin: int
    line: int
    column: int
    operator: str
    before: str
    after: str
    edits: tuple


def tokens_of(text):
    """All tokens but white space, comments and directives."""
    tokens, space = [], True
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "mark" else "string"
        if kind in ("space", "comment", "directive"):
            space = True
            continue
        tokens.append(Token(kind, match.group(), match.start(), space))
        space = False
    return tokens


class Source:
    """The tokens of a source, with the partner of each bracket, and which are run when a function
    is."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = self._partners()
        self.runs = [False] * len(self.tokens)
        self.statements = []  # the first tokens of statements
        self.void_bodies = []  # the opening braces of functions that return nothing
        self._mark(0, len(self.tokens), False)

    def _partners(self):
        partner, open_ones = {}, []
        for at, token in enumerate(self.tokens):
            if token.kind != "operator":
                continue
            if token.text in PAIRS:
                open_ones.append(at)
            elif token.text in PAIRS.values() and open_ones:
                partner[open_ones.pop()] = at
        return partner

    def _mark(self, at, end, inside):
        """Marks the tokens [at, end) of one block; inside: of a body of a function."""
        begin = at
        while at < end:
            text = self.tokens[at].text
            if inside and at == begin:
                self.statements.append(at)
            if text == ";" or (text == ":" and at - begin == 1):  # a label, or public:
                begin = at = at + 1
                continue
            if text == "{" and at in self.partner:
                close = self.partner[at]
                words = [t.text for t in self.tokens[begin:at]]
                self._block(words, at, close, inside)
                at = close + 1
                if not inside or self._is_block(words) or at - 1 == end - 1:
                    begin = at if self._ends(words, at) else begin
                continue
            if text == "(" and at in self.partner and inside:
                close = self.partner[at]
                self._inside_brackets(at + 1, close, begin)
                at = close + 1
                continue
            self._set(at, begin, inside)
            at += 1

    def _set(self, at, begin, inside):
        self.runs[at] = inside and not any(
            t.text in EVALUATED_BY_THE_COMPILER for t in self.tokens[begin:min(at, begin + 12)])

    def _inside_brackets(self, at, end, begin):
        """Conditions, arguments and, in them, bodies of lambdas."""
        while at < end:
            if self.tokens[at].text == "{" and at in self.partner:
                close = self.partner[at]
                lambda_body = self.tokens[at - 1].text in (")", "mutable") or (
                    self.tokens[at - 1].text == "]")
                if lambda_body:
                    self._mark(at + 1, close, True)
                else:
                    self._inside_brackets(at + 1, close, begin)
                at = close + 1
                continue
            self._set(at, begin, True)
            at += 1

    def _is_block(self, words):
        return not words or words[-1] in (")", "else", "do", "try", "const", "noexcept", "override",
                                          "mutable", "final", ":") or "->" in words[-6:]

    def _ends(self, words, at):
        """Whether a statement ends with the brace before token `at`."""
        following = self.tokens[at].text if at < len(self.tokens) else ""
        return following not in (";", ",", ")", ".", "(", "[", "->", "=", "{", "?", ":", "+", "==")

    def _block(self, words, at, close, inside):
        compiler = EVALUATED_BY_THE_COMPILER & set(words) - {"template", "operator", "noexcept",
                                                             "decltype", "requires", "case"}
        if inside:
            if not compiler:
                if self._is_block(words) or words[-1] == "]":
                    self._mark(at + 1, close, True)
                else:
                    self._inside_brackets(at + 1, close, at)
        elif words[:1] == ["namespace"] or words[:2] == ["inline", "namespace"] or (
                words[:1] == ["extern"]):
            self._mark(at + 1, close, False)
        elif {"struct", "class", "union"} & set(words) and "(" not in words:
            self._mark(at + 1, close, False)
        elif "(" in words and "=" not in words and not compiler:
            self._mark(at + 1, close, True)
            if "void" in words[:words.index("(")]:
                self.void_bodies.append(at)

    def end_of_operand(self, at, stops):
        """The token after the operand that begins at token `at`: the first of `stops` beyond all
        brackets, or a closing one."""
        angles = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.text in PAIRS:
                if at not in self.partner:
                    return None
                at = self.partner[at] + 1
                continue
            if token.text == "<" and not token.spaced:
                angles += 1
            elif token.text in (">", ">>") and angles:
                angles = max(0, angles - len(token.text))
            elif angles == 0 and (token.text in stops or token.text in PAIRS.values()):
                return at
            at += 1
        return None


STOPS = {"&&", "||", "?", ":", ",", ";", "=", "+=", "-="}


def _binary(source, at):
    token = source.tokens[at]
    return (token.spaced and at + 1 < len(source.tokens) and source.tokens[at + 1].spaced
            and token.kind == "operator" and at > 0
            and source.tokens[at - 1].text not in ("(", ",", "=", "return", "operator"))


def _chain(kind, token, other):
    """a < b as a < choice < b, at the same precedence, so that no operand need be delimited."""
    between = {"<": "<", "<=": "<", ">": "<", ">=": "<", "==": "==", "!=": "==", "+": "+", "-": "+",
               "*": "*", "/": "*", "%": "*"}[token.text]
    choice = f"skald_mutants::{kind}<ID, '{_letter(token.text)}', '{_letter(other)}'>"
    return ((token.begin, token.end, f"{between} {choice} {between}"),)


def _letter(operator):
    return {"<=": "l", ">=": "g", "==": "e", "!=": "n"}.get(operator, operator)


def _operators(source, at, add):
    token = source.tokens[at]
    if token.text in COMPARISONS and _binary(source, at):
        for other in COMPARISONS[token.text]:
            add(token, "comparison", token.text, other, _chain("Comparison", token, other))
    elif token.text in ARITHMETIC and _binary(source, at):
        for other in ARITHMETIC[token.text]:
            add(token, "arithmetic", token.text, other, _chain("Arithmetic", token, other))
    elif token.text in ("&&", "||") and _binary(source, at):
        _logical(source, at, add)
    elif token.text == "!" and not source.tokens[at + 1].spaced:
        add(token, "negation", "!", "", ((token.begin, token.end,
                                          "skald_mutants::Negation<ID>() % !"),))
    elif token.text in ("+=", "-=") and token.spaced:
        end = source.end_of_operand(at + 1, {",", ";"})
        if end:
            add(token, "assignment", token.text, "-=" if token.text == "+=" else "+=",
                ((token.end, token.end, " skald_mutants::negated<ID>("),
                 (source.tokens[end].begin, source.tokens[end].begin, ")")))


def _logical(source, at, add):
    token, end = source.tokens[at], source.end_of_operand(at + 1, STOPS)
    if end is None:
        return
    operand = source.text[source.tokens[at + 1].begin:source.tokens[end - 1].end]
    neutral = "true" if token.text == "&&" else "false"
    short = operand if len(operand) < 60 else operand[:57] + "..."
    add(token, "operand", f"{token.text} {short}", f"{token.text} {neutral}",
        ((token.end, token.end, f" skald_mutants::operand<ID, {neutral}>(static_cast<bool>("),
         (source.tokens[end - 1].end, source.tokens[end - 1].end, "))")))
    if token.text == "&&":
        add(token, "logical", "&&", "&& false &&",
            ((token.begin, token.end, "&& !skald_mutants::on(ID) &&"),))
    else:
        add(token, "logical", "||", "|| true ||",
            ((token.begin, token.end, "|| skald_mutants::on(ID) ||"),))


def _literal(source, at, add):
    token = source.tokens[at]
    text = token.text
    if text in ("true", "false"):
        other = "false" if text == "true" else "true"
        add(token, "constant", text, other,
            ((token.begin, token.end, f"skald_mutants::constant<ID>({text}, {other})"),))
    elif re.fullmatch(r"\d[\d']*[uUlLzZ]*", text):
        add(token, "constant", text, f"{text} + 1",
            ((token.begin, token.end, f"skald_mutants::constant<ID>({text}, {text} + 1)"),))
    elif re.fullmatch(r"[\d']*\.[\d']*f?", text):  # tolerances have an exponent
        other = f"{text} + 1" if float(text.strip("f").replace("'", "")) == 0 else f"2 * {text}"
        add(token, "constant", text, other,
            ((token.begin, token.end, f"skald_mutants::constant<ID>({text}, {other})"),))


def _condition(source, at, add):
    token, opening = source.tokens[at], at + 1
    if source.tokens[opening].text != "(" or opening not in source.partner:
        return
    close = source.partner[opening]
    words = [t.text for t in source.tokens[opening + 1:close]]
    if {"=", ";", ":", *COMPARISONS, "!", "&&", "||"} & set(words):
        return  # it declares something, or an operator of it is mutated
    begin, end = source.tokens[opening + 1].begin, source.tokens[close - 1].end
    shown = source.text[begin:end]
    shown = shown if len(shown) < 60 else shown[:57] + "..."
    if token.text == "if":
        add(token, "condition", f"if ({shown})", f"if (!({shown}))",
            ((begin, begin, "skald_mutants::on(ID) != static_cast<bool>("), (end, end, ")")))
    else:
        add(token, "condition", f"while ({shown})", "while (false)",
            ((begin, begin, "!skald_mutants::on(ID) && static_cast<bool>("), (end, end, ")")))


def _word(source, at, add):
    token, following = source.tokens[at], source.tokens[at + 1].text
    before = source.tokens[at - 1].text
    if token.text in ("if", "while"):
        _condition(source, at, add)
    elif token.text in ("min", "max") and following == "(" and before == "::":
        other = "max" if token.text == "min" else "min"
        std = source.tokens[at - 2]
        add(token, "extreme", token.text, other,
            ((std.begin, token.end, f"skald_mutants::{token.text}imum<ID>"),))


def _removal(source, at, add):
    """The removal of a statement that is an expression, not of a declaration."""
    token = source.tokens[at]
    if token.kind != "word" or token.text in KEYWORDS:
        return
    end = source.end_of_operand(at, {";"})
    if end is None or source.tokens[end].text != ";":
        return
    following = at + 1
    while source.tokens[following].text == "::":
        following += 2
    if source.tokens[following].text not in ("(", ".", "->", "[", "=", "+=", "-=", "*=", "/=", "++",
                                             "--", "|="):
        return
    shown = source.text[token.begin:source.tokens[end].end]
    shown = shown if len(shown) < 70 else shown[:67] + "..."
    add(token, "statement", shown, ";",
        ((token.begin, token.begin, "if (!skald_mutants::on(ID)) "),))


def mutants_of(text):
    """All mutants of a source, in its order."""
    source, mutants = Source(text), []

    def add(token, operator, before, after, edits):
        line = text.count("\n", 0, token.begin) + 1
        column = token.begin - text.rfind("\n", 0, token.begin)
        mutants.append(Mutant(token.begin, line, column, operator, before, after, edits))

    for at, token in enumerate(source.tokens[:-1]):
        if not source.runs[at]:
            continue
        if token.kind == "number" or token.text in ("true", "false"):
            _literal(source, at, add)
        elif token.kind == "operator":
            _operators(source, at, add)
        elif token.kind == "word":
            _word(source, at, add)
    for at in source.statements:
        if source.runs[at]:
            _removal(source, at, add)
    for at in source.void_bodies:
        add(source.tokens[at], "return", "{", "{ return;",
            ((source.tokens[at].end, source.tokens[at].end,
              " if (skald_mutants::on(ID)) return;"),))
    return sorted(mutants, key=lambda m: (m.begin, m.operator, m.after))


def instrumented(text, chosen):
    """The source with all mutants of `chosen`, {number: mutant}, which share no edited place."""
    edits = []
    for number, mutant in chosen.items():
        edits += [(begin, end, put.replace("ID", str(number))) for begin, end, put in mutant.edits]
    for begin, end, put in sorted(edits, reverse=True):
        text = text[:begin] + put + text[end:]
    return text


def apart(mutants):
    """The first of those mutants that touch the same places."""
    taken, kept = set(), []
    for mutant in mutants:
        places = {place for begin, end, _ in mutant.edits for place in range(begin, end + 1)}
        if not places & taken:
            taken |= places
            kept.append(mutant)
    return kept
