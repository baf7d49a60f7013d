import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCalendar } from '@kalends/provider-port/sync';
import { ada, fixed, startGoogle, type Granted, type SimulatedGoogle } from './google.fixture.js';

const rotas: NewCalendar = { key: 'd4'.repeat(20), name: 'Rotas', color: '#49bed8', tzid: 'Europe/London' };
const api = 'https://www.googleapis.com/auth/calendar';

describe('calendars.insert', () => {
  let google: SimulatedGoogle;
  beforeEach(async () => void (google = await startGoogle()));
  afterEach(() => google.close());

  const named = async (name: string) => (await google.provider().calendars()).filter((one) => one.name === name);

  async function withScopes(...scopes: string[]) {
    const grants = [{ email: ada, client_id: 'test', scope: scopes.map((one) => `${api}.${one}`).join(' ') }];
    const [granted] = (await google.seeded({ grants })) as [Granted];
    return google.provider(fixed(granted.access_token));
  }

  it('given a lost response, when requested again, then there is one calendar, inserted once', async () => {
    await google.control('faults', { method: 'POST', path: '/calendars', lostAnswer: true });
    await expect(google.provider().createCalendar(rotas)).rejects.toMatchObject({ failure: 'unavailable' });
    const created = await google.provider().createCalendar(rotas);
    expect(await google.count('calendars.insert')).toBe(1);
    expect((await named('Rotas')).map(({ href }) => href)).toEqual([created.href]);
  });

  it('given a calendar of the same name that the user created, when requested, then a separate one is created', async () => {
    await google.control('seed', { calendars: [{ email: ada, id: 'theirs', summary: 'Rotas' }] });
    const created = await google.provider().createCalendar(rotas);
    expect(created.href).not.toBe('theirs');
    expect(await named('Rotas')).toHaveLength(2);
  });

  it('given the scopes of a journey that requests calendar creation, when requested, then it is created, in its colour', async () => {
    const provider = await withScopes('events', 'calendarlist.readonly', 'app.created');
    expect(await provider.createCalendar(rotas)).toMatchObject({ name: 'Rotas', color: '#49bed8' });
  });

  it('given a user who did not permit it, when requested, then it is refused and the profile stays connected', async () => {
    const provider = await withScopes('events', 'calendarlist.readonly');
    await expect(provider.createCalendar(rotas)).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('not permitted'),
    });
    expect(await named('Rotas')).toEqual([]);
  });

  it('given a colour that cannot be set, when requested, then the calendar is created without it', async () => {
    await google.control('faults', { method: 'PATCH', path: '/calendarList', status: 403, reason: 'forbidden' });
    expect(await google.provider().createCalendar(rotas)).toMatchObject({ name: 'Rotas' });
    expect(await named('Rotas')).toHaveLength(1);
  });

  it('given an exhausted quota, when requested, then it is unavailable, to be retried', async () => {
    await google.control('faults', { method: 'POST', path: '/calendars', status: 403, reason: 'quotaExceeded' });
    await expect(google.provider().createCalendar(rotas)).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
