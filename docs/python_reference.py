#!/usr/bin/env python3
"""python_reference.py FOLDER: prints the classes and methods of the Python contract as Markdown,
from the signatures and docstrings of FOLDER/plugin.py and FOLDER/host.py."""
import ast
import sys
from pathlib import Path

PAGES = {
    "plugin.py": ("Plugins", "Classes that a plugin derives from or makes. What a class of yours "
                  "does not override behaves as in C++."),
    "host.py": ("What the program gives", "Handles, each lent for one call."),
}


def code_of(node):
    """The docstring's examples as a block of code."""
    lines = (ast.get_docstring(node) or "").splitlines()
    code = [line[4:] for line in lines if line.startswith((">>> ", "... "))]
    return "\n\n" + "\n".join("      " + line for line in code) if code else ""


def text_of(node):
    """The docstring in one paragraph per blank line, with what Markdown would read as markup."""
    text = (ast.get_docstring(node) or "").split("\n\n>>> ")[0]
    for mark in "*<|":
        text = text.replace(mark, "\\" + mark)
    return text


def without_self(arguments):
    kept = ast.arguments(**{name: value for name, value in ast.iter_fields(arguments)})
    kept.args = [a for a in arguments.args if a.arg not in ("self", "cls")]
    return ast.unparse(kept)


def signature(function):
    result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"{function.name}({without_self(function.args)}){result}"


def is_public(node):
    return not node.name.startswith("_")


def methods_of(node):
    """Its public methods as rows: those that are overloaded have a row for each form."""
    forms = []
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or not is_public(method):
            continue
        if any(ast.unparse(d) == "overload" for d in method.decorator_list):
            forms.append(signature(method))
            continue
        yield forms or [signature(method)], " ".join(text_of(method).split()) + code_of(method)
        forms = []


def print_class(node, lines):
    print(f"### {node.name}\n\n{text_of(node)}{code_of(node)}\n")
    fields = [member for member in node.body if isinstance(member, ast.AnnAssign)]
    for field in fields:
        line = lines[field.lineno - 1]
        meaning = ": " + line.split("#", 1)[1].strip() if "#" in line else ""
        print(f"- `{field.target.id}: {ast.unparse(field.annotation)}`{meaning}")
    for member in node.body:
        if isinstance(member, ast.Assign) and isinstance(member.targets[0], ast.Name):
            name = member.targets[0].id
            if node.name == "Role":
                print(f"- `{name}`")
    for forms, text in methods_of(node):
        calls = "`, `".join(forms)
        print(f"- `{calls}`: {text}")
    print()


def main():
    folder = Path(sys.argv[1])
    for file, (heading, about) in PAGES.items():
        source = (folder / file).read_text()
        lines = source.splitlines()
        print(f"## {heading}\n\n{about}\n")
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and is_public(node):
                print_class(node, lines)
            elif isinstance(node, ast.FunctionDef) and is_public(node):
                text = text_of(node) + code_of(node)
                print(f"### {node.name}\n\n`{signature(node)}`: {text}\n")


main()
