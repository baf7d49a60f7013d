import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withTimes } from './read-events.present.js';

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
