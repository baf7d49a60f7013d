"""The recurrence set of a series (RFC 5545 section 3.8.5): rules, RDATE, EXDATE, EXRULE, overrides, in instants."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from rules import Rule

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
UTC = ZoneInfo("UTC")


def instant(local, zone):
    """Seconds since 1970 of a local time: a repeated one is its first occurrence, one in a gap uses the offset before it
    (section 3.3.5), as does fold=0 in Python."""
    return int((local.replace(tzinfo=zone, fold=0).astimezone(timezone.utc) - EPOCH).total_seconds())


def local_of(seconds, zone):
    return (EPOCH + timedelta(seconds=seconds)).astimezone(zone).replace(tzinfo=None, fold=0)


def until_of(rule_text, all_day, zone):
    value = dict(part.split("=") for part in rule_text.split(";")).get("UNTIL")
    if value is None:
        return lambda local: True
    if "T" not in value:
        last = datetime.strptime(value, "%Y%m%d").date()
        return lambda local: local.date() <= last
    if value.endswith("Z"):
        last = int((datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc) - EPOCH).total_seconds())
        return lambda local: instant(local, zone) <= last
    last_local = datetime.strptime(value, "%Y%m%dT%H%M%S")
    return lambda local: local <= last_local


class Length:
    """A length: exact seconds, or nominal days and exact seconds (sections 3.3.6 and 3.8.5.3)."""

    def __init__(self, seconds, days=0):
        self.seconds, self.days = seconds, days

    def end(self, start, zone):
        if self.days == 0:
            return start + self.seconds
        return instant(local_of(start, zone) + timedelta(days=self.days), zone) + self.seconds


def rule_starts(text, series, last):
    zone = series["zone"]
    rule = Rule(text, series["start"])
    until = until_of(text, series["all_day"], zone)
    return [instant(local, zone) for local in rule.local_starts(last, until)]


def original_starts(series, last):
    """Original starts before exceptions, in order."""
    starts = {instant(one, series["zone"]) for one in series["rdates"]}
    if not series["rules"]:
        starts.add(instant(series["start"], series["zone"]))
    for text in series["rules"]:
        starts.update(rule_starts(text, series, last))
    return sorted(starts)


def instances(series, window):
    """(start, end) in seconds of the instances that overlap the window, in order of start, without cancelled ones."""
    zone = series["zone"]
    # overrides may move instances into the window from far outside
    last = local_of(window[1], zone) + timedelta(days=40)
    excluded = {instant(one, zone) for one in series["exdates"]}
    excluded_days = set(series["exdays"])
    for text in series["exrules"]:
        excluded.update(rule_starts(text, series, last))
    overrides = {one["original"]: one for one in series["overrides"]}
    onward = sorted((one for one in series["overrides"] if one["onward"]), key=lambda one: one["original"])
    found = [(one["start"], one["length"].end(one["start"], zone)) for one in series["overrides"] if not one["cancelled"]]
    for original in original_starts(series, last):
        if original in overrides or original in excluded or local_of(original, zone).date() in excluded_days:
            continue
        before = [one for one in onward if one["original"] < original]
        if not before:
            found.append((original, series["length"].end(original, zone)))
        elif not before[-1]["cancelled"]:
            model = before[-1]
            shift = local_of(model["start"], zone) - local_of(model["original"], zone)
            start = instant(local_of(original, zone) + shift, zone)
            found.append((start, model["length"].end(start, zone)))
    low, high = window
    return sorted((start, end) for start, end in found if start < high and (end > low or (end == start and start >= low)))
