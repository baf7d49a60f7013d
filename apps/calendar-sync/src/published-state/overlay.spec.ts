import type { EventChange } from '@kalends/contracts';
import type { EventSeries } from '@kalends/icalendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlay } from './overlay.js';

const start = { local: '2026-12-01T10:00:00', tzid: 'Etc/UTC' };
const end = { local: '2026-12-01T11:00:00', tzid: 'Etc/UTC' };
const baseOf = (summary: string): EventSeries => ({
  uid: 'one',
  master: { summary, description: 'theirs', start, end, status: 'confirmed', transparency: 'opaque' },
  recurrence: { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] },
  overrides: [],
});

interface Write {
  operation: 'upsert' | 'delete';
  change: EventChange | null;
  accepted_at: number;
}

const write: fc.Arbitrary<Write> = fc.oneof(
  fc
    .record({ summary: fc.string(), description: fc.option(fc.string(), { nil: undefined }) })
    .map(({ summary, description }): Write => ({
      operation: 'upsert',
      change: { summary, start, end, ...(description === undefined ? {} : { description }) },
      accepted_at: 0,
    })),
  fc.constant<Write>({ operation: 'delete', change: null, accepted_at: 0 }),
);

const own = { uid: 'one', isExternal: false };

describe('overlaying writes on the provider’s state', () => {
  it('given any state and writes, when overlaid, then the last deletion cuts off what came before it', () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: null }), fc.array(write, { maxLength: 8 }), (summary, writes) => {
        const base = summary === null ? null : baseOf(summary);
        const visible = overlay(base, writes, own);
        const cut = writes.findLastIndex(({ operation }) => operation === 'delete');
        const alive = writes.slice(cut + 1);
        const isThere = alive.length > 0 || (cut < 0 && base !== null);
        expect(visible.deleted).toBe(!isThere);
        if (!isThere) return;
        const described = alive.findLast(({ change }) => change?.description !== undefined)?.change?.description;
        expect(visible.series!.master!.summary).toBe(alive.at(-1)?.change?.summary ?? summary);
        expect(visible.series!.master!.description).toBe(described ?? (cut < 0 && base ? 'theirs' : undefined));
        expect(visible.series!.recurrence).toEqual(cut < 0 && base ? base.recurrence : undefined);
      }),
    );
  });

  it('given writes, when overlaid on a state that includes the first of them, then nothing differs', () => {
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 6 }), (writes) => {
        const first = overlay(null, writes.slice(0, 1), own);
        const settled = overlay(first.deleted ? null : first.series, writes.slice(1), own);
        const together = overlay(null, writes, own);
        expect(settled.deleted).toBe(together.deleted);
        if (!together.deleted) expect(settled.series).toEqual(together.series);
      }),
    );
  });

  it('given a deletion, when overlaid, then the last series is still published', () => {
    const base = baseOf('Gone soon');
    expect(overlay(base, [{ operation: 'delete', change: null, accepted_at: 0 }], own)).toEqual({
      series: base,
      deleted: true,
    });
  });

  it('given an event of somebody else that was deleted meanwhile, when an edit is overlaid, then it stays deleted (EVT-28)', () => {
    const edit: Write = { operation: 'upsert', change: { summary: 'Edited' }, accepted_at: 0 };
    const external = { uid: 'one', isExternal: true };
    expect(overlay(null, [edit], external)).toEqual({ series: null, deleted: true });
    expect(overlay(baseOf('Theirs'), [edit], external)).toMatchObject({
      deleted: false,
      series: { master: { summary: 'Edited', description: 'theirs' } },
    });
  });
});
