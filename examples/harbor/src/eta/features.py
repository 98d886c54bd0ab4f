"""Features of the arrival estimate (Tide)."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

ABBREVIATIONS = {"str.": "straße", "av.": "avenida", "pl.": "plaza"}
HOUSE_NUMBER = re.compile(r"(\d+)\s*[-–]\s*\d+")


@dataclass(frozen=True)
class ParcelState:
    carrier: str
    depot: str
    last_scan: datetime
    distance_km: float
    precipitation_mm: float


def normaliseAddress(raw: str) -> str:  # noqa: N802, the name is shared with Quay
    """One spelling for each address; keys only, labels keep the original."""
    text = unicodedata.normalize("NFC", raw).casefold()
    words = [ABBREVIATIONS.get(word, word) for word in text.split()]
    return HOUSE_NUMBER.sub(r"\1", " ".join(words))


def depot_load(counters: dict[str, int], depot: str, capacity: int) -> float:
    """Share of a depot's capacity that is waiting, clipped at two."""
    return min(2.0, counters.get(depot, 0) / max(capacity, 1))


def features(parcel: ParcelState, now: datetime, load: float) -> list[float]:
    minutes = (now - parcel.last_scan).total_seconds() / 60
    angle = 2 * math.pi * now.hour / 24
    return [
        minutes,
        parcel.distance_km,
        parcel.precipitation_mm,
        load,
        math.sin(angle),
        math.cos(angle),
        float(now.weekday()),
    ]


def eta_quantile(model, row: list[float], quantile: float) -> float:
    """Minutes from now; p90 is never below p50."""
    p50, p90 = sorted(float(m.predict([row])[0]) for m in (model.p50, model.p90))
    return p90 if quantile > 0.5 else p50
