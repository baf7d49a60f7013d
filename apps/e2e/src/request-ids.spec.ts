import { readFile } from 'node:fs/promises';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';

interface Line {
  service?: string;
  event?: string;
  request_id?: string;
}

const time = { start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z', tzid: 'Europe/London' };

e2e('the id of a request (HTTP-16)', (kalends) => {
  it('given upserts at the same time, when they are applied, then the lines of gateway and calendar-sync have the id of each', async () => {
    const application = await kalends().application();
    const { access_token, calendar_id } = await kalends().account(application);
    const ids = ['one', 'two', 'three'].map((name) => `${name}-${calendar_id}`);
    const upsert = (id: string) =>
      fetch(kalends().url(`/v1/calendars/${calendar_id}/events`), {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify({ event_id: id, summary: 'Visit', ...time }),
      });
    const answers = await Promise.all(ids.map(upsert));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);

    const linesOf = async (id: string) =>
      (await readFile(kalends().deployment.logFile, 'utf8'))
        .split('\n')
        .filter((line) => line.includes(`"request_id":"${id}"`))
        .map((line) => JSON.parse(line) as Line)
        .map(({ service, event }) => `${service} ${event}`)
        .sort();
    const both = ['calendar-sync write.applied', 'gateway request.answered'];
    for (const id of ids) {
      await waitUntil(async () => (await linesOf(id)).length >= both.length, { timeout: 30_000 }).catch(
        () => undefined,
      );
      expect(await linesOf(id)).toEqual(both);
    }
  });
});
