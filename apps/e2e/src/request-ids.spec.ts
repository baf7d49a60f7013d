import { readFile } from 'node:fs/promises';
import { missingForRadicale, skipFor, startRadicale, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { e2e, type Account, type Kalends } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

interface Line {
  service?: string;
  event?: string;
  request_id?: string;
}

interface Listed {
  calendar_id: string;
  provider_name: string;
}

const time = { start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z', tzid: 'Europe/London' };

/** Upserts an event that has the id of its request as `event_id`. */
async function upsert(kalends: Kalends, { access_token, calendar_id }: Account, id: string): Promise<number> {
  const { status } = await fetch(kalends.url(`/v1/calendars/${calendar_id}/events`), {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'x-request-id': id },
    body: JSON.stringify({ event_id: id, summary: 'Visit', ...time }),
  });
  return status;
}

/** Waits until the lines with this id are those. */
async function expectLines(kalends: Kalends, id: string, expected: string[]): Promise<void> {
  const read = async () =>
    (await readFile(kalends.deployment.logFile, 'utf8'))
      .split('\n')
      .filter((line) => line.includes(`"request_id":"${id}"`))
      .map((line) => JSON.parse(line) as Line)
      .map(({ service, event }) => `${service} ${event}`)
      .sort();
  await waitUntil(async () => (await read()).length >= expected.length, { timeout: 60_000 }).catch(() => undefined);
  expect(await read()).toEqual(expected);
}

e2e('the id of a request (HTTP-16)', (kalends) => {
  it('given upserts at the same time, when they are applied, then the lines of gateway and calendar-sync have the id of each', async () => {
    const account = await kalends().account(await kalends().application());
    const ids = ['one', 'two', 'three'].map((name) => `${name}-${account.calendar_id}`);
    const statuses = await Promise.all(ids.map((id) => upsert(kalends(), account, id)));
    expect(statuses).toEqual([202, 202, 202]);
    for (const id of ids) await expectLines(kalends(), id, ['calendar-sync write.applied', 'gateway request.answered']);
  });

  it('given an upsert to a CalDAV calendar, when the provider has it, then the line of that write has the id', async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    const radicale = await startRadicale({ users: { ada: 'secret' } });
    try {
      await RadicaleCalendar.create(radicale, 'ada', 'secret', 'work');
      const account = await kalends().account(await kalends().application());
      const login = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'secret' };
      expect((await kalends().admin('POST', `/accounts/${account.sub}/profiles`, login)).status).toBe(201);
      let calendar: Listed | undefined;
      const isListed = async () => {
        const { body } = await kalends().get<{ calendars: Listed[] }>(account.access_token, '/v1/calendars');
        calendar = body.calendars.find(({ provider_name }) => provider_name === 'caldav');
        return calendar !== undefined;
      };
      await waitUntil(isListed, { timeout: 60_000, what: 'the calendar to be listed' });
      const { calendar_id } = calendar!;
      const id = `caldav-${calendar_id}`;
      expect(await upsert(kalends(), { ...account, calendar_id }, id)).toBe(202);
      await expectLines(kalends(), id, ['calendar-sync write.completed', 'gateway request.answered']);
    } finally {
      await radicale.stop();
    }
  });
});
