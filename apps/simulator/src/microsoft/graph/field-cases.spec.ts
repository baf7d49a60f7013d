import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scope, startMicrosoft, type MicrosoftSeeded } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
type Body = Record<string, unknown>;

const at = (day: string, timeZone = 'UTC') => ({
  start: { dateTime: `2027-01-${day}T10:00:00`, timeZone },
  end: { dateTime: `2027-01-${day}T11:00:00`, timeZone },
});
const prefer = { prefer: 'IdType="ImmutableId"' };
const january = 'startDateTime=2027-01-01T00:00:00Z&endDateTime=2027-02-01T00:00:00Z';

describe('what surprises applications at the simulated Microsoft', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());

  const create = async (more: object = {}, path = '/me/events') =>
    (await world.as(path, { body: { subject: 'One', ...at('31'), ...more } })).body;
  const get = (path: string, headers = {}) => world.as(path, { headers });
  const valuesOf = async (path: string, headers = {}) => (await get(path, headers)).body['value'] as Body[];
  const startOf = (event: Body) => String((event['start'] as Body)['dateTime']).slice(0, 10);
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [status, (body['error'] as Body)?.['code']];
  const seed = (microsoft: object) =>
    world.control<{ microsoft: MicrosoftSeeded & { events: string[] }; error?: string }>('seed', { microsoft });

  it('given an event, when moved, then its id changes, unless ids are immutable', async () => {
    const team = (await world.as('/me/calendars', { body: { name: 'Team' } })).body;
    const { id } = await create();
    const delta = `/me/calendarView/delta?${january}`;
    const plain = (await get(delta)).body['@odata.deltaLink'] as string;
    await world.control('microsoft/move-event', { event: id, calendar: team['id'] });
    const events = `/me/calendars/${String(team['id'])}/events`;
    const [moved] = await valuesOf(events);
    expect(moved!['id']).not.toBe(id);
    expect((await get(`/me/events/${String(id)}`)).status).toBe(404);
    expect((await get(`/me/events/${String(moved!['id'])}`)).body['id']).toBe(moved!['id']);
    expect((await get(`/me/events/${String(id)}`, prefer)).body['id']).toBe(id);
    expect((await valuesOf(events, prefer))[0]!['id']).toBe(id);
    expect((await get(plain)).body['value']).toEqual([{ '@removed': { reason: 'deleted' }, id }]);
    const back = (await get(`${events.replace('/events', '')}/calendarView/delta?${january}`)).body;
    await world.control('microsoft/move-event', { event: id, calendar: world.calendar });
    const gone = (headers: object) => valuesOf(String(back['@odata.deltaLink']), headers);
    expect(await gone({})).toEqual([{ '@removed': { reason: 'deleted' }, id: moved!['id'] }]);
    expect(await gone(prefer)).toEqual([{ '@removed': { reason: 'deleted' }, id }]);
  });

  it('given a moved series, when read, then occurrences and exceptions move with it', async () => {
    const team = (await world.as('/me/calendars', { body: { name: 'Team' } })).body;
    const recurrence = {
      pattern: { type: 'daily', interval: 1 },
      range: { type: 'numbered', startDate: '2027-01-10', numberOfOccurrences: 3 },
    };
    const { id } = await create({ ...at('10'), recurrence });
    const instances = (of: unknown, headers = {}) => valuesOf(`/me/events/${String(of)}/instances?${january}`, headers);
    const [, second] = await instances(id);
    await world.as(`/me/events/${String(second!['id'])}`, { method: 'PATCH', body: { subject: 'Other' } });
    await world.control('microsoft/move-event', { event: id, calendar: team['id'] });
    const [series] = await valuesOf(`/me/calendars/${String(team['id'])}/events`);
    const moved = await instances(series!['id']);
    expect(moved.map(({ subject, seriesMasterId }) => [subject, seriesMasterId])).toEqual([
      ['One', series!['id']],
      ['Other', series!['id']],
      ['One', series!['id']],
    ]);
    expect((await get(`/me/events/${String(moved[1]!['id'])}`)).body['subject']).toBe('Other');
    expect((await instances(id, prefer)).map((one) => one['id'])).toContain(second!['id']);
  });

  it.each([
    ['absoluteMonthly', { dayOfMonth: 31 }, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['absoluteYearly', { dayOfMonth: 29, month: 2 }, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']],
  ])('given %s with %j, when expanded, then the last day of shorter months', async (type, more, days) => {
    const [first] = days as [string];
    const time = (hour: number) => ({ dateTime: `${first}T${hour}:00:00`, timeZone: 'UTC' });
    const range = { type: 'numbered', startDate: first, numberOfOccurrences: 4 };
    const recurrence = { pattern: { type, interval: 1, ...more }, range };
    const { id } = await create({ start: time(10), end: time(11), recurrence });
    const bounds = 'startDateTime=2027-01-01T00:00:00Z&endDateTime=2031-12-01T00:00:00Z';
    expect((await valuesOf(`/me/events/${String(id)}/instances?${bounds}`)).map(startOf)).toEqual(days);
  });

  it('given a seeded event in a custom zone, when read, then its zone has no name that can be requested', async () => {
    const zone = 'tzone://Microsoft/Custom';
    const users = [{ email: 'joan@work.example', timeZone: 'Pacific Standard Time' }];
    const grants = [{ email: 'joan@work.example', client_id: 'app', scope }];
    const events = [
      { email: 'joan@work.example', event: { subject: 'Custom', ...at('10', zone) } },
      { email: 'joan@work.example', event: at('11'), organizer: { address: 'eve@elsewhere.example' } },
    ];
    const { microsoft } = await seed({ users, grants, events });
    const as: World['as'] = (path, options) => world.as(path, { token: microsoft.grants[0]!.access_token, ...options });
    const custom = (await as(`/me/events/${microsoft.events[0]}`)).body;
    expect(custom).toMatchObject({
      originalStartTimeZone: zone,
      originalEndTimeZone: zone,
      start: { dateTime: '2027-01-10T18:00:00.0000000', timeZone: 'UTC' },
    });
    const asked = await as('/me/events', { headers: { prefer: `outlook.timezone="${zone}"` } });
    expect(codeOf(asked)).toEqual([400, 'TimeZoneNotSupportedException']);
    expect(codeOf(await as('/me/events', { body: at('10', zone) }))).toEqual([400, 'TimeZoneNotSupportedException']);
    const invited = (await as(`/me/events/${microsoft.events[1]}`)).body;
    expect(invited).toMatchObject({
      isOrganizer: false,
      organizer: { emailAddress: { address: 'eve@elsewhere.example' } },
      responseStatus: { response: 'notResponded' },
    });
    expect((await seed({ events: [{ email: 'joan@work.example', event: {} }] })).error).toContain('Event.Start');
  });

  it('given events, when ordered by their starts, then so; by anything else 400', async () => {
    await create(at('20'));
    await create(at('10'));
    const ordered = (by: string) => valuesOf(`/me/events?$orderby=${by}`);
    expect((await ordered('start/dateTime')).map(startOf)).toEqual(['2027-01-10', '2027-01-20']);
    expect((await ordered('start/dateTime desc')).map(startOf)).toEqual(['2027-01-20', '2027-01-10']);
    expect((await get('/me/events?$orderby=subject')).status).toBe(400);
  });

  it('given a client of one tenant, when used at common, then AADSTS50194', async () => {
    const tenant = world.grant.tid;
    const redirect_uris = ['https://one.example.com/callback'];
    await seed({ clients: [{ client_id: 'one', client_secret: 'secret', redirect_uris, tenant }] });
    const query = new URLSearchParams({
      client_id: 'one',
      redirect_uri: redirect_uris[0]!,
      response_type: 'code',
      scope,
    });
    const authorize = (word: string) => world.as(`${world.url}/${word}/oauth2/v2.0/authorize?${query}`);
    const refused = await authorize('common');
    expect([refused.status, refused.body['text']]).toEqual([400, expect.stringContaining('AADSTS50194')]);
    expect((await authorize(tenant)).status).toBe(200);
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'one', client_secret: 'secret' });
    const token = await world.as(`${world.url}/common/oauth2/v2.0/token`, { body });
    expect(token.body).toMatchObject({ error: 'invalid_request', error_codes: [50194] });
  });

  it('given no mailbox in the cloud, when calendars are read, then 404, and the profile is still there', async () => {
    const users = [{ email: 'old@work.example', hasMailbox: false }];
    const grants = [{ email: 'old@work.example', client_id: 'app', scope }];
    const { microsoft } = await seed({ users, grants });
    const token = microsoft.grants[0]!.access_token;
    for (const path of ['/me/calendars', '/me/events', `/me/calendarView/delta?${january}`]) {
      expect(codeOf(await world.as(path, { token }))).toEqual([404, 'MailboxNotEnabledForRESTAPI']);
    }
    expect((await world.as('/me', { token })).status).toBe(200);
  });

  it('given a transient 412 and a lost answer, when repeated, then the write succeeds, once', async () => {
    const { id } = await create();
    const change = () => world.as(`/me/events/${String(id)}`, { method: 'PATCH', body: { subject: 'Two' } });
    await world.control('faults', { method: 'PATCH', status: 412, reason: 'ErrorIrresolvableConflict' });
    expect(codeOf(await change())).toEqual([412, 'ErrorIrresolvableConflict']);
    expect((await change()).status).toBe(200);
    await world.control('faults', { method: 'POST', lostAnswer: true });
    await expect(create({ transactionId: 'once' })).rejects.toThrow();
    await create({ transactionId: 'once' });
    expect(await valuesOf('/me/events')).toHaveLength(2);
    await world.control('faults', { path: '/events', status: 504 });
    expect((await get('/me/events')).body).toMatchObject({ error: { code: 'UnknownError', message: '' } });
  });
});
