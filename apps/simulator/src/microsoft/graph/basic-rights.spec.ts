import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMicrosoft, type MicrosoftSeeded } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
const property = 'String {00020329-0000-0000-C000-000000000046} Name note';
const at = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00`, timeZone: 'UTC' });
const event = {
  subject: 'Lunch',
  body: { contentType: 'text', content: 'Bring cake' },
  location: { displayName: 'Hall' },
  start: at(10),
  end: at(11),
  singleValueExtendedProperties: [{ id: property, value: 'x' }],
};

describe('given Calendars.ReadBasic alone at the simulated Microsoft', () => {
  let world: World;
  let token: string;
  let events: string;
  let id: string;
  beforeEach(async () => {
    world = await startMicrosoft();
    events = `/me/calendars/${world.calendar}/events`;
    id = (await world.as(events, { body: event })).body['id'] as string;
    const grants = [{ email: 'ada@work.example', client_id: 'app', scope: 'User.Read Calendars.ReadBasic' }];
    const seeded = await world.control<{ microsoft: MicrosoftSeeded }>('seed', { microsoft: { grants } });
    token = seeded.microsoft.grants[0]!.access_token;
  });
  afterEach(() => world.close());

  it('when events are read in any way, then they have times, subject and place, and no text or extensions', async () => {
    const expand = `$expand=singleValueExtendedProperties($filter=id eq '${property}')`;
    const view = `startDateTime=2026-12-01T00:00:00Z&endDateTime=2026-12-02T00:00:00Z`;
    const paths = [`${events}?${expand}`, `/me/calendars/${world.calendar}/calendarView?${view}`];
    const lists = [...paths, `/me/calendars/${world.calendar}/calendarView/delta?${view}`];
    const read = async (path: string) => ((await world.as(path, { token })).body as { value?: object[] }).value?.[0];
    const single = (await world.as(`${events}/${id}?${expand}`, { token })).body;
    for (const shown of [...(await Promise.all(lists.map(read))), single]) {
      expect(shown).toMatchObject({ subject: 'Lunch', location: { displayName: 'Hall' } });
      for (const name of ['body', 'bodyPreview', 'singleValueExtendedProperties'])
        expect(shown).not.toHaveProperty(name);
    }
    expect((await world.as(`/me/calendars`, { token })).status).toBe(200);
    expect((await world.as(`${events}/${id}`)).body).toHaveProperty('bodyPreview', 'Bring cake');
  });

  it('when written, subscribed to, filtered by extensions, or when settings are read, then 403', async () => {
    const subscription = {
      changeType: 'updated',
      notificationUrl: 'http://127.0.0.1:9/',
      resource: `${events.slice(1)}`,
      expirationDateTime: '2026-12-01T00:00:00Z',
    };
    const filter = `singleValueExtendedProperties/any(ep: ep/id eq '${property}' and ep/value eq 'x')`;
    const status = async (path: string, options = {}) => (await world.as(path, { token, ...options })).status;
    expect([
      await status(events, { body: event }),
      await status(`${events}/${id}`, { method: 'PATCH', body: { subject: 'x' } }),
      await status(`${events}/${id}`, { method: 'DELETE' }),
      await status('/subscriptions', { body: subscription }),
      await status(`${events}?$filter=${encodeURIComponent(filter)}`),
      await status('/me/mailboxSettings'),
    ]).toEqual([403, 403, 403, 403, 403, 403]);
  });
});
