import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, scope, startMicrosoft } from '../microsoft.fixture.js';
import { startReceiver, type Received } from './receiver.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;

const now = Date.UTC(2026, 10, 1, 8);
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const times = {
  start: { dateTime: '2026-12-01T10:00:00', timeZone: 'UTC' },
  end: { dateTime: '2026-12-01T11:00:00', timeZone: 'UTC' },
};

describe('subscriptions of the simulated Microsoft Graph', () => {
  let world: World;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    world = await startMicrosoft();
    receiver = await startReceiver();
    await world.control('clock', { now: inMinutes(0) });
    await world.control('microsoft/limits', { tokenSeconds: 36_000 });
    const grants = [{ email: 'ada@work.example', client_id: 'app', scope }];
    const seeded = await world.control<{ microsoft: { grants: [{ access_token: string }] } }>('seed', {
      microsoft: { grants },
    });
    world.grant.access_token = seeded.microsoft.grants[0].access_token;
  });
  afterEach(async () => {
    await world.close();
    await receiver.close();
  });

  const subscribe = (more: object = {}, options: object = {}) =>
    world.as('/subscriptions', {
      body: {
        changeType: 'created,updated,deleted',
        notificationUrl: `${receiver.url}/n?x=1`,
        lifecycleNotificationUrl: `${receiver.url}/l`,
        resource: 'me/events',
        expirationDateTime: inMinutes(10_080),
        clientState: 'state',
        ...more,
      },
      ...options,
    });
  const create = async (path = '/me/events') => (await world.as(path, { body: { subject: 'One', ...times } })).body;
  const types = () => receiver.all().map(({ changeType }) => changeType);
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [
    status,
    (body['error'] as Record<string, unknown>)?.['code'],
  ];
  const one = (id: unknown) => `/subscriptions/${String(id)}`;
  const settled = async (count: number) => {
    await waitUntil(() => receiver.all().length >= count);
    return receiver.all();
  };

  it('given both addresses answer the handshake, when subscribed, then 201; changes are notified with the state', async () => {
    const { status, body } = await subscribe();
    expect([status, receiver.shaken]).toEqual([201, ['/n', '/l']]);
    expect(body).toMatchObject({
      resource: 'me/events',
      applicationId: 'app',
      changeType: 'created,updated,deleted',
      clientState: 'state',
      expirationDateTime: inMinutes(10_080).replace('.000Z', 'Z'),
      creatorId: world.grant.oid,
    });
    const event = await create();
    const [first, second] = await settled(2);
    expect([first!['changeType'], second!['changeType'], receiver.batches.length]).toEqual(['created', 'updated', 1]);
    const resource = `Users/${world.grant.oid}/Events/${String(event['id'])}`;
    expect(first).toEqual({
      subscriptionId: body['id'],
      subscriptionExpirationDateTime: body['expirationDateTime'],
      clientState: 'state',
      tenantId: world.grant.tid,
      changeType: 'created',
      resource,
      resourceData: {
        '@odata.type': '#Microsoft.Graph.Event',
        '@odata.id': resource,
        '@odata.etag': event['@odata.etag'],
        id: event['id'],
      },
    } satisfies Received);
    await world.as(`/me/events/${String(event['id'])}`, { method: 'DELETE' });
    expect((await settled(3)).at(-1)).toMatchObject({ changeType: 'deleted' });
  });

  it.each([
    ['another status', { status: 204, type: 'text/plain' }],
    ['another type', { status: 200, type: 'text/html' }],
    ['the token still encoded', { status: 200, type: 'text/plain', encode: true }],
  ])('given %s to the handshake, when subscribed, then 400, and nothing exists', async (_, answer) => {
    const encode = 'encode' in answer;
    receiver.options.shake = (token) => ({ ...answer, text: encode ? encodeURIComponent(token) : token });
    expect(codeOf(await subscribe())).toEqual([400, 'ValidationError']);
    expect((await world.as('/subscriptions')).body['value']).toEqual([]);
  });

  it('given bad ends, addresses, resources or types, when subscribed, then 400; under 45 minutes become 45', async () => {
    expect(codeOf(await subscribe({ expirationDateTime: inMinutes(10_081) }))).toEqual([400, 'ExtensionError']);
    expect(codeOf(await subscribe({ expirationDateTime: inMinutes(-1) }))).toEqual([400, 'InvalidRequest']);
    expect(codeOf(await subscribe({ resource: 'me/messages' }))).toEqual([400, 'InvalidRequest']);
    expect(codeOf(await subscribe({ changeType: 'moved' }))).toEqual([400, 'RequestBodyRead']);
    expect(codeOf(await subscribe({ clientState: 'x'.repeat(129) }))).toEqual([400, 'RequestBodyRead']);
    expect(codeOf(await subscribe({ notificationUrl: 'http://app.example.com/' }))).toEqual([400, 'RequestBodyRead']);
    expect(codeOf(await subscribe({ resource: 'me/calendars/unknown/events' }))).toEqual([404, 'ExtensionError']);
    const { body } = await subscribe({ expirationDateTime: inMinutes(5) });
    expect(body['expirationDateTime']).toBe(inMinutes(45).replace('.000Z', 'Z'));
    expect(codeOf(await subscribe())).toEqual([409, 'Conflict']);
  });

  it('given a subscription of me/events and one of a calendar, when events change, then each reports its own', async () => {
    const team = (await world.as('/me/calendars', { body: { name: 'Team' } })).body;
    const path = `/me/calendars/${String(team['id'])}/events`;
    await world.control('microsoft/notifications', { createdAndUpdated: false, perCalendar: false });
    expect(codeOf(await subscribe({ resource: path.slice(1) }))).toEqual([400, 'ExtensionError']);
    await world.control('microsoft/notifications', { perCalendar: true });
    const all = (await subscribe()).body['id'];
    const own = (await subscribe({ resource: path.slice(1) })).body['id'];
    const inTeam = await create(path);
    expect(await settled(1)).toMatchObject([{ subscriptionId: own, resourceData: { id: inTeam['id'] } }]);
    await create();
    expect((await settled(2)).at(-1)).toMatchObject({ subscriptionId: all });
  });

  it('given renewals, when expired or deleted, then 404; another user sees none, and cannot subscribe the mailbox', async () => {
    const id = (await subscribe({ expirationDateTime: inMinutes(60) })).body['id'];
    const renew = () => world.as(one(id), { method: 'PATCH', body: { expirationDateTime: inMinutes(120) } });
    const byClient = await clientOf(world)
      .api(one(id))
      .patch({ expirationDateTime: inMinutes(90) });
    expect(byClient).toMatchObject({ expirationDateTime: inMinutes(90).replace('.000Z', 'Z') });
    expect((await renew()).body['expirationDateTime']).toBe(inMinutes(120).replace('.000Z', 'Z'));
    const grants = [{ email: 'grace@outlook.example', client_id: 'app', scope }];
    const seeded = await world.control<{ microsoft: { grants: [{ access_token: string }] } }>('seed', {
      microsoft: { grants },
    });
    const token = seeded.microsoft.grants[0].access_token;
    expect((await world.as(one(id), { token })).status).toBe(404);
    expect((await world.as('/subscriptions', { token })).body['value']).toEqual([]);
    expect((await subscribe({ resource: 'users/ada@work.example/events' }, { token })).status).toBe(403);
    await world.control('clock', { now: inMinutes(121) });
    expect((await renew()).status).toBe(404);
    await create();
    const again = (await subscribe({ expirationDateTime: inMinutes(180) })).body['id'];
    expect((await world.as(one(again), { method: 'DELETE' })).status).toBe(204);
    expect((await world.as(one(again), { method: 'DELETE' })).status).toBe(404);
    await create();
    await world.close();
    expect(receiver.all()).toEqual([]);
  });

  it('given scripted drops, doubles and another order, when events change, then notifications come so', async () => {
    await subscribe();
    await world.control('microsoft/notifications', { createdAndUpdated: false, drop: 1, double: 1 });
    await create();
    const { id } = await create();
    await settled(2);
    expect(types()).toEqual(['created', 'created']);
    await world.control('microsoft/notifications', { reorder: 2 });
    await world.as(`/me/events/${String(id)}`, { method: 'PATCH', body: { subject: 'Two' } });
    await world.as(`/me/events/${String(id)}`, { method: 'DELETE' });
    await settled(4);
    expect(types().slice(2)).toEqual(['deleted', 'updated']);
  });

  it('given an endpoint that fails, when notified, then it is tried again, up to a bound', async () => {
    await subscribe();
    await world.control('microsoft/notifications', { createdAndUpdated: false, retryMs: 1 });
    receiver.options.statuses = [503];
    await create();
    await settled(1);
    receiver.options.statuses = [503, 503, 503];
    await create();
    await waitUntil(() => receiver.options.statuses.length === 0);
    await create();
    await settled(2);
    expect(receiver.all()).toHaveLength(2);
  });

  it('given lifecycle events, when requested, then they are sent, and have their effect', async () => {
    await world.control('microsoft/notifications', { createdAndUpdated: false });
    const id = (await subscribe()).body['id'];
    const events = () => receiver.all().map(({ lifecycleEvent, changeType }) => lifecycleEvent ?? changeType);
    const lifecycle = (event: string) => world.control('microsoft/lifecycle', { event });
    await lifecycle('missed');
    await lifecycle('reauthorizationRequired');
    await create();
    await settled(2);
    expect((await world.as(`${one(id)}/reauthorize`, { method: 'POST' })).status).toBe(204);
    await create();
    await settled(3);
    await lifecycle('subscriptionRemoved');
    await settled(4);
    expect(events()).toEqual(['missed', 'reauthorizationRequired', 'created', 'subscriptionRemoved']);
    expect(receiver.all()[0]).toMatchObject({ subscriptionId: id, clientState: 'state' });
    expect((await world.as(one(id))).status).toBe(404);
    expect(await world.control('microsoft/lifecycle', { event: 'other' })).toHaveProperty('error');
  });
});
