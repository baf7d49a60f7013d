// @module-tag long
import { createPool } from '@kalends/postgres';
import { randomToken } from '@kalends/security';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { readStoredData, placesOf } from './harness/stored-data.js';
import { call, e2e, type Account, type Application, type Kalends } from './harness/kalends.js';
import { readInvite, sendMail } from './harness/reply-mail.js';

const times = { start: '2027-01-12T15:30:00Z', end: '2027-01-12T17:00:00Z' };

/** Puts `name` wherever user data is stored: account, event, calendar, rule, channel, application calendar. */
async function plantByUser(kalends: Kalends, application: Application, name: string): Promise<Account> {
  const user = await kalends.account(application, { email: `${name}@example.com`, name });
  const post = (path: string, body: unknown) => call('POST', kalends.url(path), { token: user.access_token, body });
  const event = { event_id: name, summary: name, description: name, location: { description: name }, ...times };
  const attendees = { invite: [{ email: `${name}@guest.example`, display_name: name }] };
  expect((await kalends.upsert(user, { ...event, attendees })).status).toBe(202);
  expect((await post('/v1/channels', { callback_url: `http://127.0.0.1:9/${name}` })).status).toBe(200);
  const period = { available_period_id: name, ...times };
  expect((await post('/v1/available_periods', period)).status).toBe(202);
  const profile = (await kalends.get(user.access_token, '/v1/profiles')).body as { profiles: { profile_id: string }[] };
  expect((await post('/v1/calendars', { profile_id: profile.profiles[0]!.profile_id, name })).status).toBe(200);
  return user;
}

/** An invite to `name`, answered by `name`, whose callback is not accepted. */
async function plantByInvite(kalends: Kalends, { client_secret: token }: Application, name: string): Promise<void> {
  const invited = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), {
    token,
    body: {
      method: 'request',
      smart_invite_id: `id-${Date.now()}`,
      callback_url: `http://127.0.0.1:9/${name}`,
      recipient: { email: `${name}@example.com`, name },
      organizer: { name },
      event: { summary: name, description: name, tzid: 'Etc/UTC', ...times },
    },
  });
  const reply = readInvite(invited.body.attachments.icalendar);
  const mail = { ...reply, from: `${name}@example.com`, partstat: 'ACCEPTED' as const, comment: name, at: Date.now() };
  await sendMail(kalends.deployment.smtpPort, mail);
  await waitUntil(async () => (await kalends.get(token, '/v1/callbacks')).text.includes('"attempts":[{'));
}

const services = ['gateway', 'calendar_sync', 'invites', 'availability', 'notifier'];

/** A dead letter in each service that contains `ids` and `name`. */
async function plantDeadLetters({ deployment }: Kalends, ids: Record<string, string>, name: string): Promise<void> {
  const pool = createPool({ url: deployment.databaseUrl, max: 1 });
  const body = JSON.stringify({ ...ids, summary: name });
  for (const service of services) {
    await pool.query(
      `INSERT INTO ${service}.dead_letter
         (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position)
       VALUES ($1, $2, 'gateway.event.planted.v1', 'k', 'l', '{}', $3, 1000, 'failed', 'planted', 1, '0:1')`,
      [service, randomToken(12), body],
    );
  }
  await pool.end();
}

const placesWith = async (kalends: Kalends, name: string) =>
  placesOf(await readStoredData(kalends.deployment, true), { name });

e2e('erasure', (kalends) => {
  // each waits for logs to be trimmed
  it.concurrent(
    'given an account, when it is deleted, then its name is no longer stored anywhere (ADM-2)',
    { timeout: 150_000 },
    async () => {
      const name = `Erasmus-${Date.now()}`;
      const application = await kalends().application();
      const user = await plantByUser(kalends(), application, name);
      await plantDeadLetters(kalends(), { account_id: user.sub }, name);
      await waitUntil(async () => (await placesWith(kalends(), name)).some((place) => place.includes('availability')), { timeout: 60_000 }); // prettier-ignore
      expect((await placesWith(kalends(), name)).length).toBeGreaterThan(5);

      expect((await kalends().admin('DELETE', `/accounts/${user.sub}`)).status).toBe(204);
      await waitUntil(async () => (await placesWith(kalends(), name)).length === 0, {
        timeout: 75_000,
        interval: 4_000,
      }).catch(() => undefined);
      expect(await placesWith(kalends(), name)).toEqual([]);
    },
  );

  it.concurrent(
    'given an application with invites, replies and callbacks, when it is deleted, then none remain (ADM-2)',
    { timeout: 150_000 },
    async () => {
      const name = `Erasmine-${Date.now()}`;
      const application = await kalends().application();
      const { sub } = await plantByUser(kalends(), application, name);
      await plantByInvite(kalends(), application, name);
      // calendar-sync has accounts only
      await plantDeadLetters(kalends(), { client_id: application.client_id, account_id: sub }, name);
      expect((await placesWith(kalends(), name)).filter((place) => place.includes('invites')).length).toBeGreaterThan(
        1,
      );

      expect((await kalends().admin('DELETE', `/applications/${application.client_id}`)).status).toBe(204);
      await waitUntil(async () => (await placesWith(kalends(), name)).length === 0, {
        timeout: 75_000,
        interval: 4_000,
      }).catch(() => undefined);
      expect(await placesWith(kalends(), name)).toEqual([]);
    },
  );
});
