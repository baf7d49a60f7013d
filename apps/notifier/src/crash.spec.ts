// @module-tag long
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applicationState, replyRecorded } from '@kalends/contracts';
import { addToOutbox, message, messagingMigrations, sqlOf, type OutgoingMessage } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { roundsOf, skipFor, startTestDatabase, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { startReceiver } from './receiver.fixture.js';

const child = fileURLToPath(new URL('./crash-child.mjs', import.meta.url));
const built = fileURLToPath(new URL('../dist/service.js', import.meta.url));
const key = Buffer.alloc(32, 5);
const seed = Number(process.env.CRASH_SEED || 20261121);
const rounds = roundsOf('KALENDS_KILL_ROUNDS', { usual: 3, nightly: 25 });
const perRound = 24;
const invites = 6;

/** Seeded: mulberry32 in [0, 1). */
function randomOf(start: number) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function startVictim(url: string): Promise<ChildProcess> {
  const victim = spawn(process.execPath, [child, url, key.toString('hex')], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(victim.stdout!, 'data');
  return victim;
}

async function kill(victim: ChildProcess): Promise<void> {
  const ended = once(victim, 'exit');
  victim.kill('SIGKILL');
  await ended;
}

/** An outbox like that of invites, after the messages that notifier needs first. */
async function startOutbox(url: string) {
  const pool = createPool({ url, schema: 'invites', max: 1 });
  await migrate({ pool, schema: 'invites', folders: [messagingMigrations] });
  const publish = (messages: OutgoingMessage[]) => addToOutbox(sqlOf(pool), messages);
  const secrets = [{ secret_id: 's', sealed: createSealer([key]).seal('KAL_secret', 'client-secret:s') }];
  const state = { client_id: 'app', revision: 1, deleted: false, name: 'App', plan: 'emerging' as const, secrets };
  await publish([message(applicationState, state)]);
  return { publish, close: () => pool.end() };
}

/** An invite and its n-th reply; the comment identifies it. */
const replyOf = (invite: number, number: number, url: string) =>
  message(replyRecorded, {
    reply_id: `rep_${invite}_${number}`,
    invite_id: `inv_${invite}`,
    client_id: 'app',
    smart_invite_id: `invite-${invite}`,
    callback_url: url,
    recipient: { email: 'ada@example.com', status: 'accepted' },
    reply: { email: 'ada@example.com', status: 'accepted', comment: `${invite}/${number}`, counted: true },
    recorded_at: 0,
  });

it(`given notifier killed at any moment, when it restarts, then every callback arrives, in order per invite, a repeated one under its id (seed ${seed}) (FC-40)`, async (context) => {
  if (!existsSync(built)) return skipFor(context, 'notifier is not built (npm run build)');
  const [database, receiver, random] = [await startTestDatabase(), await startReceiver(), randomOf(seed)];
  receiver.answer((_, response) => void setTimeout(() => response.end(), random() * 20));
  const outbox = await startOutbox(database.url);
  let victim = await startVictim(database.url);
  let number = 0;
  for (let round = 0; round < rounds; round += 1) {
    const events = Array.from({ length: perRound }, (_, index) =>
      replyOf(index % invites, number + Math.floor(index / invites), receiver.url),
    );
    number += perRound / invites;
    const published = outbox.publish(events).then(() => victim.stdin!.write('more\n'));
    await delay(random() * 120);
    await published;
    await kill(victim);
    victim = await startVictim(database.url);
  }
  const idsOf = () => {
    const ids = new Map<string, Set<string>>();
    for (const { id, json } of receiver.calls) {
      const name = json.smart_invite.reply.comment!;
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    }
    return ids;
  };
  const total = rounds * perRound;
  await waitUntil(() => idsOf().size === total, { timeout: 60_000, what: `${total} callbacks` });
  const ids = idsOf();
  expect([...ids].filter(([, { size }]) => size !== 1)).toEqual([]);
  for (let invite = 0; invite < invites; invite += 1) {
    const order = [...ids.keys()]
      .filter((name) => name.startsWith(`${invite}/`))
      .map((name) => Number(name.split('/')[1]));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  }
  const pool = createPool({ url: database.url, schema: 'notifier', max: 1 });
  const pendingSql = 'SELECT FROM delivery';
  await waitUntil(async () => (await pool.query(pendingSql)).rowCount === 0, {
    timeout: 60_000,
    what: 'all to be recorded',
  });
  const { rows } = await pool.query<{ status: string; count: number }>(
    'SELECT status, count(*) AS count FROM callback GROUP BY status',
  );
  expect(rows).toEqual([{ status: 'delivered', count: total }]);
  console.log(`${rounds} kills, ${total} callbacks, ${receiver.calls.length - total} of them repeated (seed ${seed})`);
  await pool.end();
  await kill(victim);
  await outbox.close();
  await receiver.stop();
  await database.stop();
}, 600_000);
