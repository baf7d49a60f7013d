import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

type Event = { event_id: string; start: string };
type Page = { pages: { next_page?: string }; events: Event[]; errors: Record<string, { key: string }[]> };

const once = (event_id: string, day: string) => ({
  event_id,
  summary: 'Meeting',
  start: `${day}T15:00:00Z`,
  end: `${day}T16:00:00Z`,
});

describe('managed events of all time', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ now: () => Date.UTC(2026, 10, 20) });
  });
  afterAll(() => gateway.stop());

  async function readAll(token: string, query: string) {
    const events: Event[] = [];
    let path: string | undefined = `/v1/events?${query}`;
    while (path) {
      const { body } = await gateway.call('GET', path, { token });
      const page = body as Page;
      events.push(...page.events);
      path = page.pages.next_page?.replace(/^https?:\/\/[^/]+/, '');
    }
    return events;
  }
  async function accountWith(...events: object[]) {
    const account = await newAccountWithCalendar(gateway.database.pool);
    for (const body of events) {
      const path = `/v1/calendars/${account.calendarId}/events`;
      const { status } = await gateway.call('POST', path, { token: account.token, body });
      expect(status).toBe(202);
    }
    return account;
  }

  it('given events long ago and far ahead, when only_managed is read without bounds, then all are returned; with a bound, those in it (EVT-21)', async () => {
    const { token } = await accountWith(
      once('old', '1999-05-03'),
      once('now', '2026-11-20'),
      once('far', '2059-05-03'),
    );
    const ids = async (query: string) => (await readAll(token, query)).map(({ event_id }) => event_id);
    expect(await ids('tzid=Europe/Berlin&only_managed=true')).toEqual(['old', 'now', 'far']);
    expect(await ids('tzid=Europe/Berlin')).toEqual(['now']);
    expect(await ids('tzid=Europe/Berlin&only_managed=true&from=2026-11-01')).toEqual(['now']);
  });

  it('given a yearly series without an end, then its instances end ten years ahead (EVT-21)', async () => {
    const recurrence = { rules: [{ frequency: 'yearly' }] };
    const { token } = await accountWith({ ...once('series', '2020-05-03'), recurrence });
    const starts = (await readAll(token, 'tzid=Etc/UTC&only_managed=true')).map(({ start }) => start);
    const years = Array.from({ length: 17 }, (_, index) => `${2020 + index}-05-03T15:00:00Z`);
    expect(starts).toEqual(years);
  });

  it.each(['calendar_ids[]=', 'calendar_ids=', 'calendar_ids[]=&calendar_ids[]='])(
    'given %s, then 422: an empty list of calendars is neither all nor none (EVT-22)',
    async (query) => {
      const { token } = await accountWith();
      for (const path of ['/v1/events', '/v1/free_busy']) {
        const { status, body } = await gateway.call('GET', `${path}?tzid=Etc/UTC&${query}`, { token });
        const [[field, errors] = []] = Object.entries((body as Page).errors);
        expect([status, errors?.[0]?.key]).toEqual([422, 'errors.invalid_calendar_ids']);
        expect(field).toMatch(/^calendar_ids/);
      }
    },
  );
});
