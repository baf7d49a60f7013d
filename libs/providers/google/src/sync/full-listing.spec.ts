import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { LastRead, RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';
import { GoogleProvider } from './google-provider.js';
import { egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const at = (day: string) => ({
  start: { dateTime: `2026-12-${day}T10:00:00Z`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T11:00:00Z`, timeZone: 'Europe/London' },
});
const weekly = { ...at('01'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] };

describe('changes at Google that no sync token reports', () => {
  let google: SimulatedGoogle;
  let proxy: Proxy;
  let provider: GoogleProvider;
  let calendar: RemoteCalendar;
  beforeEach(async () => {
    google = await startGoogle();
    proxy = await startProxy(google.url);
    const tokens = fixed(google.grant.access_token);
    provider = new GoogleProvider({ egress, baseUrl: `${proxy.url}calendar/v3`, tokens });
    calendar = (await provider.calendars())[0]!;
  });
  afterEach(async () => {
    await proxy.stop();
    await google.close();
  });

  async function read(last: Omit<LastRead, 'known'> & { known?: LastRead['known'] }) {
    const changed: RemoteEvent[] = [];
    const removed: string[] = [];
    const result = await provider.changes(calendar, { known: new Map(), ...last }, async (batch) => {
      changed.push(...batch.changed);
      removed.push(...batch.removed);
    });
    return { ...result, changed, removed, known: new Map(changed.map(({ href, etag }) => [href, etag])) };
  }

  it('given a full listing that is due, when read, then it finds what changed, and what no longer exists', async () => {
    for (const id of ['changes', 'goes0', 'left0']) await google.others('POST', undefined, { id, ...at('02') });
    await google.others('POST', undefined, { id: 'series', ...weekly });
    const { cursor, known } = await read({ cursor: null });
    await google.others('PATCH', 'changes', { summary: 'Changed' });
    await google.others('DELETE', 'goes0');
    await google.others('PATCH', 'series_20261208T100000Z', { summary: 'Changed' });
    // the token of a later read reports none of it
    const later = (await read({ cursor, known })).cursor;
    expect((await read({ cursor: later, known })).changed).toEqual([]);
    const listed = await read({ cursor: later, known, listAll: true });
    expect(listed.changed.map(({ href }) => href).sort()).toEqual(['changes', 'series']);
    expect(listed.changed.flatMap(({ series }) => series.overrides)).toHaveLength(1);
    expect([listed.removed, listed.kind]).toEqual([['goes0'], 'delta']);
  });

  it('given that nothing changed, when listed, then two requests are enough, and no event is returned', async () => {
    await google.others('POST', undefined, { id: 'single', ...at('02'), description: 'x'.repeat(8_000) });
    await google.others('POST', undefined, { id: 'series', ...weekly });
    await google.others('PATCH', 'series_20261208T100000Z', { summary: 'Changed' });
    const { cursor, known } = await read({ cursor: null });
    proxy.drain();
    const listed = await read({ cursor, known, listAll: true });
    expect([listed.changed, listed.removed]).toEqual([[], []]);
    const exchanges = proxy.drain();
    expect(exchanges).toHaveLength(2);
    expect(exchanges.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(4_000);
  });

  it('given a sync token that Google calls invalid (400), when read, then everything is read', async () => {
    await google.others('POST', undefined, { id: 'single', ...at('02') });
    proxy.misbehave(async ({ path }, response) => {
      if (!path.includes('syncToken=')) return false;
      const error = { code: 400, message: 'Invalid sync token value.', errors: [{ reason: 'invalid' }] };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return true;
    });
    expect(await read({ cursor: 'of another API' })).toMatchObject({ kind: 'full', changed: [{ href: 'single' }] });
  });
});
