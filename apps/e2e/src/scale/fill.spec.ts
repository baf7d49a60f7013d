import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChannelReceiver, type ChannelReceiver } from '../harness/channel-receiver.js';
import { Drained } from '../harness/drained.js';
import type { Application } from '../harness/kalends.js';
import { root } from '../harness/processes.js';
import { fill, untilSettled, type FilledAccount } from './fill.js';
import { createTemplates, templates } from './templates.js';
import { openWorld, type World } from './world.js';

const now = Date.now();

describe('accounts that the scale benchmark writes into the tables of all services', () => {
  let world: World;
  let receiver: ChannelReceiver;
  let application: Application;
  let accounts: FilledAccount[];
  beforeAll(async () => {
    receiver = await startChannelReceiver();
    world = await openWorld({ durable: false });
    await world.start();
    application = await world.kalends.application();
    const made = await createTemplates(
      { ...world, application, callbackUrl: receiver.url },
      { calendars: 2, events: 5 },
      now,
    );
    await untilSettled(world.client);
    await world.stop();
    accounts = await fill(world.databaseUrl, { made, accounts: templates + 20 });
    await world.start();
  });
  afterAll(async () => {
    await world.end();
    await receiver.stop();
  });

  const pairs = () => accounts.slice(templates).map((copy) => [copy.template, copy] as const);
  const rebuild = async (service: string) => {
    const args = ['projection', 'rebuild', '--service', service, '--database-url', world.databaseUrl];
    return (await promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), ...args])).stdout;
  };
  type Shown = Record<string, unknown> & { calendar_id: string };
  const eventsOf = async ({ access_token }: { access_token: string }) =>
    (await world.kalends.events<Shown>(access_token, 'tzid=Etc/UTC')).map(({ calendar_id: _id, ...event }) => event);

  it('given copies, when read by the API, then each has the events of its template in calendars of its own', async () => {
    const seen = new Set<string>();
    for (const [template, copy] of pairs()) {
      const events = await eventsOf(copy);
      expect(events.length).toBeGreaterThan(10);
      expect(events).toEqual(await eventsOf(template));
      const { body } = await world.kalends.get<{ calendars: Shown[] }>(copy.access_token, '/v1/calendars');
      for (const { calendar_id } of body.calendars) seen.add(calendar_id);
    }
    expect(seen.size).toBe(30);
  });

  it('given copies, when their availability is queried, then it is that of their templates', async () => {
    const slots = async (members: string[]) => {
      const at = (days: number) => `${new Date(now + days * 86_400_000).toISOString().slice(0, 19)}Z`;
      const period = { start: at(1), end: at(34) };
      const required_duration = { minutes: 30 };
      const participants = [{ members: members.map((sub) => ({ sub })), required: 'all' }];
      const response = await fetch(world.kalends.url('/v1/availability'), {
        method: 'POST',
        headers: { authorization: `Bearer ${application.client_secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ participants, required_duration, query_periods: [period] }),
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.anything()]);
      const { available_periods } = JSON.parse(text) as { available_periods: { start: string; end: string }[] };
      return available_periods.map(({ start, end }) => [start, end]);
    };
    let periods = 0;
    for (const [template, copy] of pairs()) {
      const own = await slots([copy.sub]);
      expect(own.length).toBeGreaterThan(0);
      periods += own.length;
      expect(own).toEqual(await slots([template.sub]));
    }
    expect(periods).toBeGreaterThan(2 * pairs().length);
  });

  it('given a copy with a built-in calendar, when an event is upserted, then every service stores it', async () => {
    const [, copy] = pairs()[0]!;
    const { body } = await world.kalends.get<{ calendars: Shown[] }>(copy.access_token, '/v1/calendars');
    const event = { event_id: 'new', summary: 'New', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    const user = { ...copy, calendar_id: body.calendars[0]!.calendar_id };
    expect((await world.kalends.upsert(user, event)).status).toBe(202);
    const drained = await Drained.watch(world.databaseUrl);
    await drained.until([copy.sub]);
    await drained.stop();
    expect(await eventsOf(copy)).toContainEqual(expect.objectContaining({ event_id: 'new' }));
  });

  it('given copies at Google, when a person changes an event and every copy is due, then each shows it and is notified', async () => {
    const [, copy] = pairs()[1]!;
    const event = {
      summary: 'Moved',
      start: { dateTime: '2026-12-01T10:00:00Z' },
      end: { dateTime: '2026-12-01T11:00:00Z' },
    };
    expect(await world.google.requestOfOtherApp(copy.template.person!, 'POST', null, event)).toBe(200);
    await world.client.query('UPDATE calendar_sync.profile SET next_sync_at = 0 WHERE account_id = $1', [copy.sub]);
    await expect
      .poll(async () => (await eventsOf(copy)).map(({ summary }) => summary), { timeout: 60_000 })
      .toContain('Moved');
    const { body } = await world.kalends.get<{ channels: { channel_id: string }[] }>(copy.access_token, '/v1/channels');
    await expect.poll(() => receiver.of(body.channels[0]!.channel_id), { timeout: 60_000 }).toEqual(['change']);
  });

  it.each(['gateway', 'availability'])(
    'given copies, when %s is rebuilt, then nothing is removed and reads are the same',
    async (service) => {
      const before = await Promise.all(pairs().map(([, copy]) => eventsOf(copy)));
      expect(await rebuild(service)).toMatch(/^done: \d{3,} records read, 0 things removed/);
      expect(await Promise.all(pairs().map(([, copy]) => eventsOf(copy)))).toEqual(before);
    },
  );
});
