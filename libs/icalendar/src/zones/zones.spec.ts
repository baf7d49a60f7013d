import { describe, expect, it } from 'vitest';
import {
  dateOf,
  formatInstant,
  isTimeZone,
  midnight,
  offsetAt,
  resolveTimeZone,
  toInstant,
  toLocal,
} from '../index.js';
import { python, pythonMissing } from '../testing/external.js';

const at = (iso: string): number => Date.parse(iso);

describe('names (FC-21)', () => {
  it.each([
    'Europe/Berlin',
    'europe/berlin',
    'US/Eastern',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'UTC',
    'Etc/UTC',
    'Etc/GMT+5',
  ])('given %s, then it is a time zone', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['Europe/Atlantis', '+01:00', '', 'W. Europe Standard Time', '__proto__', 'constructor'])(
    'given %s, then it is not one',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
  it.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Romance Standard Time 1', 'Europe/Paris'],
    ['Pacific Time', 'America/Los_Angeles'],
    ['Eastern Standard Time', 'America/New_York'],
    ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
    ['"Europe/Berlin"', 'Europe/Berlin'],
    ['/mozilla.org/20050126_1/Europe/Berlin', 'Europe/Berlin'],
    ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['/freeassociation.sourceforge.net/Europe/London', 'Europe/London'],
    ['america/new_york', 'America/New_York'],
    ['Customized Time Zone', null],
    ['Nowhere', null],
    ['', null],
    ['constructor', null],
  ])('given the TZID %s, then it means %s', (name, zone) => expect(resolveTimeZone(name)).toBe(zone));
});

describe('gaps and folds (FC-19, RFC 5545 §3.3.5)', () => {
  it('given a reading that does not exist, then the offset before the gap is used', () => {
    expect(toInstant('America/New_York', '2007-03-11T02:30:00')).toBe(at('2007-03-11T07:30:00Z'));
    expect(toInstant('Europe/Berlin', '2026-03-29T02:30:00')).toBe(at('2026-03-29T01:30:00Z'));
  });
  it('given a reading that exists twice, then the first is meant', () => {
    expect(toInstant('America/New_York', '2007-11-04T01:30:00')).toBe(at('2007-11-04T05:30:00Z'));
    expect(toInstant('Europe/Berlin', '2026-10-25T02:30:00')).toBe(at('2026-10-25T00:30:00Z'));
  });
  it('given Lord Howe, then its daylight saving is half an hour', () => {
    expect(offsetAt('Australia/Lord_Howe', at('2026-01-15T00:00:00Z'))).toBe(11 * 3600);
    expect(offsetAt('Australia/Lord_Howe', at('2026-07-15T00:00:00Z'))).toBe(10.5 * 3600);
    expect(toInstant('Australia/Lord_Howe', '2026-10-04T02:15:00')).toBe(at('2026-10-03T15:45:00Z'));
  });
  it('given Kiritimati, then its day begins 14 hours before the UTC day', () => {
    expect(midnight('2026-11-20', 'Pacific/Kiritimati')).toBe(at('2026-11-19T10:00:00Z'));
    expect(dateOf(at('2026-11-19T10:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-20');
    expect(dateOf(at('2026-11-19T09:59:59Z'), 'Pacific/Kiritimati')).toBe('2026-11-19');
  });
  it('given a day whose midnight does not exist, then it begins where the gap ends', () => {
    expect(midnight('2018-11-04', 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'));
    expect(toLocal('America/Sao_Paulo', midnight('2018-11-04', 'America/Sao_Paulo'))).toBe('2018-11-04T01:00:00');
  });
  it('given a day whose midnight is reached twice, then it begins when the day before has ended', () => {
    expect(midnight('2018-02-18', 'America/Sao_Paulo')).toBe(at('2018-02-18T03:00:00Z'));
  });
  it('given the day that Samoa skipped, then it begins and ends with the next', () => {
    expect(midnight('2011-12-30', 'Pacific/Apia')).toBe(at('2011-12-30T10:00:00Z'));
    expect(midnight('2011-12-31', 'Pacific/Apia')).toBe(at('2011-12-30T10:00:00Z'));
  });
});

describe('writing', () => {
  it.each([
    ['Etc/UTC', '2026-11-20T15:00:00Z'],
    ['UTC', '2026-11-20T15:00:00Z'],
    ['America/New_York', '2026-11-20T10:00:00-05:00'],
    ['Asia/Kathmandu', '2026-11-20T20:45:00+05:45'],
    ['Africa/Abidjan', '2026-11-20T15:00:00+00:00'],
  ])('given %s, then the time has its offset', (zone, text) => {
    expect(formatInstant(at('2026-11-20T15:00:00Z'), zone)).toBe(text);
  });
  it('given an offset with seconds, then the written text still names the instant', () => {
    const ms = at('1905-06-01T00:00:00Z');
    expect(Date.parse(formatInstant(ms, 'Europe/Amsterdam'))).toBe(ms);
  });
  it('given an unknown zone, then it throws', () => {
    expect(() => formatInstant(0, 'Nowhere/None')).toThrow(RangeError);
  });
});

const ZONES = [
  'Europe/Berlin', 'Europe/London', 'Europe/Dublin', 'America/New_York', 'America/Sao_Paulo', 'America/St_Johns',
  'America/Caracas', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Gaza', 'Asia/Pyongyang', 'Africa/Cairo',
  'Africa/Casablanca', 'Africa/Monrovia', 'Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Chatham',
  'Pacific/Kiritimati', 'Antarctica/Troll', 'Europe/Istanbul', 'Europe/Moscow', 'America/Argentina/San_Luis',
]; // prettier-ignore

const OFFSETS = `
import json, sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
def row(name, times):
    zone = ZoneInfo(name)
    offsets = [int((epoch + timedelta(seconds=t)).astimezone(zone).utcoffset().total_seconds()) for t in times]
    instants = [int(((epoch + timedelta(seconds=t)).replace(tzinfo=zone) - epoch).total_seconds()) for t in times]
    return [offsets, instants]
print(json.dumps([row(*case) for case in json.load(sys.stdin)]))
`;

describe('against an independent oracle', () => {
  it('given 48,000 instants and wall clock readings from 1902 to 2037, then offsets and instants are those of zoneinfo', (ctx) => {
    const reason = pythonMissing('zoneinfo');
    if (reason) return ctx.skip(reason);
    const cases = ZONES.map((zone, z): [string, number[]] => {
      const step = Math.floor((2_131_000_000 + 2_145_000_000) / 2000);
      return [
        zone,
        Array.from({ length: 2000 }, (_, i) => -2_131_000_000 + i * step + ((i * 7919 + z * 104_729) % 86_400)),
      ];
    });
    const expected = python(OFFSETS, cases) as [number[], number[]][];
    for (const [z, [zone, times]] of cases.entries()) {
      const wrong = times.filter((t, i) => {
        const local = new Date(t * 1000).toISOString().slice(0, 19);
        return offsetAt(zone, t * 1000) !== expected[z]![0][i] || toInstant(zone, local) !== expected[z]![1][i]! * 1000;
      });
      expect({ zone, wrong }).toEqual({ zone, wrong: [] });
    }
  });
});
