"""Translate the labels of a drawing and keep them centred on their lines."""

import html
import re
from collections.abc import Iterator, Mapping

TEXT = re.compile(r'<text x="([\d.-]+)" y="([\d.-]+)"([^>]*)>(.*?)</text>')
LINE = (14, 16)  # from one line of a label to the next; to another label it is further
HEIGHT = 15.6
WORDS = re.compile(r"[A-Za-z]{2}")


def _labels(svg: str) -> Iterator[tuple[list[re.Match], str]]:
    """The labels; one that spans several lines counts once."""
    groups: list[list[re.Match]] = []
    for found in TEXT.finditer(svg):
        last = groups[-1][-1] if groups else None
        goes_on = (
            last
            and (found[1], found[3]) == (last[1], last[3])
            and "rotate" not in found[3]
            and LINE[0] <= float(found[2]) - float(last[2]) <= LINE[1]
            and not svg[last.end() : found.start()].strip()
        )
        if goes_on:
            groups[-1].append(found)
        else:
            groups.append([found])
    for group in groups:
        yield group, " ".join(html.unescape(line[4]) for line in group)


def words(svg: str) -> list[str]:
    """The texts of its labels, without duplicates."""
    found = (text for _group, text in _labels(svg))
    return list(dict.fromkeys(text for text in found if WORDS.search(text) and "<" not in text))


def translated(svg: str, own: Mapping[str, str]) -> str:
    """The drawing with its `own` words, {English: translation}."""
    pieces, at = [], 0
    for group, text in _labels(svg):
        if text not in own:
            continue
        room = max(_ems(html.unescape(line[4])) for line in group)
        lines = _broken(own[text], room, len(group))
        x, middle = group[0][1], (float(group[0][2]) + float(group[-1][2])) / 2
        tops = (middle + HEIGHT * (i - (len(lines) - 1) / 2) for i in range(len(lines)))
        new = "\n".join(
            f'<text x="{x}" y="{top:.1f}"{group[0][3]}>{html.escape(line, quote=False)}</text>'
            for top, line in zip(tops, lines, strict=True)
        )
        pieces += [svg[at : group[0].start()], new]
        at = group[-1].end()
    return "".join(pieces) + svg[at:]


def _ems(text: str) -> float:
    """Roughly the width in em at which a browser would set the text."""
    return sum(1 if ord(letter) > 0x2E7F else 0.53 for letter in text)


def _broken(text: str, room: float, most: int) -> list[str]:
    lines = [""]
    for piece in re.findall(r"[ -~]+|.", text):
        if lines[-1] and _ems(lines[-1] + piece) > room * 1.15 and len(lines) < most:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]
