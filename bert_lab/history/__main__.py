"""Train the systems that D2L's history names, and store each in a folder of its own."""

import sys

from bert_lab.history import SYSTEMS, load_system, train_system
from bert_lab.history.registry import WEIGHTS, find_system, save_system
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.values import new_folder_name

NAMES = [name for name in SYSTEMS if name != "bert"]  # which has a command of its own


def build_parser() -> Command:
    parser = Command("bert_lab.history", __doc__)
    parser.add_argument("folder", metavar="FOLDER", type=new_folder_name)
    return parser


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    folder = parser.parse_args(argv).folder
    with parser.work(lambda: "with the systems that aren't there yet"):
        for name in sorted(NAMES, key=lambda name: find_system(name).needs is not None):
            if (folder / name / WEIGHTS).is_file():
                continue
            needs = find_system(name).needs
            system = train_system(name, needed=load_system(needs, folder) if needs else None)
            save_system(system, folder / name, {"command": parser.line(argv)})


if __name__ == "__main__":
    call(main)
