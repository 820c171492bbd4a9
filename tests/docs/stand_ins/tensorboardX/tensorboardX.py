"""What the recipe of docs/elsewhere.md calls of tensorboardX, written to files as lines: a stand-in
for where it is not installed. The signatures are tensorboardX's and torch.utils.tensorboard's."""
import json
import pathlib


class SummaryWriter:
    def __init__(self, logdir):
        folder = pathlib.Path(logdir)
        folder.mkdir(parents=True, exist_ok=True)
        self._file = open(folder / "events.jsonl", "w")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def add_scalar(self, tag, scalar_value, global_step=None):
        line = {"tag": tag, "value": float(scalar_value), "step": int(global_step)}
        print(json.dumps(line), file=self._file)
