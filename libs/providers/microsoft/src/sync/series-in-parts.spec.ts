import { afterEach, describe, expect, it } from 'vitest';
import { egress, fixed, readChangesOf } from './microsoft.fixture.js';
import { MicrosoftProvider } from './microsoft-provider.js';
import { startRecorder } from './recorded.fixture.js';

const calendar = { href: 'c', name: 'C', readonly: false, primary: true };
const time = (day: number) => ({ dateTime: `2026-12-0${day}T10:00:00.0000000`, timeZone: 'UTC' });
const one = (id: string, day: number) => ({ '@odata.etag': `W/"${id}"`, id, start: time(day), end: time(day) });
const exception = (day: number) => ({
  ...one(`e${day}`, day),
  type: 'exception',
  occurrenceId: `OID.s.2026-12-0${day}`,
  subject: 'X',
});
const master = (interval: number) => ({
  ...one('s', 1),
  type: 'seriesMaster',
  originalStartTimeZone: 'UTC',
  recurrence: {
    pattern: { type: 'daily', interval, month: 0, dayOfMonth: 0, firstDayOfWeek: 'sunday', index: 'first' },
    range: { type: 'noEnd', startDate: '2026-12-01', endDate: '0001-01-01', numberOfOccurrences: 0 },
  },
});

describe('a series whose exceptions or instances come in parts', () => {
  let close: () => Promise<void>;
  afterEach(() => close());

  /** A calendar with one event and one series. `first`: the exceptions in the series' own answer; `second`: the answer to its next page. */
  async function reading(
    first: unknown[],
    second: { status?: number; body?: unknown },
    { interval = 1, cancelled = ['OID.s.2026-12-04'] } = {},
  ) {
    let url = '';
    const server = await startRecorder(undefined, ({ path, body }) => {
      if (path.includes('/delta')) return { body: { value: [], '@odata.deltaLink': 'later' } };
      if (path.includes('page=2') || path.includes('/instances')) return second;
      if (!path.includes('$batch')) return { body: { value: [one('single', 5), master(interval)] } };
      const whole = {
        ...master(interval),
        exceptionOccurrences: first,
        'exceptionOccurrences@odata.nextLink': `${url}/me/page=2`,
        cancelledOccurrences: cancelled,
      };
      const [request] = body['requests'] as { id: string }[];
      return { body: { responses: [{ id: request!.id, status: 200, body: whole }] } };
    });
    url = server.graphUrl;
    close = () => server.close();
    return new MicrosoftProvider({ egress, graphUrl: url, tokens: fixed('s'), personal: false });
  }

  it('given exceptions on several pages, when it is read, then it has all of them', async () => {
    const provider = await reading([exception(2)], { body: { value: [exception(3)] } });
    const { changed } = await readChangesOf(provider, calendar, { cursor: null });
    expect(changed.find(({ href }) => href === 's')!.series).toMatchObject({
      recurrence: { rrules: ['FREQ=DAILY'], exdates: [{ local: '2026-12-04T10:00:00', tzid: 'Etc/UTC' }] },
      overrides: [{ change: { summary: 'X' } }, { change: { summary: 'X' } }],
    });
  });

  it.each<[string, unknown, unknown]>([
    ['of another type', 7, exception(3)],
    ['of another type on the second page', exception(2), { ...exception(3), start: 'x' }],
    ['without times', { ...exception(2), end: { dateTime: 'tomorrow' } }, exception(3)],
    ['without its original day', { ...exception(2), occurrenceId: null, originalStart: 'tomorrow' }, exception(3)],
  ])('given an exception %s, then the series is unreadable, rather than shown without it', async (_, first, second) => {
    const provider = await reading([first], { body: { value: [second] } });
    const { changed, skipped } = await readChangesOf(provider, calendar, { cursor: null });
    expect([changed.map(({ href }) => href), skipped]).toEqual([['single'], ['s']]);
  });

  it.each([7, { ...exception(3), end: { dateTime: 'tomorrow' } }])(
    'given the instance %j of a series without a rule that we know, then the series is unreadable',
    async (instance) => {
      const provider = await reading([], { body: { value: [exception(2), instance] } }, { interval: 0 });
      const { changed, skipped } = await readChangesOf(provider, calendar, { cursor: null });
      expect([changed.map(({ href }) => href), skipped]).toEqual([['single'], ['s']]);
    },
  );

  it('given more cancelled dates than we read, then the series is reported as unreadable, not left out in silence', async () => {
    const cancelled = Array.from({ length: 20_001 }, () => 'OID.s.2026-12-04');
    const provider = await reading([exception(2)], { body: { value: [] } }, { cancelled });
    const { changed, skipped } = await readChangesOf(provider, calendar, { cursor: null });
    expect([changed.map(({ href }) => href), skipped]).toEqual([['single'], ['s']]);
  });

  it('given a page of exceptions that is refused, then the calendar is read again later', async () => {
    const provider = await reading([exception(2)], { status: 404, body: { error: { code: 'ErrorItemNotFound' } } });
    const read = readChangesOf(provider, calendar, { cursor: null });
    await expect(read).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
