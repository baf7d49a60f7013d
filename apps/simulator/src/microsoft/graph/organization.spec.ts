import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, scope, startMicrosoft, type MicrosoftSeeded } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
type Body = Record<string, unknown>;

const at = (hour: string, length = '30') => ({
  start: { dateTime: `2026-12-01T${hour}:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2026-12-01T${hour}:${length}:00`, timeZone: 'UTC' },
});
const [red, blue] = ['red@work.example', 'blue@work.example'];

describe('an organization at the simulated Microsoft', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
    await world.control('seed', {
      microsoft: {
        users: [
          {
            email: 'joan@work.example',
            name: 'Joan',
            timeZone: 'Pacific Standard Time',
            categories: { Club: 'preset2' },
          },
        ],
        roomLists: [{ email: 'north@work.example', name: 'North' }],
        rooms: [
          { email: red, name: 'Red', capacity: 8, building: '1', list: 'north@work.example' },
          { email: blue, name: 'Blue' },
        ],
      },
    });
  });
  afterEach(() => world.close());

  /** A user's requests with the scopes named after the usual ones. */
  async function as(email: string, more = '') {
    const grants = [{ email, client_id: 'app', scope: `${scope} ${more}` }];
    const { microsoft } = await world.control<{ microsoft: MicrosoftSeeded }>('seed', { microsoft: { grants } });
    const [grant] = microsoft.grants;
    const token = grant!.access_token;
    const send: World['as'] = (path, options) => world.as(path, { token, ...options });
    return Object.assign(send, { client: clientOf({ url: world.url, grant: grant! }) });
  }
  const values = ({ body }: Awaited<ReturnType<World['as']>>) => body['value'] as Body[];
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [status, (body['error'] as Body)?.['code']];

  it('given busy times, when schedules are requested, then a digit per interval; personal accounts are refused', async () => {
    const joan = await as('joan@work.example');
    await joan('/me/events', { body: { subject: 'Secret', ...at('10'), showAs: 'oof' } });
    await joan('/me/events', { body: { ...at('11'), showAs: 'tentative' } });
    await joan('/me/events', { body: { ...at('09', '15'), showAs: 'free' } });
    const body = {
      schedules: ['joan@work.example', 'grace@outlook.example'],
      startTime: { dateTime: '2026-12-01T09:00:00', timeZone: 'UTC' },
      endTime: { dateTime: '2026-12-01T12:00:00', timeZone: 'UTC' },
    };
    const answer = await (await as('ada@work.example')).client.api('/me/calendar/getSchedule').post(body);
    const [ofJoan, ofGrace] = (answer as { value: Body[] }).value;
    expect(ofJoan).toMatchObject({ scheduleId: 'joan@work.example', availabilityView: '003010' });
    const items = ofJoan!['scheduleItems'] as Body[];
    expect(items.map(({ status }) => status)).toEqual(['free', 'oof', 'tentative']);
    expect(items[1]).toEqual({
      status: 'oof',
      start: { dateTime: '2026-12-01T10:00:00.0000000', timeZone: 'UTC' },
      end: { dateTime: '2026-12-01T10:30:00.0000000', timeZone: 'UTC' },
    });
    expect(ofGrace).toMatchObject({ error: { responseCode: 'ErrorMailRecipientNotFound' } });
    expect((await world.asGrace('/me/calendar/getSchedule', { body })).status).toBe(403);
    const hour = await world.as('/me/calendar/getSchedule', { body: { ...body, availabilityViewInterval: 4 } });
    expect(codeOf(hour)).toEqual([400, 'RequestBodyRead']);
    const late = { ...body, endTime: { dateTime: '2027-02-02T09:01:00', timeZone: 'UTC' } };
    expect(codeOf(await world.as('/me/calendar/getSchedule', { body: late }))).toEqual([
      400,
      'ErrorTimeIntervalTooBig',
    ]);
  });

  it('given rooms, when listed with Place.Read.All, then all, or those of a list; without the scope 403', async () => {
    expect((await world.as('/places/microsoft.graph.room')).status).toBe(403);
    const ada = await as('ada@work.example', 'Place.Read.All');
    const rooms = values(await ada('/places/microsoft.graph.room'));
    expect(rooms.map(({ emailAddress, capacity }) => [emailAddress, capacity])).toEqual([
      [red, 8],
      [blue, 0],
    ]);
    expect(values(await ada('/places/microsoft.graph.roomlist'))).toMatchObject([{ displayName: 'North' }]);
    const inNorth = values(await ada('/places/north@work.example/microsoft.graph.roomlist/rooms'));
    expect(inNorth.map(({ emailAddress }) => emailAddress)).toEqual([red]);
    const grace = await as('grace@outlook.example', 'Place.Read.All');
    expect((await grace('/places/microsoft.graph.room')).status).toBe(403);
  });

  it('given a room that is free, then busy, when invited, then it accepts, then declines', async () => {
    const attendees = [{ emailAddress: { address: red }, type: 'resource' }];
    const invite = async (hour: string) => {
      const { body } = await world.as('/me/events', { body: { ...at(hour), attendees } });
      return (body['attendees'] as { status: Body }[])[0]!.status['response'];
    };
    expect([await invite('10'), await invite('11'), await invite('10')]).toEqual(['accepted', 'accepted', 'declined']);
  });

  it('given a shared calendar, when opened, then by its path with a scope for shared ones, within the rights', async () => {
    const joan = await as('joan@work.example');
    const { body } = await joan('/me/events', { body: { subject: 'Open', ...at('10') } });
    await joan('/me/events', { body: { subject: 'Hidden', ...at('11'), sensitivity: 'private' } });
    const path = '/users/joan@work.example/calendar';
    expect((await world.as(`${path}/events`)).status).toBe(403);
    const ada = await as('ada@work.example', 'Calendars.ReadWrite.Shared');
    expect((await ada(`${path}/events`)).status).toBe(404);
    await world.control('seed', {
      microsoft: { shares: [{ owner: 'joan@work.example', email: 'ada@work.example', listed: true }] },
    });
    expect(values(await ada(`${path}/events`)).map(({ subject }) => subject)).toEqual(['Open', 'Private Appointment']);
    expect((await ada(`${path}/events`, { body: at('12') })).status).toBe(403);
    const listed = values(await ada('/me/calendars')).at(-1)!;
    expect(listed).toMatchObject({
      owner: { address: 'joan@work.example' },
      canEdit: false,
      isDefaultCalendar: false,
      canViewPrivateItems: false,
    });
    const one = `/events/${String(body['id'])}`;
    expect((await ada(`/me${one}`)).status).toBe(404);
    expect((await ada(`/me/calendars/${String(listed['id'])}${one}`)).body['subject']).toBe('Open');
    const view = 'calendarView/delta?startDateTime=2026-12-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z';
    expect(values(await ada(`/me/calendars/${String(listed['id'])}/${view}`))).toHaveLength(2);
    expect((await ada('/users/nobody@work.example/calendar')).status).toBe(404);
  });

  it('given a mailbox, when its settings, categories and zones are read, then as seeded', async () => {
    expect((await world.as('/me/mailboxSettings/timeZone')).status).toBe(403);
    const joan = await as('joan@work.example', 'MailboxSettings.Read');
    expect((await joan('/me/mailboxSettings/timeZone')).body['value']).toBe('Pacific Standard Time');
    expect((await joan('/me/mailboxSettings')).body).toMatchObject({ timeZone: 'Pacific Standard Time' });
    expect(values(await joan('/me/outlook/masterCategories'))).toMatchObject([
      { displayName: 'Club', color: 'preset2' },
    ]);
    const aliases = async (path: string) => values(await joan(path)).map(({ alias }) => alias);
    expect(await aliases('/me/outlook/supportedTimeZones')).toContain('W. Europe Standard Time');
    const iana = "/me/outlook/supportedTimeZones(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')";
    expect(await aliases(iana)).toContain('Europe/Berlin');
  });
});
