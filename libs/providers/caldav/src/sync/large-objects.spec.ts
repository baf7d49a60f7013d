// @module-tag long
import { describe, expect, it } from 'vitest';
import { objectOf } from '@kalends/provider-port/testing';
import { fill } from './caldav.fixture.js';
import { useFaultyServer } from './faulty-server.fixture.js';

describe('reading large objects', () => {
  const at = useFaultyServer();

  it('given 40 objects of 500 kB, when read, then no batch has more than a response holds, and later ones have less', async () => {
    const uids = Array.from({ length: 40 }, (_, index) => `large-${index}`);
    const text = (uid: string) => objectOf(uid, 'DTSTART:20261201T100000Z', `X-FILLER:${'x'.repeat(500_000)}`);
    const objects = new Map(uids.map((uid) => [`${uid}.ics`, text(uid)]));
    await fill(at.radicale, new URL(at.url).pathname.split('/').at(-2)!, objects);
    const batches: number[] = [];
    await at.provider.changes(at.calendar, { cursor: null, known: new Map() }, async ({ changed }) => {
      batches.push(changed.length);
    });
    expect(batches.reduce((sum, one) => sum + one, 0)).toBe(40);
    expect(batches[0]).toBeLessThanOrEqual(16);
    expect(Math.max(...batches.slice(1))).toBeLessThanOrEqual(4);
  });
});
