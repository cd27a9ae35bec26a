"""What the guides say is so: links lead somewhere, commands are taken, drawings are up to date.

Every law is a function from a guide's text to what is wrong in it, so that the same function judges
the guides and the faults planted at the end of this file.
"""

import ast
import errno
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from device import config, folders
from device.dispatch import COMMANDS
from device.language import language
from tests.device.shell import ROOT, ratscrew

GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = [str(guide.relative_to(ROOT)) for guide in GUIDES]
LEAST_LETTERS = 7
"""Of a line, besides what is filled in; fewer would fit everything."""
SPEAKERS = {
    "`ratscrew doctor`": ("device/checks/*.py", "hal/chips.py"),
    "`ratscrew buttons`": ("device/button_report.py",),
    "`wiring.toml`": ("device/cabling.py",),
    "At the table": (
        *("device/ahead.py", "device/complaint.py", "device/headline.py", "device/keeper.py"),
        *("device/parts.py", "device/scores_trouble.py", "device/stage.py", "device/standstill.py"),
        "hal/reader.py",
    ),
}
"""Who tells the lines that are explained under a heading."""
ONE_WORD = ("bus", "file", "folder", "n", "user", "version")
"""What is filled in under these names has no space."""
FOREIGN = ("file is not a database", "kmsdrm not available")
"""Reasons that neither this program nor the system gives, but a library."""
BAD = ("fault", "warning", "grade", "_blind")
"""What a check calls with a line that is bad news, and last with what to do."""
BUILDING = ROOT / "docs" / "build-a-table.md"
USER_DATA = ROOT / "deploy" / "user-data.yaml"
INSTALLER = ROOT / "deploy" / "install.sh"
PLAYING = ROOT / "docs" / "playing.md"


@cache
def help_of(command: str) -> str:
    """What a command says that it takes."""
    return ratscrew(command, "--help").out


def dead_links(text: str, folder: Path) -> Iterator[str]:
    """Links into the project that lead nowhere; a heading counts as a place of its file."""
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _hash, place = link.partition("#")
        target = folder / name
        if not target.exists() or (place and not has_place(target if name else text, place)):
            yield link


def has_place(guide: Path | str, place: str) -> bool:
    """Whether a guide has a heading that a link calls so."""
    text = guide.read_text("utf-8") if isinstance(guide, Path) else guide
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return place in {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def calls(text: str) -> Iterator[list[str]]:
    """The words behind `ratscrew` in every call of it, and those that `make play` hands on."""
    for call in re.findall(r'^make play ARGS="(.*)"', text, re.MULTILINE):
        yield ["play", *call.split()]
    for line in [*re.findall(r"`([^`\n]+)`", text), *text.splitlines()]:
        found = re.match(r"(?:[$>] )?(?:sudo (?:-u \S+ )?)?(?:[\w./]*/)?ratscrew(?: (.*))?$", line)
        if found:
            yield (found[1] or "").partition("#")[0].split()


def untaken(text: str) -> Iterator[str]:
    """Calls of a command that is none, or with an option that it does not take."""
    for words in calls(text):
        options = [word.partition("=")[0] for word in words if word.startswith("--")]
        command = words[0] if words and not words[0].startswith("-") else "play"
        if command.isupper():  # any command
            continue
        known = re.findall(r"--[a-z-]+", help_of(command)) if command in COMMANDS else []
        if not known or any(option not in known for option in options):
            yield " ".join(words)


def unmade(text: str) -> Iterator[str]:
    """`make` with a target that the Makefile lacks."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for target in re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", text, re.MULTILINE):
        if "".join(target) not in targets:
            yield "".join(target)


def missing(text: str) -> Iterator[str]:
    """Files of the project that are named by their place, here or where it is installed from."""
    for name in re.findall(r"(?<![\w.])(?:/usr/local/src/ratscrew/)?(deploy/[\w./-]*\w)", text):
        if not (ROOT / name).exists():
            yield name


def refused(text: str) -> Iterator[str]:
    """Options of the installer that it does not know."""
    usage = re.search(r"<<'TEXT'\n(.*?)TEXT", INSTALLER.read_text("utf-8"), re.DOTALL)
    known = re.findall(r"--[a-z-]+", usage[1] if usage else "")
    for words in re.findall(r"deploy/install\.sh((?: --?[\w-]+| [0-9]+)+)", text):
        yield from (word for word in words.split() if word.startswith("-") and word not in known)


@cache
def told(*places: str) -> tuple[re.Pattern[str], ...]:
    """Every line that these files of the program can tell."""
    found = set()
    for path in (path for place in places for path in ROOT.glob(place)):
        found.update(lines_in(ast.parse(path.read_text("utf-8"))))
    return tuple(map(pattern, sorted(found)))


def lines_in(tree: ast.AST) -> Iterator[str]:
    """The lines in a piece of code; between NULs the names of what is filled in.

    Of a line that goes on behind a semicolon with what to do, the first part is a line, too.
    """
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            line = "" if id(node) in remarks else re.sub(r"{(\w+)}", "\0\\1\0", node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [getattr(part, "value", None) for part in node.values]
            line = "".join(part if isinstance(part, str) else f"\0{name(part)}\0" for part in parts)
        for part in (line.strip(), line.partition(";")[0].strip()):
            letters = re.sub("\0.*?\0", "", part)
            if "\n" not in part and sum(map(str.isalpha, letters)) >= LEAST_LETTERS:
                yield part


def name(filled: object) -> str:
    """What is filled in, by its last name."""
    return getattr(filled, "attr", getattr(filled, "id", ""))


def pattern(line: str) -> re.Pattern[str]:
    """What a line may look like; a reason that it gives is a group."""
    ends = line.endswith("\0why\0")
    shapes = dict.fromkeys(ONE_WORD, r"\S+") | {"why": "(.+)" if ends else "[^;]+"}
    words = re.split("\0(.*?)\0", line)
    filled = [shapes.get(word, "[^;]+") for word in words[1::2]]
    literal = [re.escape(word) for word in words[::2]]
    return re.compile("".join(map("".join, zip(literal, [*filled, ""], strict=True))))


def is_reason(why: str) -> bool:
    """Whether something may be the reason of a trouble: the system's, a library's, or ours."""
    system = [os.strerror(number) for number in errno.errorcode]
    ours = told("device/**/*.py", "hal/*.py")
    return why in (*system, *FOREIGN) or any(line.fullmatch(why) for line in ours)


def explained(text: str) -> Iterator[tuple[str, str]]:
    """The lines that a guide says the program tells, each with the heading it stands under."""
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE):
        heading = section.partition("\n")[0]
        for table in re.findall(
            r"^\| it says .*\n\|[-:| ]+\n((?:\|.*\n?)+)", section, re.MULTILINE
        ):
            for row in table.splitlines():
                yield heading, row.split("|")[1].strip().strip("`")


def untold(text: str) -> Iterator[str]:
    """Lines that a guide explains, and that who speaks there does not tell."""
    for heading, said in explained(text):
        found = [line.fullmatch(said) for line in told(*SPEAKERS.get(heading, ()))]
        if not any(match and all(map(is_reason, match.groups())) for match in found):
            yield said


def unexplained(text: str) -> Iterator[str]:
    """What `ratscrew doctor` can find to be wrong, and a guide does not explain."""
    said = [line for _heading, line in explained(text)]
    for path in sorted((ROOT / "device" / "checks").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in BAD:
                lines = list(lines_in(ast.Tuple(call.args[:-1])))
                if lines and not any(pattern(line).fullmatch(s) for line in lines for s in said):
                    yield lines[0]


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_line_that_is_explained_is_told(guide: Path) -> None:
    assert list(untold(guide.read_text("utf-8"))) == []


def test_everything_that_the_doctor_finds_is_explained() -> None:
    assert list(unexplained(BUILDING.read_text("utf-8"))) == []


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_link_leads_somewhere(guide: Path) -> None:
    assert list(dead_links(guide.read_text("utf-8"), guide.parent)) == []


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_call_is_taken(guide: Path) -> None:
    text = guide.read_text("utf-8")
    assert list(untaken(text)) == []
    assert list(unmade(text)) == []


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_guide_is_found_from_the_readme(guide: Path) -> None:
    found, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in found:
            continue
        found.add(page)
        links = re.findall(r"\]\(([^)\s#]+\.md)", page.read_text("utf-8"))
        todo += [(page.parent / link).resolve() for link in links if "://" not in link]
    assert guide in found


def test_the_first_start_runs_what_is_there() -> None:
    text = USER_DATA.read_text("utf-8")
    assert text.startswith("#cloud-config\n")
    for command in yaml.safe_load(text)["runcmd"]:
        assert all(isinstance(word, str) for word in command)
    assert list(missing(text)) == []


def test_every_piece_of_yaml_can_be_read() -> None:
    for guide in GUIDES:
        for block in re.findall(r"```yaml\n(.*?)```", dedent(guide.read_text("utf-8")), re.DOTALL):
            assert [part for part in yaml.safe_load_all(dedent(block)) if part], block


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_file_that_is_run_is_there(guide: Path) -> None:
    assert list(missing(guide.read_text("utf-8"))) == []
    assert list(refused(guide.read_text("utf-8"))) == []


def test_what_make_can_do_stands_in_two_columns() -> None:
    run = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, check=True)
    told = run.stdout.decode().splitlines()
    begun = {len(line) - len(re.sub(r"^make \S+ +", "", line)) for line in told}
    assert (len(told) > 5, len(begun)) == (True, 1)


def test_the_readme_is_read_in_two_minutes_or_little_more() -> None:
    prose = re.sub(r"```.*?```", "", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)
    assert len(prose.split()) <= 900


def test_the_settings_that_the_guide_shows_can_be_read(tmp_path: Path) -> None:
    [block] = re.findall(r"```toml\n(.*?)```", PLAYING.read_text("utf-8"), re.DOTALL)
    (tmp_path / folders.FILE).write_text(block, "utf-8")
    assert config.read(tmp_path / folders.FILE, language("en")).rules.burn == 2
    assert [key for key in config.KEYS if not re.search(rf"^\[?{key}\b", block, re.MULTILINE)] == []


def test_the_drawing_is_what_the_command_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    drawn = tmp_path / "wiring.svg"
    ended = ratscrew("wiring", "--svg", drawn, "--config", tmp_path)
    assert ended.status == 0
    assert drawn.read_bytes() == (ROOT / "docs" / "wiring.svg").read_bytes()


# --- The laws themselves: a planted fault is found -----------------------------------------------


def row(heading: str, said: str) -> str:
    """A guide that explains one line."""
    return f"# {heading}\n\n| it says | do |\n|---|---|\n| `{said}` | run |\n"


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (lambda text: dead_links(text, ROOT), "see [here](docs/nowhere.md)"),
        (lambda text: dead_links(text, ROOT), "see [here](README.md#nowhere)"),
        (untaken, "ask `ratscrew docter`"),
        (untaken, "```sh\n.venv/bin/ratscrew scores --forgt Anna\n```"),
        (untaken, "```sh\nsudo -u ratscrew /opt/ratscrew/bin/ratscrew wirings\n```"),
        (untaken, 'make play ARGS="--seat Anna"'),
        (unmade, "run `make benches`"),
        (missing, "run `sudo deploy/instal.sh` there"),
        (refused, "run `sudo deploy/install.sh --power-button 11 --pruge`"),
        (missing, "- [/usr/local/src/ratscrew/deploy/nothing.sh]"),
        (lambda text: unexplained(BUILDING.read_text("utf-8").replace(text, "")), "pygame-ce is m"),
        (untold, row("At the table", "the button is on fire")),
        (untold, row("Somewhere else", "button is stuck")),
        (untold, row("At the table", "Swapped: slap ▲ 1 and flip ▲ 1")),
        (untold, row("`ratscrew buttons`", "Swapped: slap with flip")),
        (untold, row("`ratscrew doctor`", "gpiod is 1.6; needed: 3.1 or later")),
        (untold, row("`ratscrew doctor`", "pygame-cee is missing")),
        (untold, row("`ratscrew doctor`", "anna may not use the grafics in /dev/dri")),
        (untold, row("At the table", "Not safe from a power cut: the disk is on fire")),
    ],
)
def test_a_planted_fault_is_found(law: object, text: str) -> None:
    assert callable(law)
    assert len(list(law(text))) == 1
