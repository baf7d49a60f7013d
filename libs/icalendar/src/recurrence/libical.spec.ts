import { describe, expect, it } from 'vitest';
import { expand } from '../index.js';
import { corpusMissing, readCorpus } from '../testing/external.js';
import { event, fromBasic, series, starts } from '../testing/series.js';

interface Case {
  rule: string;
  dtstart: string;
  instances: string[];
}

/** The blocks of libical's file; the one whose result libical itself marks as unimplemented has no instances. */
function casesOf(text: string): Case[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      if (!line.startsWith('#') && colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    const rule = fields.get('RRULE');
    if (!rule) return [];
    const instances = fields.get('INSTANCES')!;
    return [
      { rule, dtstart: fields.get('DTSTART')!, instances: instances.startsWith('***') ? [] : instances.split(',') },
    ];
  });
}

const YEAR = 366 * 86_400_000;

describe('libical icalrecur_test.txt (FC-16)', () => {
  const reason = corpusMissing();
  const cases = reason ? [] : casesOf(readCorpus('libical+libical/src/test/icalrecur_test.txt'));

  it('given the corpora, then the file has 146 rules, one of them without a known result', (ctx) => {
    if (reason) return ctx.skip(reason);
    expect(cases.length).toBe(146);
    expect(cases.filter((one) => one.instances.length === 0).length).toBe(1);
  });

  it.each(cases.filter((one) => one.instances.length > 0))(
    'given $rule from $dtstart, then the instances are libical’s',
    (one) => {
      const start = fromBasic(one.dtstart);
      const expected = one.instances.map((value) => fromBasic(value).split(' ')[0]!);
      const last = expected.at(-1)!;
      const lastMs = Date.parse(last.length === 10 ? `${last}T00:00:00Z` : `${last}Z`);
      const ends = /COUNT|UNTIL/.test(one.rule);
      const whole = series(event(start, start), { rrules: [one.rule] });
      const options = { floatingZone: 'UTC' };
      expect(starts(expand(whole, { start: -1e13, end: lastMs + (ends ? 30 * YEAR : 1) }, options))).toEqual(expected);

      const middle = Date.parse(`${expected[Math.floor(expected.length / 2)]!.slice(0, 10)}T00:00:00Z`);
      const later = expected.filter(
        (value) => Date.parse(value.length === 10 ? `${value}T00:00:00Z` : `${value}Z`) >= middle,
      );
      expect(starts(expand(whole, { start: middle, end: lastMs + 1 }, options))).toEqual(later);
    },
  );
});
