"""Bars for a terminal, in eighths of a column."""

from collections.abc import Sequence

from rich.text import Text

EIGHTHS = " ▏▎▍▌▋▊▉█"
HEIGHTS = " ▁▂▃▄▅▆▇█"
GAP = 2


def bars(rows: Sequence[tuple[str, float, str]], width: int, style: str = "cyan") -> list[Text]:
    """One line per ``(label, value, told)``: label, a bar as long as the value is great, and what is told of it."""
    label = max((len(name) for name, _, _ in rows), default=0)
    told = max((len(text) for _, _, text in rows), default=0)
    room = max(4, width - label - told - 2 * GAP)
    most = max((value for _, value, _ in rows), default=0)
    lines = []
    for name, value, text in rows:
        eighths = round(value / most * room * 8) if most else 0
        bar = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
        bar = bar or ("▏" if value else "")
        lines.append(Text.assemble((f"{name:<{label}}", "dim"), " " * GAP, (f"{bar:<{room}}", style), " " * GAP, text))
    return lines


def spark(values: Sequence[float], width: int) -> str:
    """Values as one line of columns, the newest ``width`` of them."""
    shown = values[-width:]
    most = max(shown, default=0)
    return "".join(HEIGHTS[0 if not value else max(1, round(value / most * 8))] for value in shown)
