"""Random series as iCalendar text, each with a window and the instances that the oracle finds in it: one JSON object a
line on stdout. Usage: generate.py SEED FIRST AFTER-LAST. Needs Python's standard library, and the package tzdata where the system
has no zone database."""

import json
import random
import sys
from datetime import datetime, timedelta

from series import UTC, Length, ZoneInfo, instances, instant, local_of, original_starts

ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/St_Johns",
    "Europe/Dublin",
    "UTC",
]
# hours around DST changes, which are generated on purpose
CHANGES = [(2025, 3, 30), (2025, 10, 26), (2026, 3, 8), (2026, 11, 1), (2026, 3, 29), (2017, 10, 15), (2025, 10, 5)]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def some(rng, values, most):
    return sorted(rng.sample(list(values), rng.randint(1, most)))


def signed(rng, high, most):
    return some(rng, [n for n in range(-high, high + 1) if n != 0], most)


def rule_parts(rng, freq, start):
    parts = {}
    maybe = lambda chance: rng.random() < chance
    if maybe(0.4) and freq in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY"):
        ordinals = freq in ("YEARLY", "MONTHLY") and maybe(0.5)
        week = lambda: rng.choice([1, 2, 3, 4, 5, -1, -2]) if ordinals else ""
        parts["BYDAY"] = [f"{week()}{day}" for day in rng.sample(WEEKDAYS, rng.randint(1, 3))]
    if maybe(0.25):
        parts["BYMONTH"] = some(rng, range(1, 13), 4)
    if maybe(0.25) and freq != "WEEKLY":
        parts["BYMONTHDAY"] = signed(rng, 31, 3)
    if maybe(0.08) and freq in ("YEARLY", "HOURLY"):
        parts["BYYEARDAY"] = signed(rng, 366, 4)
    if maybe(0.12) and freq == "YEARLY" and not any(str(one)[0] in "-12345" for one in parts.get("BYDAY", [])):
        parts["BYWEEKNO"] = signed(rng, 53, 3)
        for name in ("BYMONTH", "BYMONTHDAY", "BYYEARDAY"):
            parts.pop(name, None)
    return parts


def time_parts(rng, freq, parts):
    maybe = lambda chance: rng.random() < chance
    if maybe(0.15):
        parts["BYHOUR"] = some(rng, range(24), 3)
    if maybe(0.15):
        parts["BYMINUTE"] = some(rng, [0, 15, 30, 45, 59], 2)
    if maybe(0.05):
        parts["BYSECOND"] = some(rng, [0, 1, 30], 2)
    return parts


def rule_text(rng, start, all_day, zone, is_ex=False):
    freqs = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]
    freq = rng.choice(freqs if all_day or is_ex else freqs * 2 + ["HOURLY", "MINUTELY"])
    parts = rule_parts(rng, freq, start)
    if not all_day:
        time_parts(rng, freq, parts)
    if parts and rng.random() < 0.15:
        parts["BYSETPOS"] = signed(rng, 4, 2)
    interval = 1 if "BYWEEKNO" in parts else rng.choice([1, 1, 1, 2, 3, 5])
    if freq == "MINUTELY":
        interval = rng.choice([7, 15, 30, 45])
    text = [f"FREQ={freq}"] + ([f"INTERVAL={interval}"] if interval > 1 else [])
    if rng.random() < 0.2:
        text.append(f"WKST={rng.choice(WEEKDAYS)}")
    text += [f"{name}={','.join(map(str, values))}" for name, values in parts.items()]
    end = rng.random()
    if end < 0.35 and not is_ex:
        text.append(f"COUNT={rng.randint(1, 60)}")
    elif end < 0.6:
        span = timedelta(days=3) if freq == "MINUTELY" else timedelta(days=rng.randint(1, 700))
        text.append("UNTIL=" + until_text(rng, start + span, all_day, zone))
    return ";".join(text)


def until_text(rng, local, all_day, zone):
    if all_day or rng.random() < 0.2:
        return local.strftime("%Y%m%d")
    return utc_text(instant(local, zone))


def utc_text(seconds):
    return local_of(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


class Writer:
    """Times as written in a content line."""

    def __init__(self, rng, all_day, tzid, zone):
        self.rng, self.all_day, self.tzid, self.zone = rng, all_day, tzid, zone

    def local(self, name, local):
        if self.all_day:
            return f"{name};VALUE=DATE:{local:%Y%m%d}"
        return f"{name}:{local:%Y%m%dT%H%M%S}Z" if self.tzid == "UTC" else f"{name};TZID={self.tzid}:{local:%Y%m%dT%H%M%S}"

    def at(self, name, seconds, local_only=False):
        """An instant: in UTC if no local time can express it, and sometimes at random."""
        local = local_of(seconds, self.zone)
        exact = instant(local, self.zone) == seconds
        if self.all_day or (exact and (local_only or self.rng.random() < 0.7)):
            return self.local(name, local)
        return f"{name}:{utc_text(seconds)}"


def duration_text(length):
    days = f"{length.days}D" if length.days else ""
    return f"P{days}T{length.seconds}S" if length.seconds or not days else f"P{days}"


def a_start(rng, all_day):
    if rng.random() < 0.3:
        day = datetime(*rng.choice(CHANGES)) + timedelta(days=rng.choice([0, 0, -1, -7, -14]))
    else:
        day = datetime(2011, 12, 1) + timedelta(days=rng.randint(0, 365 * 15))
    if all_day:
        return day
    return day + timedelta(hours=rng.choice([0, 1, 2, 2, 3, rng.randint(0, 23)]), minutes=rng.choice([0, 15, 30, 45]))


def a_length(rng, all_day):
    if all_day:
        return Length(0, rng.choice([1, 1, 2, 7]))
    kind = rng.random()
    if kind < 0.2:
        return Length(rng.choice([0, 0, 3600]), rng.choice([1, 2, 7]))
    return Length(rng.choice([0, 900, 3600, 5400, 7200, 86400, 90000]))


def an_override(rng, original, series, all_day):
    zone = series["zone"]
    onward = rng.random() < 0.25
    shift = rng.choice([0, 0, 86400, -86400, 2 * 86400] if all_day else [0, 900, -3600, 3600, 86400, -2 * 86400])
    if onward:
        start = instant(local_of(original, zone) + timedelta(seconds=shift), zone)
    else:
        start = original + shift
        if all_day:
            start = instant(local_of(original, zone) + timedelta(seconds=shift), zone)
    # a recurring event follows the clock of its zone, so a local time must express its start
    onward = onward and instant(local_of(start, zone), zone) == start
    length = series["length"] if rng.random() < 0.6 else a_length(rng, all_day)
    if length.days and not all_day and instant(local_of(start, zone), zone) != start:
        length = Length(3600)  # calendar days need a zone, but this start is written in UTC
    return {"original": original, "start": start, "length": length, "onward": onward, "cancelled": rng.random() < 0.15}


def a_series(rng):
    all_day = rng.random() < 0.2
    tzid = "UTC" if all_day else rng.choice(ZONES)
    zone = ZoneInfo(tzid)
    start = a_start(rng, all_day)
    rules = [rule_text(rng, start, all_day, zone) for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 1, 2]))]
    series = {"all_day": all_day, "zone": zone, "tzid": tzid, "start": start, "length": a_length(rng, all_day)}
    series |= {"rules": rules, "rdates": [], "exdates": [], "exdays": [], "exrules": [], "overrides": []}
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        shift = timedelta(days=rng.randint(0, 60), minutes=0 if all_day else rng.choice([0, 30, 90]))
        series["rdates"].append(start + shift)
    if rules and rng.random() < 0.05:
        series["exrules"].append(rule_text(rng, start, all_day, zone, is_ex=True))
    return series


def is_fine(rules):
    return any("FREQ=MINUTELY" in text for text in rules)


def add_exceptions(rng, series, window):
    """EXDATEs and overrides of existing instances."""
    last = local_of(window[1], series["zone"]) + timedelta(days=5)
    originals = [one for one in original_starts(series, last) if one >= window[0] - 30 * 86400][:200]
    rng.shuffle(originals)
    zone = series["zone"]
    for _ in range(rng.choice([0, 0, 1, 2, 4])):
        if originals:
            one = originals.pop()
            local = local_of(one, zone)
            if instant(local, zone) != one:
                continue
            if not series["all_day"] and rng.random() < 0.15:
                series["exdays"].append(local.date())
            else:
                series["exdates"].append(local)
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        free = [one for one in originals if local_of(one, zone).date() not in series["exdays"]]
        if free:
            originals.remove(free[-1])
            series["overrides"].append(an_override(rng, free[-1], series, series["all_day"]))


def component(writer, series, start, length, lines, local_only):
    zone = series["zone"]
    text = ["BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", *lines, writer.at("DTSTART", start, local_only or length.days > 0)]
    if series["all_day"] and writer.rng.random() < 0.5:
        return [*text, writer.at("DTEND", start + length.days * 86400), "END:VEVENT"]
    if length.days or writer.rng.random() < 0.3:
        text.append(f"DURATION:{duration_text(length)}")
    elif length.seconds:
        text.append(writer.at("DTEND", length.end(start, zone)))
    return [*text, "END:VEVENT"]


def ics(rng, series):
    writer = Writer(rng, series["all_day"], series["tzid"], series["zone"])
    lines = [f"RRULE:{text}" for text in series["rules"]] + [f"EXRULE:{text}" for text in series["exrules"]]
    lines += [writer.local("RDATE", one) for one in series["rdates"]]
    lines += [writer.local("EXDATE", one) for one in series["exdates"]]
    lines += [f"EXDATE;VALUE=DATE:{one:%Y%m%d}" for one in series["exdays"]]
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//oracle//EN"]
    text += component(writer, series, instant(series["start"], series["zone"]), series["length"], lines, True)
    for one in series["overrides"]:
        name = "RECURRENCE-ID;RANGE=THISANDFUTURE" if one["onward"] else "RECURRENCE-ID"
        own = [writer.at(name, one["original"])] + (["STATUS:CANCELLED"] if one["cancelled"] else [])
        text += component(writer, series, one["start"], one["length"], own, one["onward"])
    return "\r\n".join([*text, "END:VCALENDAR", ""])


def case(rng):
    while True:
        series = a_series(rng)
        # DTSTART itself must be expressible
        begin = instant(series["start"], series["zone"])
        if series["all_day"] or local_of(begin, series["zone"]) == series["start"]:
            break
    far = 4 if is_fine(series["rules"]) else 500
    low = begin + rng.randint(-3, far) * 86400
    span = rng.choice([1, 3] if is_fine(series["rules"]) else [2, 40, 400])
    window = (low, low + span * 86400)
    add_exceptions(rng, series, window)
    return {"ics": ics(rng, series), "window": window, "expected": instances(series, window)}


def main(seed, first, after):
    for index in range(first, after):
        print(json.dumps(case(random.Random(f"{seed}/{index}"))))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
