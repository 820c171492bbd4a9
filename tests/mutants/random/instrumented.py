"""All mutants of a module in one build: its sources, each mutated expression a choice, compiled and
linked by the commands of a build folder, which is left as it is."""
import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sites

HERE = Path(__file__).resolve().parent


class CannotBuild(Exception):
    pass


class Build:
    """A configured build folder: how its sources are compiled and its programs linked."""

    def __init__(self, root, folder):
        self.root, self.folder = Path(root).resolve(), Path(folder).resolve()
        self._commands = {}  # of a source: (command, object)
        for entry in json.loads((self.folder / "compile_commands.json").read_text()):
            unit = Path(entry["file"])
            members = [unit]
            if "/Unity/" in entry["file"]:
                members = map(Path, re.findall(r'^#include "(.*)"$', unit.read_text(), re.M))
            for member in members:
                made = re.search(r" -o (\S+)", entry["command"]).group(1)
                self._commands.setdefault(member, (entry["command"], made))

    def compiles(self, source):
        return self.root / source in self._commands

    def target_of(self, source):
        """The CMake target of a source: skald_grid, skald_group_core, sampler_fald."""
        return re.search(r"CMakeFiles/(\w+)\.dir/", self._commands[self.root / source][1]).group(1)

    def sources_of(self, target):
        return [source.relative_to(self.root) for source, (_, made) in self._commands.items()
                if f"/{target}.dir/" in made and source.is_relative_to(self.root)]

    def object_of(self, source):
        return self._commands[self.root / source][1]

    def command(self, source, copy, made):
        """The command that compiles a copy of a source, which includes what is beside the source.
        What Skald optimises is optimised little, but where a precompiled header sets the level."""
        command, old = self._commands[self.root / source]
        head, _, _ = command.partition(" -o " + old)
        if "-include" not in head:
            head = head.replace(" -O3 ", " -O1 ")
        return (f"{head} -w -include {HERE}/schemata.hpp -iquote {(self.root / source).parent}"
                f" -o {made} -c {copy}")

    def link_commands(self, *targets):
        """The commands that link these files of the build."""
        out = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", *targets],
                             capture_output=True, text=True, check=True).stdout
        wanted = {f" -o {target} " for target in targets}
        return [line.split(" && cd ")[0] for line in out.splitlines()
                if any(target in line for target in wanted)]


def _compile(command, folder):
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def lines_of_errors(said, copy):
    """For each error, the lines of the copy that its message names."""
    blocks, lines = [], []
    for line in said.splitlines():
        match = re.match(r"(.*?):(\d+):(?:\d+:)? *(.*)", line)
        if not match:
            continue
        if match.group(1).endswith(str(copy)):
            lines.append(int(match.group(2)))
        if re.match(r"(fatal )?error:", match.group(3)):
            blocks.append(lines)
            lines = []
        elif match.group(3).startswith("note:"):
            lines = []
    return blocks


def _blamed(mutants, blocks):
    """The numbers of the mutants of the lines of errors, or of the nearest line before."""
    blamed = set()
    for lines in blocks:
        found = {n for n, m in mutants.items() if m.line in lines}
        if not found and lines:
            before = [(m.line, n) for n, m in mutants.items() if m.line <= max(lines)]
            found = {max(before)[1]} if before else set()
        blamed |= found
    return blamed


def compile_source(build, source, mutants, work):
    """Compiles a source with those of its mutants ({number: mutant}) that the compiler accepts:
    (their numbers, the object)."""
    text = (build.root / source).read_text()
    copy, made = work / "sources" / source, work / "objects" / (str(source) + ".o")
    for path in (copy, made):
        path.parent.mkdir(parents=True, exist_ok=True)
    left = dict(mutants)
    while True:
        copy.write_text(sites.instrumented(text, left))
        accepted, said = _compile(build.command(source, copy, made), build.folder)
        if accepted:
            return set(left), made
        if not left:
            raise CannotBuild(f"{source} does not compile by the command of the build:\n{said}")
        blamed = _blamed(left, lines_of_errors(said, copy)) or set(left)
        left = {n: m for n, m in left.items() if n not in blamed}


def compile_all(build, mutants, work, jobs):
    """mutants: {source: {number: mutant}}. Returns the numbers that compile, and
    {source: object}."""
    accepted, objects = set(), {}
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {source: pool.submit(compile_source, build, source, those, work)
                   for source, those in mutants.items()}
        for source, future in waiting.items():
            numbers, made = future.result()
            accepted |= numbers
            objects[source] = made
    return accepted, objects


def _with_objects(command, target, made, objects, own_archive):
    """That command of a link, with objects before what else defines their symbols, or, if the
    module has an archive of its own, instead of it."""
    command = command.replace(f" -o {target} ", f" -o {made} ")
    if own_archive:
        command = re.sub(rf" \S*/lib{own_archive}\.a(?= |$)", "", command)
    compiler = re.search(r"/\S*c\+\+ ", command)
    return (command[:compiler.end()] + "-Wl,-z,muldefs " + " ".join(map(str, objects)) + " "
            + command[compiler.end():])


def link(build, target, made, objects, own_archive=None):
    """Links a program of the build with these objects."""
    commands = build.link_commands(target)
    if len(commands) != 1:
        raise CannotBuild(f"ninja does not say how {target} is linked")
    made.parent.mkdir(parents=True, exist_ok=True)
    accepted, said = _compile(_with_objects(commands[0], target, made, objects, own_archive),
                              build.folder)
    if not accepted:
        raise CannotBuild(f"{target} cannot be linked with mutants:\n{said}")


def in_archives_of(build, target, objects):
    """Those of {source: object} whose source a program of the build has from an archive."""
    command = build.link_commands(target)[0]
    return [made for source, made in objects.items()
            if f"/lib{build.target_of(source)}.a" in command]


def link_plugins(build, objects, work):
    """A folder of all plugins, in which those that contain one of the objects do so."""
    shipped, folder = build.folder / "lib/skald/plugins", work / "plugins"
    shutil.rmtree(folder, ignore_errors=True)
    targets = [f"lib/skald/plugins/{p.relative_to(shipped)}" for p in shipped.rglob("*.so")]
    for path in shipped.rglob("*"):
        if path.is_file():
            to = folder / path.relative_to(shipped)
            to.parent.mkdir(parents=True, exist_ok=True)
            os.symlink(path, to)
    for command in build.link_commands(*targets):
        target = re.search(r" -o (\S+)", command).group(1)
        of_it, first = command, []
        for source, made in objects.items():
            name = build.target_of(source)
            if f" {build.object_of(source)} " in of_it:
                of_it = of_it.replace(f" {build.object_of(source)} ", f" {made} ")
            elif f"/lib{name}.a" in of_it:
                first.append(made)
        if of_it == command and not first:
            continue
        to = folder / Path(target).relative_to("lib/skald/plugins")
        to.unlink()
        accepted, said = _compile(_with_objects(of_it, target, to, first, None), build.folder)
        if not accepted:
            raise CannotBuild(f"{target} cannot be linked with mutants:\n{said}")
    return folder
