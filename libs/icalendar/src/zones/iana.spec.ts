import { describe, expect, it } from 'vitest';
import { ianaName, isTimeZone, listedName, listedZones, offsetAt, zoneRelease } from '../index.js';
import { python, pythonMissing } from '../testing/external.js';
import { ianaTable } from './iana.js';

const at = (iso: string): number => Date.parse(iso);
const seconds = (iso: string): number => at(iso) / 1_000;

/** Every n-th name of PyPI's tzdata, with every change between two seconds: bisected, not read from its files. */
const CHANGES = `
import json, sys
import tzdata, zoneinfo
from datetime import datetime, timedelta, timezone
from importlib import resources
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
low, high, step, every = json.load(sys.stdin)
names = resources.files('tzdata').joinpath('zones').read_text().split()[::every]
def changes(name):
    zone = zoneinfo.ZoneInfo(name)
    offset = lambda at: int((epoch + timedelta(seconds=at)).astimezone(zone).utcoffset().total_seconds())
    before, found = offset(low), []
    for start in range(low, high, step):
        end = min(start + step, high)
        after = offset(end)
        if after == before: continue
        early, late = start, end
        while late - early > 1:
            middle = (early + late) // 2
            if offset(middle) == before: early = middle
            else: late = middle
        found.append([late, after])
        before = after
    return [name, offset(low), found]
print(json.dumps({'release': tzdata.IANA_VERSION, 'zones': [changes(name) for name in names]}))
`;

/** Of all zones; at night each. */
const every = process.env.KALENDS_NIGHTLY === '1' ? 1 : 10;

interface Expected {
  release: string;
  zones: [name: string, initial: number, changes: [at: number, offset: number][]][];
}

describe('zone data', () => {
  it.each([
    ['America/Vancouver', -7],
    ['America/Edmonton', -6],
    ['America/Winnipeg', -5],
    ['America/Havana', -4],
    ['Africa/Casablanca', 0],
    ['America/Inuvik', -6],
    ['Africa/El_Aaiun', 0],
  ])('given %s, whose law changed in 2026, then in December it is %i hours from UTC', (zone, hours) => {
    expect(offsetAt(zone, at('2026-12-10T17:00:00Z'))).toBe(hours * 3_600);
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Oslo', 'Europe/Oslo'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Mars/Olympus', 'Mars/Olympus'],
  ])('given %s, then people choose it as %s', (name, listed) => expect(listedName(name)).toBe(listed));

  it('given zones from 1970 to 2050, then every change is that of the package tzdata, read by zoneinfo', (ctx) => {
    const reason = pythonMissing('zoneinfo');
    if (reason) return ctx.skip(reason);
    const [from, to] = [seconds('1970-01-01T00:00:00Z'), seconds('2050-01-01T00:00:00Z')];
    // shorter than any time that a zone kept one offset
    const expected = python(CHANGES, [from, to, 5 * 86_400, every]) as Expected;
    expect(zoneRelease().name).toBe(expected.release);
    expect(expected.zones.length).toBeGreaterThan(Math.floor(590 / every));
    const wrong = expected.zones.filter(([name, initial, changes]) => {
      const table = ianaTable(name);
      if (!table) return name !== 'Factory';
      const ours = table.at
        .map((ms, n) => [ms / 1_000, table.offsets[n + 1]])
        .filter(([second]) => second! > from && second! <= to);
      return offsetAt(name, from * 1_000) !== initial || JSON.stringify(ours) !== JSON.stringify(changes);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['a zone with rules, after 2100', 'Europe/Berlin', '2150-07-01T00:00:00Z', 2],
    ['the southern hemisphere, after 2100', 'Australia/Sydney', '2150-01-01T00:00:00Z', 11],
    ['before the first change', 'Asia/Kolkata', '1800-01-01T00:00:00Z', 21_208 / 3_600],
    ['the end of time', 'America/New_York', '+275760-09-12T00:00:00Z', -4],
  ])('given %s, then its offset is known', (_, zone, iso, hours) => {
    expect(offsetAt(zone, at(iso))).toBe(hours * 3_600);
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Eastern', 'America/New_York'],
  ])('given the former name %s, then it is a zone, and %s is offered instead', (former, current) => {
    expect(isTimeZone(former)).toBe(true);
    expect(offsetAt(former, at('2026-12-10T17:00:00Z'))).toBe(offsetAt(current, at('2026-12-10T17:00:00Z')));
    expect(listedZones()).toContain(current);
    expect(listedZones()).not.toContain(former);
  });

  it.each(['Europe/Atlantis', '__proto__', 'constructor', '', 'Factory', 'x'.repeat(1_000_000)])(
    'given %s, then it is no zone',
    (name) => expect(ianaName(name)).toBeNull(),
  );
});
