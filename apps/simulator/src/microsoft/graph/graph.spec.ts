import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, startMicrosoft } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
type Body = Record<string, unknown>;

const property = 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name ref';
const times = {
  start: { dateTime: '2026-12-01T10:00:00', timeZone: 'W. Europe Standard Time' },
  end: { dateTime: '2026-12-01T11:00:00', timeZone: 'W. Europe Standard Time' },
};
// every Tuesday and Thursday from 2026-12-01, six times
const weekly = {
  pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday', 'thursday'] },
  range: { type: 'numbered', startDate: '2026-12-01', numberOfOccurrences: 6 },
};
const december = 'startDateTime=2026-12-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z';

describe('the simulated Microsoft Graph', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());

  const create = (more: object = {}) => world.as('/me/events', { body: { subject: 'One', ...times, ...more } });
  const change = (id: unknown, body: object, headers: Record<string, string> = {}) =>
    world.as(`/me/events/${String(id)}`, { method: 'PATCH', body, headers });
  const remove = (id: unknown, headers: Record<string, string> = {}) =>
    world.as(`/me/events/${String(id)}`, { method: 'DELETE', headers });
  const get = (id: unknown, query = '', prefer = '') =>
    world.as(`/me/events/${String(id)}${query}`, { headers: prefer ? { prefer } : {} });
  const valuesOf = async (path: string) => (await world.as(path)).body['value'] as Body[];
  const instances = (id: unknown) => valuesOf(`/me/events/${String(id)}/instances?${december}`);
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [status, (body['error'] as Body)?.['code']];
  const startOf = (event: Body) => (event['start'] as Body)['dateTime'];

  it('given Microsoft’s own client, when it writes, reads and deletes, then it succeeds', async () => {
    const client = clientOf(world);
    expect(((await client.api('/me').get()) as Body)['displayName']).toBe('Ada');
    const created = (await client.api('/me/events').post({ subject: 'Lunch', ...times })) as Body;
    const path = `/me/events/${String(created['id'])}`;
    await client.api(path).patch({ subject: 'Dinner' });
    const read = (await client
      .api(path)
      .header('Prefer', 'outlook.timezone="Europe/London"')
      .select('subject,start')
      .get()) as Body;
    expect([read['subject'], startOf(read)]).toEqual(['Dinner', '2026-12-01T09:00:00.0000000']);
    await client.api(path).delete();
    await expect(client.api(path).get()).rejects.toMatchObject({ statusCode: 404, code: 'ErrorItemNotFound' });
    expect(((await client.api('/me/calendars').get()) as { value: Body[] }).value.map(({ name }) => name)).toEqual([
      'Calendar',
      'Holidays',
    ]);
  });

  it('given types of objects and names without a value, as Microsoft’s client for Python sends them, then the event is written', async () => {
    const typed = (name: string, members: object) => ({ '@odata.type': `#microsoft.graph.${name}`, ...members });
    const emailAddress = typed('emailAddress', { address: 'grace@example.com', name: null });
    const attendees = [typed('attendee', { type: 'required', emailAddress })];
    const start = typed('dateTimeTimeZone', times.start);
    const { status, body } = await create({ ...typed('event', {}), start, attendees });
    expect([status, body['subject']]).toEqual([201, 'One']);
    const [attendee] = body['attendees'] as { emailAddress: Body }[];
    expect(attendee!.emailAddress['address']).toBe('grace@example.com');
    expect(codeOf(await create({ attendees: [{ ...attendees[0], 'odata.type': 'x' }] }))).toEqual([
      400,
      'RequestBodyRead',
    ]);
  });

  it('given calendars, when created, renamed and deleted, then 201, 409 on a taken name, 204; a read-only one stays', async () => {
    const made = await world.as('/me/calendars', { body: { name: 'Team', color: 'lightBlue' } });
    expect([made.status, made.body['color'], made.body['isDefaultCalendar']]).toEqual([201, 'lightBlue', false]);
    expect(codeOf(await world.as('/me/calendars', { body: { name: 'Team' } }))).toEqual([409, 'ErrorFolderExists']);
    const one = `/me/calendars/${String(made.body['id'])}`;
    expect((await world.as(one, { method: 'PATCH', body: { name: 'Club' } })).body['name']).toBe('Club');
    expect((await world.as(one, { method: 'DELETE' })).status).toBe(204);
    expect(codeOf(await world.as(one))).toEqual([404, 'ErrorItemNotFound']);
    const holidays = `/me/calendars/${world.holidays}`;
    expect((await world.as(holidays)).body['canEdit']).toBe(false);
    expect(codeOf(await world.as(`${holidays}/events`, { body: times }))).toEqual([403, 'ErrorAccessDenied']);
  });

  it('given 11 events, when listed, then ten and a link to the rest; $top is bounded', async () => {
    for (let n = 0; n < 11; n++) await create({ subject: `n${n}` });
    const first = (await world.as('/me/events?$select=subject')).body;
    expect((first['value'] as Body[]).map(({ subject }) => subject)).toEqual([...'0123456789'].map((n) => `n${n}`));
    const second = (await world.as(first['@odata.nextLink'] as string)).body;
    expect((second['value'] as Body[]).map(({ subject }) => subject)).toEqual(['n10']);
    expect(second['@odata.nextLink']).toBeUndefined();
    expect((await world.as('/me/events?$top=1001')).status).toBe(400);
    expect((await world.as('/me/events?$search=x')).status).toBe(400);
  });

  it('given unknown members, wrong types or zones, when written, then 400', async () => {
    expect(codeOf(await create({ colour: 'red' }))).toEqual([400, 'RequestBodyRead']);
    expect(codeOf(await create({ subject: 5 }))).toEqual([400, 'RequestBodyRead']);
    expect(codeOf(await create({ showAs: 'away' }))).toEqual([400, 'RequestBodyRead']);
    const nowhere = { dateTime: '2026-12-01T10:00:00', timeZone: 'Nowhere' };
    expect(codeOf(await create({ start: nowhere }))).toEqual([400, 'TimeZoneNotSupportedException']);
    expect(codeOf(await create({ isAllDay: true }))).toEqual([400, 'ErrorPropertyValidationFailure']);
  });

  it('given a transactionId, when created twice, then 201 with the same event, once', async () => {
    const [one, two] = [await create({ transactionId: 'once' }), await create({ transactionId: 'once' })];
    expect([one.status, two.status, two.body['id']]).toEqual([201, 201, one.body['id']]);
    expect(await valuesOf('/me/events')).toHaveLength(1);
  });

  it('given an ETag, when written, then it changes, and a stale If-Match gets 412', async () => {
    const { body } = await create();
    const etag = body['@odata.etag'] as string;
    expect(etag).toMatch(/^W\/".+"$/);
    expect((await change(body['id'], { subject: 'Two' }, { 'if-match': etag })).status).toBe(200);
    const stale = { 'if-match': etag };
    expect(codeOf(await change(body['id'], { subject: 'Three' }, stale))).toEqual([412, 'ErrorIrresolvableConflict']);
    expect(codeOf(await remove(body['id'], stale))).toEqual([412, 'ErrorIrresolvableConflict']);
    expect([(await remove(body['id'])).status, ...codeOf(await remove(body['id']))]).toEqual([
      204,
      400,
      'ErrorInvalidRequest',
    ]);
    expect(codeOf(await remove(body['id']))).toEqual([404, 'ErrorItemNotFound']);
  });

  it('given preferences, when read, then zone, text and ids as requested, and confirmed', async () => {
    const { body } = await create({ body: { contentType: 'text', content: 'a < b' } });
    expect(body['body']).toMatchObject({ contentType: 'html', content: expect.stringContaining('<html>') as string });
    expect(startOf(body)).toBe('2026-12-01T09:00:00.0000000');
    const prefer = 'IdType="ImmutableId", outlook.timezone="Pacific Standard Time", outlook.body-content-type="text"';
    const read = await get(body['id'], '', prefer);
    expect(read.body['start']).toEqual({ dateTime: '2026-12-01T01:00:00.0000000', timeZone: 'Pacific Standard Time' });
    expect(read.body['body']).toEqual({ contentType: 'text', content: 'a < b' });
    for (const part of prefer.split(', ')) expect(read.headers.get('preference-applied')).toContain(part);
    expect(codeOf(await get(body['id'], '', 'outlook.timezone="Nowhere"'))).toEqual([
      400,
      'TimeZoneNotSupportedException',
    ]);
  });

  it('given an all-day event, when read in another zone, then it stays at midnight', async () => {
    const at = (day: string) => ({ dateTime: `2026-12-${day}T00:00:00`, timeZone: 'UTC' });
    const { body } = await create({ isAllDay: true, start: at('24'), end: at('25') });
    const read = await get(body['id'], '', 'outlook.timezone="Asia/Tokyo"');
    expect(startOf(read.body)).toBe('2026-12-24T00:00:00.0000000');
  });

  it('given an extended property, when read, then only if expanded; and events are found by it', async () => {
    const { body } = await create({ singleValueExtendedProperties: [{ id: property, value: 'x1' }] });
    await create();
    expect(body['singleValueExtendedProperties']).toBeUndefined();
    const expand = `$expand=singleValueExtendedProperties($filter=id eq '${property}')`;
    const read = await get(body['id'], `?${expand}`);
    expect(read.body['singleValueExtendedProperties']).toEqual([{ id: property, value: 'x1' }]);
    const found = (value: string) =>
      valuesOf(
        `/me/events?$filter=singleValueExtendedProperties/Any(ep: ep/id eq '${property}' and ep/value eq '${value}')`,
      );
    expect((await found('x1')).map(({ id }) => id)).toEqual([body['id']]);
    expect(await found('x2')).toEqual([]);
  });

  it('given a series, when read, then unused members are zero-filled, and its instances are expanded', async () => {
    const { body } = await create({ recurrence: weekly });
    expect([body['type'], body['recurrence']]).toEqual([
      'seriesMaster',
      {
        pattern: { ...weekly.pattern, month: 0, dayOfMonth: 0, firstDayOfWeek: 'sunday', index: 'first' },
        range: { ...weekly.range, endDate: '0001-01-01', recurrenceTimeZone: 'W. Europe Standard Time' },
      },
    ]);
    const days = ['01', '03', '08', '10', '15', '17'].map((day) => `2026-12-${day}T09:00:00.0000000`);
    expect((await instances(body['id'])).map(startOf)).toEqual(days);
    expect((await valuesOf(`/me/calendarView?${december}`)).map(({ type }) => type)).toEqual(
      days.map(() => 'occurrence'),
    );
    expect(await valuesOf('/me/events')).toHaveLength(1);
  });

  it.each([
    [{ type: 'daily', interval: 2 }, ['12-01', '12-03', '12-05']],
    [{ type: 'absoluteMonthly', interval: 1, dayOfMonth: 1 }, ['12-01', '01-01', '02-01']],
    [{ type: 'relativeMonthly', interval: 1, daysOfWeek: ['tuesday'], index: 'first' }, ['12-01', '01-05', '02-02']],
    [{ type: 'absoluteYearly', interval: 1, dayOfMonth: 1, month: 12 }, ['12-01', '12-01', '12-01']],
  ])('given the pattern %j, when expanded, then it takes place on %j', async (pattern, days) => {
    const range = { type: 'numbered', startDate: '2026-12-01', numberOfOccurrences: 3 };
    const { body } = await create({ recurrence: { pattern, range } });
    const bounds = 'startDateTime=2026-12-01T00:00:00Z&endDateTime=2029-01-01T00:00:00Z';
    const found = await valuesOf(`/me/events/${String(body['id'])}/instances?${bounds}`);
    expect(found.map((one) => String(startOf(one)).slice(5, 10))).toEqual(days);
  });

  it('given exceptions and deleted occurrences, when the series is read, then only a single GET that expands has them', async () => {
    const { id } = (await create({ recurrence: weekly })).body;
    const [, second, third] = await instances(id);
    expect((await change(second!['id'], { subject: 'Other' })).body).toMatchObject({
      type: 'exception',
      seriesMasterId: id,
    });
    expect((await remove(third!['id'])).status).toBe(204);
    expect((await instances(id)).map(({ subject }) => subject)).toEqual(['One', 'Other', 'One', 'One', 'One']);
    const query = '?$select=subject,cancelledOccurrences,exceptionOccurrences&$expand=exceptionOccurrences';
    const { body } = await get(id, query);
    expect(body['cancelledOccurrences']).toEqual([`OID.${String(id)}.2026-12-08`]);
    expect(body['exceptionOccurrences']).toMatchObject([{ id: second!['id'], subject: 'Other' }]);
    expect((await world.as('/me/events?$expand=exceptionOccurrences')).status).toBe(400);
    expect((await get(id)).body['exceptionOccurrences']).toBeUndefined();
    const day = (n: string) => ({ dateTime: `2026-12-${n}T10:00:00`, timeZone: 'UTC' });
    const crossing = await change(second!['id'], { start: day('17'), end: day('17') });
    expect(codeOf(crossing)).toEqual([400, 'ErrorOccurrenceCrossingBoundary']);
  });

  it('given a view of more than 1,825 days, then 400 ErrorInvalidRequest', async () => {
    const view = (end: string) =>
      world.as(`/me/calendarView?startDateTime=2026-01-01T00:00:00Z&endDateTime=${end}T00:00:00Z`);
    expect((await view('2030-12-31')).status).toBe(200);
    expect(codeOf(await view('2031-01-01'))).toEqual([400, 'ErrorInvalidRequest']);
  });

  it('given five requests at once, when sent to one mailbox, then the fifth gets 429 with Retry-After', async () => {
    await world.control('latency', { ms: 300 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => world.as('/me/calendars')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect([refused[0]!.headers.get('retry-after'), codeOf(refused[0]!)[1]]).toEqual(['1', 'ApplicationThrottled']);
  });

  it('given scripted faults, when called, then in Graph’s format; a lost answer has its effect', async () => {
    await world.control('faults', { path: '/events', status: 503, retryAfter: 3 });
    const busy = await create();
    expect([...codeOf(busy), busy.headers.get('retry-after')]).toEqual([503, 'UnknownError', '3']);
    await world.control('faults', { path: '/events', status: 404, reason: 'MailboxNotEnabledForRESTAPI' });
    expect(codeOf(await create())).toEqual([404, 'MailboxNotEnabledForRESTAPI']);
    await world.control('faults', { path: '/events', method: 'POST', lostAnswer: true });
    await expect(create()).rejects.toThrow();
    expect(await valuesOf('/me/events')).toHaveLength(1);
  });
});
