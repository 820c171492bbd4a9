#!/bin/bash
# check.bash SKALD STAND_INS GRID: the grid of a public configuration has no mistakes. It names its
# source. Data are stand-ins of stand_ins.py; those in HDF5 have none and may be missing, and
# nothing else.
set -u
skald=$1 data=$2 grid=$3
grep -q '"description": ".*https://' "$grid" || { echo "$grid names no source"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
images() {  # images SET: the options of its data set that name the stand-ins
  local folder="$data/$1"
  printf '"train_images": "%s", ' "$folder/train-images-idx3-ubyte.gz"
  printf '"train_labels": "%s", ' "$folder/train-labels-idx1-ubyte.gz"
  printf '"test_images": "%s", ' "$folder/t10k-images-idx3-ubyte.gz"
  printf '"test_labels": "%s"' "$folder/t10k-labels-idx1-ubyte.gz"
}
sed -e "s|\"plugin\": \"mnist\"|\"plugin\": \"idx\", $(images mnist)|" \
    -e "s|\"plugin\": \"fashion_mnist\"|\"plugin\": \"idx\", $(images fashion-mnist)|" \
    -e "s|\"plugin\": \"cifar\"|&, \"train_images\": \"$data/cifar10\", \
\"test_images\": \"$data/cifar10/test_batch.bin\"|" "$grid" > "$work/grid.json"
SKALD_DATA_DIR=$work "$skald" check "$work/grid.json" > "$work/answer" 2>&1
status=$?
cat "$work/answer"
[ $status -eq 0 ] && exit 0
[ $status -eq 3 ] && grep -q 'there is no file "data:\(fed_emnist\|stackoverflow\)/' "$work/answer"
