"""RRULE expansion written from RFC 5545 section 3.3.10 alone: every day (or hour, minute, second) of every period is
checked and kept if each BYxxx part admits it. Deliberately slow and simple; shares no code with the product.

Interpretations where the RFC leaves a choice: docs/reference/recurrence.md.
"""

from datetime import date, datetime, time, timedelta

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]  # date.weekday(): Monday is 0
ONE_DAY = timedelta(days=1)


def parse(text):
    """The parts of a rule; lists of numbers, BYDAY as (ordinal or 0, weekday)."""
    rule = {}
    for part in text.split(";"):
        name, value = part.split("=")
        if name in ("FREQ", "UNTIL"):
            rule[name] = value
        elif name == "WKST":
            rule[name] = DAYS.index(value)
        elif name in ("INTERVAL", "COUNT"):
            rule[name] = int(value)
        elif name == "BYDAY":
            rule[name] = [(int(one[:-2] or 0), DAYS.index(one[-2:])) for one in value.split(",")]
        else:
            rule[name] = sorted(int(one) for one in value.split(","))
    return rule


def week_one(year, wkst):
    """First day of week 1: the first week with four days or more in the year."""
    fourth = date(year, 1, 4)
    return fourth - timedelta(days=(fourth.weekday() - wkst) % 7)


def week_number(day, wkst):
    """(week-year, number, number counted from the end) of a day."""
    year = day.year + 1 if day >= week_one(day.year + 1, wkst) else day.year
    if day < week_one(year, wkst):
        year -= 1
    first, following = week_one(year, wkst), week_one(year + 1, wkst)
    number = (day - first).days // 7 + 1
    return year, number, number - (following - first).days // 7 - 1


def month_length(day):
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return (following - date(day.year, day.month, 1)).days


def year_length(year):
    return (date(year + 1, 1, 1) - date(year, 1, 1)).days


def ordinal_matches(ordinal, day, in_year):
    index = day.timetuple().tm_yday if in_year else day.day
    length = year_length(day.year) if in_year else month_length(day)
    if ordinal > 0:
        return (index - 1) // 7 + 1 == ordinal
    return (length - index) // 7 + 1 == -ordinal


class Rule:
    def __init__(self, text, start):
        """`start`: DTSTART as a local datetime, midnight for a date."""
        self.rule = dict(parse(text))
        self.start = start
        self.freq = self.rule["FREQ"]
        self.interval = self.rule.get("INTERVAL", 1)
        self.wkst = self.rule.get("WKST", 0)
        # ordinals of BYDAY count within the month if the rule itself names months
        self.in_year = self.freq == "YEARLY" and "BYMONTH" not in self.rule
        self.complete()

    def has(self, *names):
        return any(name in self.rule for name in names)

    def complete(self):
        """Completes the rule from DTSTART, with and without BYDAY."""
        rule, start = self.rule, self.start
        if self.freq == "YEARLY" and not self.has("BYMONTH", "BYWEEKNO", "BYYEARDAY"):
            if self.has("BYMONTHDAY") or not self.has("BYDAY"):
                rule["BYMONTH"] = [start.month]
        if not self.has("BYDAY", "BYMONTHDAY", "BYYEARDAY"):
            if self.freq == "WEEKLY" or (self.freq == "YEARLY" and self.has("BYWEEKNO")):
                rule["BYDAY"] = [(0, start.weekday())]
            elif self.freq in ("YEARLY", "MONTHLY"):
                rule["BYMONTHDAY"] = [start.day]

    def admits(self, day):
        rule = self.rule
        if "BYMONTH" in rule and day.month not in rule["BYMONTH"]:
            return False
        if "BYWEEKNO" in rule:
            _, number, from_end = week_number(day, self.wkst)
            if number not in rule["BYWEEKNO"] and from_end not in rule["BYWEEKNO"]:
                return False
        if "BYYEARDAY" in rule:
            index = day.timetuple().tm_yday
            if index not in rule["BYYEARDAY"] and index - year_length(day.year) - 1 not in rule["BYYEARDAY"]:
                return False
        if "BYMONTHDAY" in rule:
            if day.day not in rule["BYMONTHDAY"] and day.day - month_length(day) - 1 not in rule["BYMONTHDAY"]:
                return False
        if "BYDAY" in rule:
            return any(
                day.weekday() == weekday and (ordinal == 0 or ordinal_matches(ordinal, day, self.in_year))
                for ordinal, weekday in rule["BYDAY"]
            )
        return True

    def days_of_period(self, index):
        """Days of the period `index` intervals after that of DTSTART."""
        start = self.start.date()
        if self.freq == "DAILY":
            return [start + timedelta(days=index * self.interval)]
        if self.freq == "WEEKLY":
            first = start - timedelta(days=(start.weekday() - self.wkst) % 7)
            first += timedelta(weeks=index * self.interval)
            return [first + timedelta(days=n) for n in range(7)]
        if self.freq == "MONTHLY":
            month = start.year * 12 + start.month - 1 + index * self.interval
            first = date(month // 12, month % 12 + 1, 1)
            return [first + timedelta(days=n) for n in range(month_length(first))]
        year = start.year + index * self.interval
        if self.has("BYWEEKNO"):
            year -= 1  # DTSTART may be in the week-year before its year; only rules for every year are generated
            first = week_one(year, self.wkst)
            return [first + timedelta(days=n) for n in range((week_one(year + 1, self.wkst) - first).days)]
        return [date(year, 1, 1) + timedelta(days=n) for n in range(year_length(year))]

    def times_of_day(self):
        start = self.start
        return [
            time(hour, minute, second)
            for hour in self.rule.get("BYHOUR", [start.hour])
            for minute in self.rule.get("BYMINUTE", [start.minute])
            for second in self.rule.get("BYSECOND", [start.second])
        ]

    def picked(self, members):
        positions = self.rule.get("BYSETPOS")
        if positions is None:
            return members
        count = len(members)
        indexes = {p - 1 if p > 0 else count + p for p in positions}
        return [one for index, one in enumerate(members) if index in indexes]

    def daily_periods(self, last):
        """Sets of local times, period by period, until one begins after `last`."""
        times = self.times_of_day()
        index = 0
        while True:
            days = self.days_of_period(index)
            if days[0] > last.date():
                return
            yield self.picked([datetime.combine(day, at) for day in days if self.admits(day) for at in times])
            index += 1

    def sub_daily_periods(self, last):
        unit = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1), "SECONDLY": timedelta(seconds=1)}[self.freq]
        zeroed = {"HOURLY": {"minute": 0, "second": 0}, "MINUTELY": {"second": 0}, "SECONDLY": {}}[self.freq]
        at = self.start.replace(**zeroed)
        while at <= last:
            rule = self.rule
            ok = self.admits(at.date()) and at.hour in rule.get("BYHOUR", [at.hour])
            minutes = rule.get("BYMINUTE", [self.start.minute]) if self.freq == "HOURLY" else [at.minute]
            seconds = rule.get("BYSECOND", [self.start.second]) if self.freq != "SECONDLY" else [at.second]
            if self.freq != "HOURLY":
                ok = ok and at.minute in rule.get("BYMINUTE", [at.minute])
            if self.freq == "SECONDLY":
                ok = ok and at.second in rule.get("BYSECOND", [at.second])
            if ok:
                yield self.picked([at.replace(minute=m, second=s) for m in minutes for s in seconds])
            at += unit * self.interval

    def local_starts(self, last, until):
        """Local start times in order, up to `last`. `until(local)`: whether UNTIL admits it."""
        periods = self.daily_periods(last) if self.freq in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY") else self.sub_daily_periods(last)
        count = self.rule.get("COUNT")
        found = 0
        for members in periods:
            for local in members:
                if local < self.start or not until(local):
                    continue
                found += 1
                if count is not None and found > count:
                    return
                yield local
