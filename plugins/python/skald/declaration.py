"""What a plugin's class declares of itself: options, words of description, needs."""

import math
import pathlib
from typing import Any

_TYPES = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "text",
    pathlib.Path: "path",
    list: "numbers",
}


class Option:
    """One option of a plugin, made by option(); instances of the plugin have its value instead."""

    def __init__(self, kind, default, is_optional, **rest):
        self.type = kind
        self.default = default
        self.is_optional = is_optional
        self.__dict__.update(rest)


def option(
    default=None,
    *,
    help,
    type=None,
    at_least=None,
    above=None,
    at_most=None,
    below=None,
    symbol="",
    one_of=(),
    automatic="",
    only_if="",
    stable_to="",
    role="none",
) -> Any:  # of instances, the value
    """Declare an option of the plugin, as in `step = skald.option(1e-3, above=0, help="h")`.

    `default` is a value (bool, int, float or str), or a type (bool, int, float, str, pathlib.Path,
    list of numbers) for an option without default, which a grid must give. None with `type` is an
    option that may be left out, and is then None. Bounds, `one_of` (words), `automatic`, `only_if`,
    `stable_to` and `role` mean what they do in C++ (skald/options.hpp). `help` is one sentence.
    """
    if (at_least is not None and above is not None) or (at_most is not None and below is not None):
        raise ValueError("an option has one lower and one upper bound at most")
    is_required = isinstance(default, builtin_type)
    kind = type if type is not None else default if is_required else builtin_type(default)
    if kind not in _TYPES:
        raise ValueError(
            f"an option cannot be of type {getattr(kind, '__name__', kind)}; expected bool, int, "
            "float, str, pathlib.Path or list"
        )
    is_optional = default is None
    has_default = not is_optional and not is_required
    return Option(
        _TYPES[kind],
        default if has_default else None,
        is_optional,
        has_default=has_default,
        help=help,
        symbol=symbol,
        minimum=_first(at_least, above, -math.inf),
        maximum=_first(at_most, below, math.inf),
        minimum_excluded=above is not None,
        maximum_excluded=below is not None,
        choices="|".join(one_of),
        automatic=automatic,
        only_if=only_if,
        stable_to=stable_to,
        role=role,
    )


builtin_type = type


def _first(*values):
    return next(float(value) for value in values if value is not None)


def options_of(plugin):
    """Return the options of a plugin's class by name: those of its bases first."""
    found = {}
    for parent in reversed(plugin.__mro__):
        for name, value in vars(parent).items():
            if isinstance(value, Option):
                found[name] = value
            elif name in found:
                del found[name]
    return found


def clients_of(partition):
    """Return the value of the option of the role "clients"; None if there is no such option."""
    for name, declared in options_of(type(partition)).items():
        if declared.role == "clients":
            return getattr(partition, name)
    return None


def summary_of(plugin):
    """Return the first sentence of the class's docstring."""
    text = " ".join((plugin.__doc__ or "").split())
    end = text.find(". ")
    sentence = text if end < 0 else text[: end + 1]
    if not sentence:
        raise ValueError(
            f"class {plugin.__name__} has no docstring; write one: "
            '"""What it is, in one sentence."""'
        )
    return sentence
