import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutGeo, withTimes } from './read-events.present.js';

const time = fc.oneof(fc.string(), fc.record({ time: fc.string(), tzid: fc.string() }));
const event = fc.record({ start: fc.string(), end: fc.string(), summary: fc.string(), calendar_id: fc.string() });

it('given any event with its members in any order, when shown with other times, then only these differ', () => {
  fc.assert(
    fc.property(event, fc.boolean(), time, time, ({ start, end, ...rest }, timesFirst, first, last) => {
      const wire = JSON.stringify(timesFirst ? { start, end, ...rest } : { ...rest, end, start });
      expect(JSON.parse(withTimes(wire, first, last))).toEqual({ ...rest, start: first, end: last });
    }),
  );
});

it('given coordinates, when not requested, then only these are left out, whatever the texts are (EVT-37)', () => {
  const place = fc.record({ description: fc.string(), lat: fc.string(), long: fc.string() }, { requiredKeys: [] });
  const located = fc.record({ summary: fc.string(), location: fc.option(place, { nil: undefined }) });
  fc.assert(
    fc.property(located, ({ summary, location }) => {
      const { lat: _lat, long: _long, ...shown } = location ?? {};
      const expected = location ? { summary, location: shown } : { summary };
      expect(JSON.parse(withoutGeo(JSON.stringify({ summary, location })))).toEqual(expected);
    }),
  );
  const wire = JSON.stringify({ summary: '"lat":"1"' });
  expect(withoutGeo(wire)).toBe(wire);
});
