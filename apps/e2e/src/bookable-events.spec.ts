import { expect, it } from 'vitest';
import { call, e2e, type Application } from './harness/kalends.js';

type Json = Record<string, unknown>;
interface Bookable extends Json {
  registration: { capacity: number; registered_count: number; total_count: number; registrations: Json[]; pages: Json };
}

e2e('bookable events', (kalends) => {
  const times = { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:30:00Z' };
  const client = (application: Application) => (method: string, path: string, body?: Json) =>
    call<Bookable>(method, kalends().url(path), { token: application.client_secret, body });
  const errorsOf = ({ status, body }: { status: number; body: Json }) => {
    const errors = (body.errors ?? {}) as Record<string, { key: string }[]>;
    return [status, Object.entries(errors).map(([field, [first]]) => [field, first!.key])];
  };

  it('given two places, when three register, then the third is refused until one leaves (AVL-20, AVL-21)', async () => {
    const send = client(await kalends().application());
    const event = { bookable_event_id: 'yoga', ...times, registration: { capacity: 2 } };
    expect((await send('POST', '/v1/bookable_events', event)).body).toEqual({
      ...{ bookable_event_id: 'yoga', ...times, status: 'confirmed' },
      registration: {
        capacity: 2,
        registered_count: 0,
        total_count: 0,
        registrations: [],
        pages: { current: 1, total: 1 },
      },
    });
    const registrations = '/v1/bookable_events/yoga/registrations';
    const register = (registration_id: string, status = 'accepted', more: Json = {}) =>
      send('POST', registrations, { registration_id, status, ...more });
    for (const guest of ['a', 'b']) expect((await register(guest)).status).toBe(200);
    expect(errorsOf(await register('c'))).toEqual([422, [['status', 'errors.capacity_exceeded']]]);
    expect((await register('c', 'pending', { metadata: { language: 'de' } })).status).toBe(200);
    for (const _again of [1, 2]) expect((await send('DELETE', `${registrations}/a`)).status).toBe(202);
    expect((await register('c')).body.registration).toMatchObject({
      registered_count: 2,
      registrations: [
        { registration_id: 'b', status: 'accepted', metadata: {} },
        { registration_id: 'c', status: 'accepted', metadata: { language: 'de' } },
      ],
    });
    expect((await register('b', 'removed')).body.registration.total_count).toBe(1);
    expect((await send('GET', '/v1/bookable_events/none')).status).toBe(404);
    const many = { metadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`m${n}`, n])) };
    expect(errorsOf(await register('d', 'accepted', many))).toEqual([422, [['metadata', 'errors.too_many']]]);
  });

  it.each([
    ['an id with a slash', { bookable_event_id: 'a/b' }, 'bookable_event_id', 'errors.invalid'],
    ['257 places', { registration: { capacity: 257 } }, 'registration.capacity', 'errors.invalid'],
    ['an end before its start', { end: times.start }, 'end', 'errors.invalid_time_pair'],
    ['registrations', { registration: { registrations: [] } }, 'registration.registrations', 'errors.not_supported'],
  ])('given a bookable event with %s, then 422 names it (AVL-20)', async (_what, wrong, field, key) => {
    const send = client(await kalends().application());
    const answer = await send('POST', '/v1/bookable_events', { bookable_event_id: 'yoga', ...times, ...wrong });
    expect(errorsOf(answer)).toEqual([422, [[field, key]]]);
  });

  it('given 101 registrations, when read by pages, then each appears once (HTTP-10)', async () => {
    const send = client(await kalends().application());
    await send('POST', '/v1/bookable_events', { bookable_event_id: 'fair', ...times });
    const guests = Array.from({ length: 101 }, (_, n) => `guest-${n}`);
    for (const registration_id of guests)
      await send('POST', '/v1/bookable_events/fair/registrations', { registration_id, status: 'pending' });
    const first = (await send('GET', '/v1/bookable_events/fair')).body.registration;
    expect(first.pages).toMatchObject({ current: 1, total: 2 });
    const path = new URL(first.pages.next_page as string).pathname;
    const second = (await send('GET', path)).body.registration;
    const read = [...first.registrations, ...second.registrations].map(({ registration_id }) => registration_id);
    expect([read, second.pages]).toEqual([guests, { current: 2, total: 2 }]);
  });

  it('given bookable events, when their availability is queried, then full and cancelled ones are left out (AVL-22)', async () => {
    const application = await kalends().application();
    const send = client(application);
    const create = (bookable_event_id: string, more: Json = {}) =>
      send('POST', '/v1/bookable_events', { bookable_event_id, ...times, registration: { capacity: 1 }, ...more });
    await create('open');
    await create('full');
    await create('off', { status: 'cancelled' });
    await send('POST', '/v1/bookable_events/full/registrations', { registration_id: 'a', status: 'accepted' });
    const ask = (...ids: string[]) => ({ bookable_events: ids.map((bookable_event_id) => ({ bookable_event_id })) });
    expect((await send('POST', '/v1/availability', ask('full', 'open', 'off'))).body).toEqual({
      available_bookable_events: [
        { bookable_event_id: 'open', ...times, registration: { capacity: 1, registered_count: 0 } },
      ],
    });
    expect(errorsOf(await send('POST', '/v1/availability', ask('open', 'none')))).toEqual([
      422,
      [['bookable_events[1].bookable_event_id', 'errors.not_recognized']],
    ]);
    const mixed = { ...ask('open'), required_duration: { minutes: 60 } };
    expect(errorsOf(await send('POST', '/v1/availability', mixed))).toEqual([
      422,
      [['bookable_events', 'errors.invalid']],
    ]);
    const { access_token } = await kalends().account(application);
    const token = await call('POST', kalends().url('/v1/availability'), { token: access_token, body: ask('open') });
    expect(token.status).toBe(403);
  });
});
