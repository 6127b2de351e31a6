"""How well names and receivers are resolved, in one run.

    python bench/resolution.py --projects PROJECTS --packages PACKAGES --observed BUILD \
        --sites SITES.tsv --models MODELS --plain FOLDER... --mutate FOLDER... --bare FOLDER... \
        --why FOLDER...

Every part runs only when its sources are given; bench/README.md says how to supply them. Disagreements are printed with
file, line and column.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import receivers
from resolving.bare import measure
from resolving.chains import chains
from resolving.compare import KINDS, Result, compare
from resolving.mutants import failures
from resolving.observe import observe, runs
from resolving.plain import claimed, sources
from resolving.second_opinion import ask


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--projects", type=Path, help="one folder for each project of resolving/cases.yaml")
    parser.add_argument(
        "--packages", type=Path, action="append", default=[], help="where their dependencies are installed"
    )
    parser.add_argument(
        "--observed", type=Path, default=Path("build/observed"), help="keeps what was seen when code ran"
    )
    parser.add_argument("--cases", type=Path, help="other projects to run, a file like resolving/cases.yaml")
    parser.add_argument("--only", nargs="*", default=[], help="projects whose name contains one of these")
    parser.add_argument("--set", choices=("dev", "holdout"), help="projects of one set only")
    parser.add_argument("--sites", type=Path, help="attribute sites with the types seen (see receivers.py)")
    parser.add_argument("--models", type=Path, help="folder of the models that --sites names")
    parser.add_argument("--plain", type=Path, nargs="*", default=[], help="code that does not use torch")
    parser.add_argument("--mutate", type=Path, nargs="*", default=[], help="code to analyse as it is and made worse")
    parser.add_argument("--mutants", type=int, default=2, help="mutants of each file of --mutate")
    parser.add_argument(
        "--bare", type=Path, nargs="*", default=[], help="annotated code to analyse without annotations"
    )
    parser.add_argument("--why", type=Path, nargs="*", default=[], help="code whose chains of reasons are looked at")
    parser.add_argument("--most", type=int, default=2000, help="files of --plain and --mutate, and of each of --why")
    parser.add_argument(
        "--jedi", type=int, default=0, metavar="N", help="ask jedi of N receivers that are left undecided"
    )
    parser.add_argument("--quiet", action="store_true", help="figures only, no disagreements")
    return parser.parse_args()


def main() -> int:
    options = _arguments()
    if options.sites and options.models:
        print("== sites of known type")
        print("\n".join(receivers.measure(options.sites, options.models).lines()))
    if options.projects:
        _observed(options)
    if options.plain:
        files = sources(options.plain, options.most)
        found = list(claimed(files))
        print(f"== code without torch: {len(found)} uses in {len(files)} files")
        print("\n".join(f"    {line}" for line in found))
    for folder in options.bare:
        found = measure(folder)
        share = 100 * found.kept / max(1, found.known)
        print(f"== {folder.name} without annotations: {share:.1f}% of {found.known}, {len(found.other)} others claimed")
        if not options.quiet:
            print("\n".join([*(f"    lost {one}" for one in found.lost), *(f"    other {one}" for one in found.other)]))
    for folder in options.why:
        ends = chains(folder, sources([folder], options.most))
        print(f"== {folder.name}, why: {ends}")
        if not options.quiet:
            print("\n".join(f"    {one}" for one in ends.silent))
    if options.mutate:
        files = sources(options.mutate, options.most)
        bad = list(failures(files, options.mutants))
        counts = f"{len(files)} files and {len(files) * options.mutants} mutants of them"
        print(f"== exceptions, and files that nest too deeply: {len(bad)} in {counts}")
        for path, seed, error in bad:
            print(f"    {path} mutant {seed}\n{error}")
    return 0


def _observed(options: argparse.Namespace) -> None:
    seen = defaultdict(list)
    absent: dict[str, None] = {}
    for run in runs(options.cases):
        if options.only and not any(part in run.project for part in options.only):
            continue
        if options.set and run.holdout != (options.set == "holdout"):
            continue
        there = (options.projects / run.project).is_dir()
        packages = [str(p.absolute()) for p in options.packages]
        found = observe(run, options.projects, packages, options.observed) if there else None
        if found is None:
            absent[run.project] = None
            continue
        seen[(run.holdout, run.training, run.project)].append(found)
    if absent:
        print(f"not there: {', '.join(absent)}", file=sys.stderr)
    totals: dict[tuple[bool, bool], Result] = defaultdict(Result)
    for (holdout, training, project), found in sorted(seen.items()):
        result = compare(options.projects / project, found)
        totals[(holdout, training)].add(result)
        _show(f"{project}{' (scripts)' if training else ''}", result, options.quiet)
    for (holdout, training), result in sorted(totals.items()):
        title = f"== {'held out' if holdout else 'looked at'}, {'training scripts' if training else 'models'}"
        _show(title, result, True)
    if options.jedi:
        print(f"== {ask([line for result in totals.values() for line in result.disagreements], options.jedi)}")


def _show(title: str, result: Result, quiet: bool) -> None:
    print(f"{title}: {len(result.files)} files, {result.mixed} mixed places, {result.others.total()} other receivers")
    for kind in KINDS:
        print(f"  {kind:10} {result.scores[kind]}")
    if not quiet:
        for line in result.disagreements:
            print(f"    {line}")


if __name__ == "__main__":
    sys.exit(main())
