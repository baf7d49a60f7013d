import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinWithoutGeo, withoutGeo, withTimes } from './read-events.present.js';

const time = fc.oneof(fc.string(), fc.record({ time: fc.string(), tzid: fc.string() }));
const place = fc.record({ description: fc.string(), lat: fc.string(), long: fc.string() }, { requiredKeys: [] });
const located = fc.record({ summary: fc.string(), location: fc.option(place, { nil: undefined }) });

type Located = typeof located extends fc.Arbitrary<infer Value> ? Value : never;

function withoutCoordinates({ summary, location }: Located) {
  const { lat: _lat, long: _long, ...shown } = location ?? {};
  return location ? { summary, location: shown } : { summary };
}

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
  fc.assert(
    fc.property(located, (one) => {
      expect(JSON.parse(withoutGeo(JSON.stringify(one)))).toEqual(withoutCoordinates(one));
    }),
  );
  const wire = JSON.stringify({ summary: '"lat":"1"' });
  expect(withoutGeo(wire)).toBe(wire);
});

it('given a page of events of which some have coordinates, when joined, then each is shown without them (EVT-37)', () => {
  fc.assert(
    fc.property(fc.array(located), (events) => {
      const text = joinWithoutGeo(events.map((one) => JSON.stringify(one)));
      expect(JSON.parse(`[${text}]`)).toEqual(events.map(withoutCoordinates));
    }),
  );
});
