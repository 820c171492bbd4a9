#!/usr/bin/python3
"""stand_ins.py FOLDER: writes small files in the formats and at the places of the public data sets
MNIST, Fashion-MNIST and CIFAR-10, with random pixels."""
import gzip
import random
import struct
import sys
from pathlib import Path

folder = Path(sys.argv[1])
random.seed(1)


def write_idx(name, rows):
    labels = bytes(row % 10 for row in range(rows))
    images = random.randbytes(rows * 28 * 28)
    for kind, content, shape in (("images-idx3", images, (rows, 28, 28)),
                                 ("labels-idx1", labels, (rows,))):
        header = struct.pack(f">{1 + len(shape)}I", 0x800 + len(shape), *shape)
        path = folder / f"{name}-{kind}-ubyte.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(header + content, compresslevel=1))


def write_cifar(name, rows):
    path = folder / "cifar10" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(bytes([row % 10]) + random.randbytes(3072) for row in range(rows)))


for data in ("mnist", "fashion-mnist"):
    write_idx(f"{data}/train", 6000)
    write_idx(f"{data}/t10k", 1500)
for batch in range(1, 6):
    write_cifar(f"data_batch_{batch}.bin", 600)
write_cifar("test_batch.bin", 200)
