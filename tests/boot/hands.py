"""In the machine: presses lines, runs commands, and answers; a JSON object a line, over a wire.
An answer has the number of its order, so one that nobody waited for is not taken for another's.

Laid into the Debian by `table.py` and started by systemd, with the Python of the system.
"""

import base64
import io
import json
import subprocess
import sys
import time
from pathlib import Path

WIRE = "/dev/ttyS1"
BANK = Path("/sys/kernel/config/gpio-sim/header")


def lines() -> Path:
    """Where the levels of the header's lines are."""
    device = (BANK / "dev_name").read_text().strip()
    return Path("/sys/devices/platform") / device / (BANK / "bank0/chip_name").read_text().strip()


def pull(line: int, down: bool) -> None:
    (lines() / f"sim_gpio{line}/pull").write_text("pull-down" if down else "pull-up")


def text(path: str) -> "str | None":
    """A file up to its first zero byte, None without one."""
    try:
        return Path(path).read_bytes().partition(b"\0")[0].decode(errors="replace")
    except FileNotFoundError:
        return None


def packed(folder: str) -> str:
    """A folder with all that is in it, as a tar.gz in base64."""
    import tarfile

    pack = io.BytesIO()
    with tarfile.open(fileobj=pack, mode="w:gz", compresslevel=1) as tar:
        tar.add(folder, ".")
    return base64.b64encode(pack.getvalue()).decode()


def done(order: dict) -> dict:  # type: ignore[type-arg]
    match order["do"]:
        case "press":
            pull(order["line"], True)
            time.sleep(order["held_s"])
            pull(order["line"], False)
            return {}
        case "level":
            return {"level": int((lines() / f"sim_gpio{order['line']}/value").read_text())}
        case "read":
            return {"text": text(order["path"])}
        case "pack":
            return {"tar": packed(order["path"])}
        case "lay":
            Path(order["path"]).write_bytes(base64.b64decode(order["data"]))
            return {}
        case "time":
            return {"now_ns": time.monotonic_ns()}
        case "run":
            ran = subprocess.run(
                order["words"], capture_output=True, text=True, errors="replace", check=False,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            return {"status": ran.returncode, "out": ran.stdout, "err": ran.stderr}
    raise ValueError(order)


def main() -> None:
    """Answer until the machine ends."""
    subprocess.run(["stty", "-F", WIRE, "raw", "-echo"], check=True)
    for line in range(28):
        pull(line, False)
    with open(WIRE, "rb", buffering=0) as orders, open(WIRE, "wb", buffering=0) as answers:
        answers.write(b'{"ready": true}\n')
        whole = b""
        while True:
            whole += orders.read(4096)
            while b"\n" in whole:
                order, _, whole = whole.partition(b"\n")
                read = json.loads(order)
                try:
                    answer = done(read)
                except Exception as error:  # noqa: BLE001 - whatever it was, it is told
                    answer = {"failed": repr(error)}
                text = json.dumps({**answer, "number": read["number"]}).encode() + b"\n"
                while text:
                    text = text[answers.write(text) or 0 :]


if __name__ == "__main__":
    sys.exit(main())
