"""What goes wrong in a plugin, in words for its author."""

import os
import sys
import traceback

LONGEST_TRACEBACK = 8000  # characters


class HostError(RuntimeError):
    """Something has failed in the host, to which it passes through as it was."""


class Refused(HostError, ValueError):
    """The host has refused what the plugin asked; passes through to it, with the place."""


def describe(kind, value, trace):
    """Return "fald.py:23: in advance: ZeroDivisionError: ...", without the kind of a Refused.

    The place is the innermost one in a plugin's own code: the last frame of a module that the
    loader has made, otherwise the last frame of all.
    """
    return _place(trace) + _last_line(kind, value)


def place_of(method):
    """Return "tab.py:14: in load: ", where the method begins; "" if it has no code of its own."""
    code = getattr(method, "__code__", None)
    if code is None:
        return ""
    return f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}: in {code.co_name}: "


def show(kind, value, trace):
    """Print the traceback to standard error, the last of it if it is long."""
    whole = "".join(traceback.format_exception(kind, value, trace))
    print(whole[-LONGEST_TRACEBACK:], file=sys.stderr, flush=True)


def describe_unloaded(file, error):
    """Return what is wrong with a file that cannot be loaded, with line and caret where known."""
    name = os.path.basename(file)
    if isinstance(error, SyntaxError) and error.filename:
        lines = traceback.format_exception_only(type(error), error)
        where = os.path.basename(error.filename)
        marked = "".join(line for line in lines[1:-1])
        return f"{where}:{error.lineno}: {lines[-1].strip()}\n{marked}".rstrip()
    place = _place(error.__traceback__) or f"{name}: "
    return place + _last_line(type(error), error)


def _place(trace):
    frames = traceback.extract_tb(trace)
    own = [frame for frame in frames if is_of_plugin(frame.filename)]
    if not own:
        return ""
    frame = own[-1]
    function = "" if frame.name == "<module>" else f"in {frame.name}: "
    return f"{os.path.basename(frame.filename)}:{frame.lineno}: {function}"


def _last_line(kind, value):
    if issubclass(kind, HostError):
        return str(value)
    text = traceback.format_exception_only(kind, value)[-1].strip()
    if issubclass(kind, SystemExit):
        return f"{text}; a plugin may not end the process: raise an error"
    return text


_folders = set()


def belongs_to_plugins(folder):
    """Note a folder whose modules are those of plugins."""
    _folders.add(os.path.join(folder, ""))


def is_of_plugin(filename):
    """Whether the file is in a folder of belongs_to_plugins()."""
    return any(filename.startswith(folder) for folder in _folders)
