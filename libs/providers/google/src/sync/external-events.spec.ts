import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { GoogleProvider } from './google-provider.js';
import { egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);

describe("a user's own event at Google, written by its event_uid", () => {
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

  /** An event with members that Kalends does not know. */
  const theirs = {
    summary: 'Theirs',
    start: { dateTime: '2026-12-01T10:00:00Z' },
    end: { dateTime: '2026-12-01T11:00:00Z' },
    guestsCanInviteOthers: false,
    extendedProperties: { private: { seat: '14' }, shared: { room: 'blue' } },
  };

  async function given() {
    const { id, iCalUID } = (await google.others('POST', undefined, theirs)) as { id: string; iCalUID: string };
    return { uid: iCalUID, href: id, mustExist: true, mustNotRecur: true };
  }

  /** Another client changes the event just before the first request of this method. */
  function changedBefore(method: string, id: string, change: object): void {
    let hasRaced = false;
    proxy.misbehave(async (exchange) => {
      if (exchange.method !== method || hasRaced) return false;
      hasRaced = true;
      await google.others('PATCH', id, change);
      return false;
    });
  }
  const statusesOf = (method: string) => proxy.drain().flatMap((one) => (one.method === method ? [one.status] : []));

  it.each(['PATCH', 'DELETE'])(
    'given that each %s is answered with 412, then it is refused after five rounds',
    async (verb) => {
      const target = await given();
      proxy.misbehave(async ({ method }, response) => {
        if (method !== verb) return false;
        response.writeHead(412, { 'content-type': 'application/json' }).end('{}');
        return true;
      });
      const written =
        verb === 'PATCH'
          ? provider.upsert(calendar, target, { change: { summary: 'Ours' }, now })
          : provider.remove(calendar, target);
      await expect(written).rejects.toMatchObject({ failure: 'unavailable', options: { maxAttempts: 5 } });
    },
  );

  it('given an edit, then every member that it does not name stays (EVT-28)', async () => {
    const target = await given();
    const edited = await provider.upsert(calendar, target, { change: { summary: 'Ours' }, now });
    expect(edited.series).toMatchObject({ uid: target.uid, master: { summary: 'Ours' } });
    const { start: _start, end: _end, ...others } = theirs;
    expect(await google.others('GET', target.href)).toMatchObject({ ...others, summary: 'Ours' });
    expect(edited.series.master).toMatchObject({ start: { local: '2026-12-01T10:00:00' } });
  });

  it('given a change by the user between read and edit, then the edit is applied to the new version (EVT-28)', async () => {
    const target = await given();
    changedBefore('PATCH', target.href, { location: 'Their room' });
    await provider.upsert(calendar, target, { change: { summary: 'Ours' }, now });
    expect(statusesOf('PATCH')).toEqual([412, 200]);
    expect(await google.others('GET', target.href)).toMatchObject({ summary: 'Ours', location: 'Their room' });
  });

  it('given a change by the user between read and deletion, then only the version that was read again is deleted (EVT-28)', async () => {
    const target = await given();
    changedBefore('DELETE', target.href, { location: 'Their room' });
    await provider.remove(calendar, target);
    expect(statusesOf('DELETE')).toEqual([412, 204]);
    expect(await google.others('GET', target.href)).toMatchObject({ status: 'cancelled' });
  });

  it.each(['PATCH', 'DELETE'])(
    'given an event that begins to recur just before a %s, then it is refused and stays (EVT-29)',
    async (method) => {
      const target = await given();
      changedBefore(method, target.href, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] });
      const writing =
        method === 'DELETE'
          ? provider.remove(calendar, target)
          : provider.upsert(calendar, target, { change: { summary: 'Ours' }, now });
      await expect(writing).rejects.toMatchObject({ failure: 'refused' });
      expect(await google.others('GET', target.href)).toMatchObject({ status: 'confirmed', summary: 'Theirs' });
    },
  );

  it('given a calendar that was deleted, when its event is, then the write ends as for a deleted calendar', async () => {
    const target = await given();
    await google.control('faults', { method: 'GET', path: '/events', status: 404, reason: 'notFound', times: 2 });
    await expect(provider.remove(calendar, target)).rejects.toMatchObject({ failure: 'calendar-gone' });
  });
});
