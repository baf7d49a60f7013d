import { afterEach, describe, expect, it } from 'vitest';
import { GraphApi } from './graph-api.js';
import { egress, fixed } from './microsoft.fixture.js';
import { startRecorder } from './recorded.fixture.js';
import { subscribe, unsubscribe } from './subscriptions.js';

const now = Date.UTC(2026, 10, 21, 9);
const channel = { channelId: 'c1', address: 'https://kalends.example/notify', token: 'proof' };
const calendar = { href: 'home', name: 'Home', readonly: false, primary: true };
const created = { id: 's1', expirationDateTime: '2026-11-28T00:00:00.0000000Z' };

describe('subscriptions to Microsoft’s calendars', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  afterEach(() => recorder.close());

  async function serving(refused: (resource: unknown) => number | undefined) {
    recorder = await startRecorder(undefined, ({ method, body }) => {
      if (method === 'DELETE') return { status: 404, body: { error: { code: 'ResourceNotFound' } } };
      const status = refused(body['resource']);
      return status === undefined
        ? { status: 201, body: created }
        : { status, body: { error: { code: 'ExtensionError' } } };
    });
    return new GraphApi({ egress, graphUrl: recorder.graphUrl, tokens: fixed('secret') });
  }
  const resources = () => recorder.requests.map(({ body }) => body['resource']);

  it('given a calendar, when subscribed, then for less than seven days, with both addresses and the proof', async () => {
    const api = await serving(() => undefined);
    expect(await subscribe(api, calendar, { channel, now })).toEqual({
      resourceId: 's1',
      expiresAt: Date.UTC(2026, 10, 28),
      // Microsoft has called the address meanwhile
      isProven: true,
    });
    expect(recorder.requests[0]!.body).toEqual({
      changeType: 'created,updated,deleted',
      notificationUrl: channel.address,
      lifecycleNotificationUrl: channel.address,
      resource: 'me/calendars/home/events',
      // 10,000 minutes later
      expirationDateTime: '2026-11-28T07:40:00Z',
      clientState: 'proof',
    });
  });

  it('given a resource that is refused, when subscribed, then the default calendar takes the mailbox, others are polled', async () => {
    const api = await serving((resource) => (resource === 'me/events' ? undefined : 400));
    expect((await subscribe(api, calendar, { channel, now })).resourceId).toBe('s1');
    const other = { ...calendar, href: 'club', primary: false };
    await expect(subscribe(api, other, { channel, now })).rejects.toMatchObject({ failure: 'refused' });
    expect(resources()).toEqual(['me/calendars/home/events', 'me/events', 'me/calendars/club/events']);
  });

  it('given a subscription that exists (409), then it is tried later; a missing one counts as ended', async () => {
    const api = await serving(() => 409);
    await expect(subscribe(api, calendar, { channel, now })).rejects.toMatchObject({ failure: 'unavailable' });
    await unsubscribe(api, 's1');
  });
});
