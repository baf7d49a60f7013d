import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { GoogleProvider } from './google-provider.js';
import { ada, egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};
const uid = 'evt_000000000000000000000023@kalends';

interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

describe('writes that Google would drop', () => {
  let google: SimulatedGoogle;
  let proxy: Proxy;
  let provider: GoogleProvider;
  let calendar: RemoteCalendar;
  let sent: Sent[];
  beforeEach(async () => {
    google = await startGoogle();
    proxy = await startProxy(google.url);
    sent = [];
    proxy.misbehave(async ({ method, path, body, request }) => {
      const text = body.toString();
      const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
      sent.push({ method, url: new URL(path, proxy.url), headers: request.headers, body: json });
      return false;
    });
    const tokens = fixed(google.grant.access_token);
    provider = new GoogleProvider({ egress, baseUrl: `${proxy.url}calendar/v3`, tokens });
    calendar = (await provider.calendars())[0]!;
    sent.length = 0;
  });
  afterEach(async () => {
    await proxy.stop();
    await google.close();
  });

  const upsert = (change: object = {}, href: string | null = null) =>
    provider.upsert(calendar, { uid, href }, { change: { ...meeting, ...change }, now });
  const isThere = async (id: string) =>
    ((await google.others('GET', id)) as { status: string; summary?: string }).status === 'confirmed';

  it('given an event that was deleted and moved before, when upserted again, then its sequence is sent and it exists', async () => {
    const { href } = await upsert();
    await upsert({ start: { local: '2026-12-01T16:00:00', tzid: 'Europe/London' } }, href);
    await provider.remove(calendar, { uid, href });
    const again = await upsert({ summary: 'Once more' });
    expect(again.href).toBe(href);
    expect(await isThere(href)).toBe(true);
    expect(sent.find(({ method }) => method === 'PUT')!.body['sequence']).toBeGreaterThan(0);
  });

  it.each([
    [400, 'invalid'],
    [403, 'forbidden'],
  ])(
    'given that Google answers %i to restoring it, when upserted again, then the next id is used',
    async (status, reason) => {
      const { href } = await upsert();
      await provider.remove(calendar, { uid, href });
      await google.control('faults', { method: 'PUT', path: '/events/', status, reason });
      const again = await upsert();
      expect(again.href).not.toBe(href);
      expect(again.series.uid).toBe(uid);
      expect(await isThere(again.href)).toBe(true);
    },
  );

  it('given categories of 5,000 characters, when written and read, then all are kept; a shorter value leaves nothing behind', async () => {
    const categories = Array.from({ length: 100 }, (_, n) => `${n} ${'Ä😀'.repeat(16)}`);
    const { href, series } = await upsert({ categories });
    expect(series.master!.categories).toEqual(categories);
    const fewer = await upsert({ categories: ['one'] }, href);
    expect(fewer.series.master!.categories).toEqual(['one']);
    const none = await upsert({ categories: null }, href);
    expect(none.series.master!.categories ?? []).toEqual([]);
  });

  it('given attendees, when the application invites them, then Google mails all; for other changes only external guests', async () => {
    const wanted = () =>
      sent.filter(({ method }) => method !== 'GET').map(({ url }) => url.searchParams.get('sendUpdates'));
    const { href } = await upsert({ attendees: { invite: [{ email: 'bob@example.com' }], remove: [] } });
    await upsert({ summary: 'Renamed' }, href);
    await upsert({ attendees: { invite: [], remove: [{ email: 'bob@example.com' }] } }, href);
    await upsert({ summary: 'Renamed again' }, href);
    expect(wanted()).toEqual(['all', 'externalOnly', 'all', null]);
  });

  it('given a calendar that its user hides, and one they may write without seeing private events, when listed, then both are included', async () => {
    await google.seeded({
      users: [{ email: 'bob@example.com' }],
      calendars: [
        { email: 'bob@example.com', id: 'hidden' },
        { email: 'bob@example.com', id: 'partly' },
      ],
      shares: [
        { calendar: 'hidden', email: ada, accessRole: 'reader', hidden: true },
        { calendar: 'partly', email: ada, accessRole: 'writerWithoutPrivateAccess' },
      ],
    });
    const listed = await provider.calendars();
    expect(listed.find(({ href }) => href === 'hidden')).toMatchObject({ readonly: true });
    const partly = listed.find(({ href }) => href === 'partly')!;
    expect(partly).toMatchObject({ readonly: false });
    expect((await provider.upsert(partly, { uid, href: null }, { change: meeting, now })).series.uid).toBe(uid);
  });

  it('given a webhook that Google does not allow, when a channel is opened, then it is refused and the token stays', async () => {
    const fault = { path: '/watch', status: 401, reason: 'push.webhookUrlUnauthorized' };
    await google.control('faults', { method: 'POST', ...fault });
    const watch = provider.watch(calendar, { channelId: 'one', address: 'https://example.com/', token: 't' });
    await expect(watch).rejects.toMatchObject({ failure: 'refused' });
    expect(sent).toHaveLength(1);
  });

  it('given any request, when sent, then it allows Google to compress (User-Agent with gzip)', async () => {
    await provider.calendars();
    expect(sent[0]!.headers).toMatchObject({
      'accept-encoding': 'gzip',
      'user-agent': expect.stringContaining('gzip') as unknown,
    });
  });
});
