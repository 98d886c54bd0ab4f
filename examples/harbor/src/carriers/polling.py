"""When to ask carriers that have no webhooks."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import Enum

logger = logging.getLogger(__name__)


class CanonicalState(Enum):
    ANNOUNCED = "announced"
    LABEL_CREATED = "label_created"
    IN_TRANSIT = "in_transit"
    CUSTOMS = "customs"
    OUT_FOR_DELIVERY = "out_for_delivery"
    DELIVERED = "delivered"


INTERVALS = {
    CanonicalState.LABEL_CREATED: timedelta(hours=12),
    CanonicalState.IN_TRANSIT: timedelta(hours=2),
    CanonicalState.CUSTOMS: timedelta(hours=6),
    CanonicalState.OUT_FOR_DELIVERY: timedelta(minutes=10),
    CanonicalState.DELIVERED: timedelta(days=3),
}


def next_poll(state: CanonicalState, last: datetime, used: int, quota: int) -> datetime:
    """Intervals stretch by half when the day's quota runs low."""
    interval = INTERVALS.get(state, timedelta(hours=12))
    if quota and used / quota > 0.8:
        interval *= 1.5
    return last + interval


def redactPhone(number: str) -> str:  # noqa: N802
    """Keep the country code and the last two digits."""
    digits = number.replace(" ", "")
    if len(digits) < 6:
        return "…"
    return f"{digits[:3]}…{digits[-2:]}"


def describe(rows: list[dict]) -> str:
    lines = []
    for index, row in enumerate(rows):
        lines.append(f"{index:>4} {row.get('carrier', '?'):<12} {redactPhone(row['phone'])}")
    logger.debug("described %d rows", len(rows))
    return "\n".join(lines)
