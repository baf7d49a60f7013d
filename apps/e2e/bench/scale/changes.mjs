// What changes at providers: polls, pushes, and the callbacks that follow.
import { channelToken } from '@kalends/security';
import { waitUntil } from '@kalends/testing';
import { encryptionKey } from '../../dist/harness/deployment.js';
import { inFlight, spread, timed } from './load.mjs';

const patience = { timeout: 600_000, interval: 20 };
const atGoogle = (accounts, count) =>
  spread(
    accounts.filter(({ template }) => template.person),
    count,
  );

/** Makes some profiles due and waits until each has been polled, without a change: polls per second. */
export async function measurePolls({ client, accounts, sample }) {
  const subs = atGoogle(accounts, sample).map(({ sub }) => sub);
  const since = Date.now();
  const seconds = await timed(async () => {
    await client.query('UPDATE calendar_sync.profile SET next_sync_at = 1 WHERE account_id = ANY ($1)', [subs]);
    // reads at most one row each time: the figures count rows
    await waitUntil(async () => {
      const { rows } = await client.query(
        'SELECT EXISTS (SELECT FROM calendar_sync.profile WHERE next_sync_at = 1) AS due',
      );
      return !rows[0].due;
    }, patience);
  });
  const { rows } = await client.query(
    'SELECT count(*)::int AS n FROM calendar_sync.profile WHERE account_id = ANY ($1) AND last_sync >= $2',
    [subs, since],
  );
  if (rows[0].n !== subs.length) throw new Error(`${subs.length - rows[0].n} of ${subs.length} polls failed`);
  return { perSecond: subs.length / seconds, total: subs.length };
}

async function channelsOf(client, subs) {
  const { rows } = await client.query(
    'SELECT channel_id FROM calendar_sync.push_channel JOIN calendar_sync.profile USING (profile_id) WHERE account_id = ANY ($1)',
    [subs],
  );
  return rows.map(({ channel_id }) => channel_id);
}

/**
 * A change at Google in each of some accounts, then a push notification for each: notifications accepted per second, and
 * callbacks delivered per second from the first notification to the last callback.
 */
export async function measurePushes({ client, accounts, sample, kalends, google, received }) {
  const chosen = atGoogle(accounts, sample);
  const channels = await channelsOf(
    client,
    chosen.map(({ sub }) => sub),
  );
  const people = new Set(chosen.map(({ template }) => template.person));
  // the simulator knows only the templates' channels: for the copies the benchmark sends what Google would
  await google.control('pushes', { drop: 1_000_000 });
  const start = Date.now() + 86_400_000;
  const time = (ms) => ({ dateTime: new Date(ms).toISOString(), timeZone: 'UTC' });
  const event = { summary: 'Pushed', start: time(start), end: time(start + 1_800_000) };
  for (const person of people) await google.requestOfOtherApp(person, 'POST', null, event);
  const before = received();
  let accepting;
  const whole = await timed(async () => {
    accepting = await timed(() =>
      inFlight(16, channels, async (id) => {
        const headers = {
          'x-goog-channel-id': id,
          'x-goog-channel-token': channelToken([Buffer.from(encryptionKey, 'hex')], 'google', id),
          'x-goog-resource-state': 'exists',
        };
        const answer = await fetch(kalends.url('/v1/provider_notifications/google'), { method: 'POST', headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`a push notification: ${answer.status}`);
      }),
    );
    await waitUntil(() => received() - before >= chosen.length, patience);
  });
  return { pushed: channels.length / accepting, delivered: chosen.length / whole, total: chosen.length };
}
