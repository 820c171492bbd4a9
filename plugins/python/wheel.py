"""Makes a wheel of an installed tree: wheel.py PREFIX VERSION FOLDER.

PREFIX has what `cmake --install` puts there: bin/skald, lib/skald, share, and the package in
lib/python3/dist-packages. The wheel puts them where `pip install` keeps programs, data and
packages; the package is there twice, since the loader has its own copy for any interpreter.
Prints the wheel's path. (The format: packaging.python.org, Binary distribution format.)
"""

import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path

METADATA = """\
Metadata-Version: 2.1
Name: skald
Version: {version}
Summary: bench for federated Bayesian sampling and private federated optimisation
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: skald\nRoot-Is-Purelib: false\nTag: {tag}\n"
PACKAGE = Path("lib/python3/dist-packages/skald")


def places(path, data):
    """Yield where a file of the prefix is in the wheel."""
    if path.is_relative_to(PACKAGE):
        inner = path.relative_to(PACKAGE.parent)
        yield str(inner)
        yield f"{data}/data/lib/skald/python/{inner}"
    elif path.parent == Path("bin"):
        yield f"{data}/scripts/{path.name}"
    else:
        yield f"{data}/data/{path}"


def make(prefix, version, folder):
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info, data = f"skald-{version}.dist-info", f"skald-{version}.data"
    contents = {}
    for file in sorted(prefix.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            for place in places(file.relative_to(prefix), data):
                contents[place] = file.read_bytes()
    contents[f"{info}/METADATA"] = METADATA.format(version=version).encode()
    contents[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = ""
    for place, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{place},sha256={digest},{len(content)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = folder / f"skald-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, content in contents.items():
            entry = zipfile.ZipInfo(place)  # with a date that is always the same
            entry.external_attr = (0o100755 if "/scripts/" in place else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
