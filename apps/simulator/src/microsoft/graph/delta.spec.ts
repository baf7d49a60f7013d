import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMicrosoft } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
type Row = Record<string, unknown>;

const at = (day: string, month = '12') => ({
  start: { dateTime: `2026-${month}-${day}T10:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2026-${month}-${day}T11:00:00`, timeZone: 'UTC' },
});
const daily = (start: string, count = 3) => ({
  pattern: { type: 'daily', interval: 1 },
  range: { type: 'numbered', startDate: start, numberOfOccurrences: count },
});
const december = '/me/calendarView/delta?startDateTime=2026-12-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z';

describe('the delta of a simulated Microsoft calendar', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());

  const create = async (more: object) => String((await world.as('/me/events', { body: more })).body['id']);
  const change = (id: unknown, body: object) => world.as(`/me/events/${String(id)}`, { method: 'PATCH', body });
  const remove = (id: unknown) => world.as(`/me/events/${String(id)}`, { method: 'DELETE' });
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [status, (body['error'] as Row)?.['code']];

  /** All rows until the link to the next round. */
  async function drain(path: string, prefer = ''): Promise<{ rows: Row[]; link: string; pages: number[] }> {
    const rows: Row[] = [];
    const pages: number[] = [];
    for (let next = path; ;) {
      const { body } = await world.as(next, { headers: prefer ? { prefer } : {} });
      const value = body['value'] as Row[];
      rows.push(...value);
      pages.push(value.length);
      const link = body['@odata.deltaLink'] as string | undefined;
      if (link) return { rows, link, pages };
      next = body['@odata.nextLink'] as string;
    }
  }
  const removedRow = (id: string) => ({ '@removed': { reason: 'deleted' }, id });

  it('given events, when drained, then full rows, and occurrences as stubs; afterwards only changes', async () => {
    const single = await create({ subject: 'One', ...at('05') });
    const series = await create({ subject: 'Daily', ...at('10'), recurrence: daily('2026-12-10') });
    await create({ ...at('05', '11') });
    const first = await drain(december);
    expect(first.rows.map(({ type, subject }) => [type, subject])).toEqual([
      ['singleInstance', 'One'],
      ['seriesMaster', 'Daily'],
      ...[1, 2, 3].map(() => ['occurrence', undefined]),
    ]);
    expect(Object.keys(first.rows[2]!).sort()).toEqual(['@odata.etag', 'end', 'id', 'seriesMasterId', 'start', 'type']);
    expect(first.rows[2]!['seriesMasterId']).toBe(series);
    expect((await drain(first.link)).rows).toEqual([]);
    await change(single, { subject: 'Two' });
    const second = await drain(first.link);
    expect(second.rows.map(({ subject }) => subject)).toEqual(['Two']);
    await remove(single);
    expect((await drain(second.link)).rows).toEqual([removedRow(single)]);
  });

  it('given changes outside the bounds, when drained, then @removed for events that live', async () => {
    const outside = await create({ ...at('05', '11') });
    const moved = await create({ ...at('05') });
    const { link } = await drain(december);
    await change(outside, { subject: 'New' });
    await change(moved, at('06', '11'));
    expect((await drain(link)).rows).toEqual([removedRow(outside), removedRow(moved)]);
    expect((await world.as(`/me/events/${outside}`)).status).toBe(200);
  });

  it('given a series that starts before the bounds, when drained, then its master is absent', async () => {
    await create({ ...at('30', '11'), recurrence: daily('2026-11-30', 2) });
    expect((await drain(december)).rows.map(({ type }) => type)).toEqual(['occurrence']);
  });

  it('given an exception and a deleted occurrence, when drained, then the one in full, and no row for the other', async () => {
    const series = await create({ subject: 'Daily', ...at('10'), recurrence: daily('2026-12-10') });
    const first = await drain(december);
    const [, second, third] = first.rows.filter(({ type }) => type === 'occurrence');
    await change(second!['id'], { subject: 'Other' });
    const next = await drain(first.link);
    expect(next.rows.map(({ type, subject, seriesMasterId }) => [type, subject, seriesMasterId])).toEqual([
      ['exception', 'Other', series],
    ]);
    await remove(third!['id']);
    const { rows } = await drain(next.link);
    expect(rows.map(({ type }) => type)).toEqual(['seriesMaster', 'occurrence']);
    expect(rows.map(({ id }) => id)).not.toContain(third!['id']);
  });

  it('given maxpagesize, empty pages and repeats, when drained, then pages as requested', async () => {
    for (const day of ['01', '02', '03']) await create(at(day));
    expect((await drain(december, 'odata.maxpagesize=2')).pages).toEqual([2, 1]);
    await world.control('microsoft/delta', { emptyPages: 1, repeats: true });
    const { rows, pages } = await drain(december, 'odata.maxpagesize=2');
    expect([pages, rows.length, rows[1]!['id'] === rows[2]!['id']]).toEqual([[0, 2, 2], 4, true]);
  });

  it('given lost or malformed tokens, options or no bounds, then 410 and 400', async () => {
    await create(at('05'));
    const { link } = await drain(december);
    expect(codeOf(await world.as('/me/calendarView/delta?$deltatoken=rubbish'))).toEqual([400, 'BadRequest']);
    expect((await world.as(`${december}&$select=subject`)).status).toBe(400);
    expect(codeOf(await world.as('/me/calendarView/delta'))).toEqual([400, 'ErrorInvalidParameter']);
    await world.control('invalidate-sync-tokens');
    expect(codeOf(await world.as(link))).toEqual([410, 'SyncStateNotFound']);
  });

  it('given a batch, when sent, then each item has its own status, in another order; 21 items are refused', async () => {
    await world.control('faults', { path: '/events', method: 'GET', status: 429, retryAfter: 7 });
    const requests = [
      { id: 'a', method: 'POST', url: '/me/events', body: { subject: 'One', ...at('05') } },
      { id: 'b', method: 'GET', url: '/me/events' },
      { id: 'c', method: 'GET', url: '/me/events/unknown' },
      { id: 'd', method: 'GET', url: '/me', dependsOn: ['c'] },
    ];
    const { status, body } = await world.as('/$batch', { body: { requests } });
    const responses = body['responses'] as { id: string; status: number; headers: Record<string, string> }[];
    expect([status, responses.map((one) => [one.id, one.status])]).toEqual([
      200,
      [
        ['d', 424],
        ['c', 404],
        ['b', 429],
        ['a', 201],
      ],
    ]);
    expect(responses[2]!.headers['Retry-After']).toBe('7');
    const many = Array.from({ length: 21 }, (_, n) => ({ id: `${n}`, method: 'GET', url: '/me' }));
    expect(codeOf(await world.as('/$batch', { body: { requests: many } }))).toEqual([400, 'BadRequest']);
  });
});
