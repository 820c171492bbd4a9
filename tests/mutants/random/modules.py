"""The modules whose sources are mutated, and the tests that mirror them."""
import re
import subprocess
from pathlib import Path

PLACES = ("core/src", "core/base", "runner", "plugins")


def folder_of(root, name):
    """The folder of a module: grid, web, samplers, parts, or any folder of sources."""
    candidates = [f"{place}/{name}" for place in PLACES] + [f"core/{name}", name]
    for candidate in candidates:
        if (Path(root) / candidate).is_dir():
            return Path(candidate)
    known = sorted(p.name for place in PLACES for p in (Path(root) / place).iterdir()
                   if p.is_dir())
    raise SystemExit(f"{name}: no module. Modules are {' '.join(known)} parts")


def all_modules(root):
    """Those that have a mirror among the tests."""
    folders = [Path(place) / p.name for place in PLACES for p in (Path(root) / place).iterdir()]
    folders.append(Path("core/parts"))
    return sorted(f for f in folders if (Path(root) / mirror_of(f)).is_dir())


def sources_of(root, module):
    listed = subprocess.run(["git", "ls-files", "--", f"{module}/*.cpp"], cwd=root,
                            capture_output=True, text=True, check=True).stdout.split()
    return [Path(p) for p in listed]


def mirror_of(module):
    """The folder of the tests of a module."""
    parts = module.parts
    if parts[0] == "core":
        parts = ("core",) + tuple(p for p in parts[1:] if p not in ("src", "base"))
    return Path("tests", *parts)


def places_of_tests(executable):
    """{test case: source} of an executable of Catch2."""
    out = subprocess.run([executable, "--list-tests", "-v", "high"], capture_output=True,
                         text=True).stdout
    places, name = {}, None
    for line in out.splitlines():
        place = re.fullmatch(r"    (/.*\.[ch]pp):\d+", line)
        if place and name:
            places[name.replace("\n", " ")] = place.group(1)
            name = None
        elif re.fullmatch(r"  \S.*", line):
            name = line.strip()
        elif name and not place and line.startswith("    ") and not line.startswith("    ("):
            name += " " + line.strip()  # a long name is continued
    return places


def case_of(test):
    """The name of a Catch2 case from ctest's name, EXECUTABLE:CASE."""
    return test.name.partition(":")[2].strip()


def _words(text):
    return re.sub(r"[^a-z0-9]+", "_", text.lower())


def mirrors(place, case, source):
    """Whether a test is written for that source: by its file, or by its name."""
    stem = Path(source).stem
    return Path(place).stem == f"{stem}_test" or f"_{stem}_" in f"_{_words(case)}_"


def tests_of_module(root, build, module, tests, sources, is_wide=False):
    """{test: its source} of the tests in the folder that mirrors the module's, and for plugins of
    those that are written for one of the sources; if it is wide, of all tests of the executables
    that contain such."""
    mirror = mirror_of(module)
    chosen = {}
    for executable in sorted({t.executable for t in tests}):
        path = Path(executable)
        if not path.is_relative_to(build) or not path.name.endswith("_test"):
            continue
        folder = path.parent.relative_to(build)
        if not (mirror.is_relative_to(folder) or folder.is_relative_to(mirror)):
            continue
        places = places_of_tests(executable)
        for test in (t for t in tests if t.executable == executable):
            place = places.get(case_of(test), "")
            if is_wide:
                wanted = True
            elif module.parts[0] == "plugins":
                wanted = any(mirrors(place, case_of(test), s) for s in sources)
            else:
                wanted = place.startswith(f"{root}/{mirror}/")
            if wanted:
                chosen[test] = place
    return chosen
