import { setTimeout as delay } from 'node:timers/promises';
import { skipFor, waitUntil } from '@kalends/testing';
import { expect, inject, it } from 'vitest';
import { startCallbackReceiver, type CallbackReceiver } from './harness/callback-receiver.js';
import { call } from './harness/kalends.js';
import { readInvite, sendMail, type InviteText, type ReplyMail } from './harness/reply-mail.js';
import { startSeparately, type SeparateServices, type Victim } from './harness/separate-services.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const seed = Number(process.env.CRASH_SEED ?? 20261121);
const rounds = Number(process.env.KALENDS_KILL_ROUNDS ?? (transport === 'kafka' ? 40 : 200));
/** For seeing this test red: `outbox` or `inbox`. */
const takeAway = process.env.KALENDS_KILL_TAKE_AWAY;
const perRound = 8;
const invites = 16;
/** Rounds at the same time: while one service is away another one may go. */
const lanes = 2;
const person = 'ada@example.com';
const victims: readonly Victim[] = ['invites', 'notifier', 'invites', 'notifier', 'gateway'];

interface Broker {
  brokers: string;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

// by address: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;

async function startBroker(): Promise<Broker | undefined> {
  if (transport === 'embedded') return undefined;
  const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as { startKafka(): Promise<Broker> };
  return startKafka();
}

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

async function makeInvites({ kalends }: SeparateServices, receiver: CallbackReceiver) {
  const { client_secret: token } = await kalends.application();
  const texts: InviteText[] = [];
  for (let index = 0; index < invites; index += 1) {
    const body = {
      smart_invite_id: `invite-${index}`,
      callback_url: receiver.url,
      recipient: { email: person },
      event: {
        summary: 'Board meeting',
        description: '',
        start: '2027-01-12T10:00:00Z',
        end: '2027-01-12T11:00:00Z',
        tzid: 'Europe/London',
      },
    };
    const made = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), {
      token,
      body,
    });
    expect(made.status, made.text).toBe(200);
    texts.push(readInvite(made.body.attachments.icalendar));
  }
  return { token, texts };
}

/** As a mail server does: the same mail again until it is taken. */
async function sendUntilTaken(port: number, reply: ReplyMail): Promise<void> {
  for (;;) {
    const taken = await sendMail(port, reply).then(
      () => true,
      () => false,
    );
    if (taken) return;
    await delay(50);
  }
}

/** The comments of an invite's replies as the service recorded them, newest last. */
async function recordedReplies({ kalends }: SeparateServices, token: string, index: number): Promise<string[]> {
  const path = `/v1/smart_invites?smart_invite_id=invite-${index}&recipient_email=${person}`;
  const { body } = await kalends.get<{ replies: { comment: string }[] }>(token, path);
  return body.replies.map(({ comment }) => comment);
}

it(`given services killed between SMTP 250 and callback, when they come back, then every reply is told, in order, a repeated one under its id (${transport}, ${rounds} rounds, seed ${seed})`, async (context) => {
  if ('skip' in provided) return skipFor(context, provided.skip);
  const broker = await startBroker();
  const services = await startSeparately({ brokers: broker?.brokers, takeAway });
  const receiver = await startCallbackReceiver();
  const { token, texts } = await makeInvites(services, receiver);
  const taken: string[] = [];
  const send = (round: number, random: () => number) =>
    Array.from({ length: perRound }, (_, index) => {
      const invite = texts[(round * perRound + index) % invites]!;
      const partstat = random() < 0.5 ? 'ACCEPTED' : 'DECLINED';
      const reply: ReplyMail = { ...invite, from: person, partstat, comment: `round ${round} reply ${index}`, at: Date.now() }; // prettier-ignore
      return sendUntilTaken(services.smtpPort, reply).then(() => taken.push(reply.comment));
    });
  const away = new Set<Victim>();
  let next = 0;
  const lane = async (random: () => number) => {
    for (let round = next++; round < rounds; round = next++) {
      const sending = send(round, random);
      await delay(random() * 150);
      const present = victims.filter((one) => !away.has(one));
      const victim = present[Math.floor(random() * present.length)]!;
      away.add(victim);
      await services.kill(victim);
      if (broker && round % 13 === 12) await broker.restart('SIGKILL');
      await services.start(victim);
      away.delete(victim);
      await Promise.all(sending);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(randomOf(seed + index))));
  expect(taken).toHaveLength(rounds * perRound);
  const missing = () => {
    const told = receiver.idsByComment();
    return taken.filter((comment) => !told.has(comment));
  };
  await waitUntil(() => missing().length === 0, { timeout: 60_000, interval: 200 }).catch(() => undefined);
  const ids = receiver.idsByComment();
  const underSeveralIds = [...ids].filter(([, { size }]) => size !== 1).map(([comment]) => comment);
  console.log(
    `${transport}: ${rounds} kills, ${taken.length} replies, ${receiver.calls.length} callbacks, ` +
      `${missing().length} missing, ${underSeveralIds.length} under several ids (seed ${seed})`,
  );
  const orders: [told: string[], recorded: string[]][] = [];
  for (let index = 0; index < invites; index += 1) {
    const told = receiver.calls.filter(({ body }) => body.smart_invite.smart_invite_id === `invite-${index}`);
    const first = [...new Set(told.map(({ body }) => body.smart_invite.reply.comment ?? ''))];
    orders.push([first, await recordedReplies(services, token, index)]);
  }
  await services.stop();
  await broker?.stop();
  await receiver.stop();
  expect({ missing: missing(), underSeveralIds }).toEqual({ missing: [], underSeveralIds: [] });
  for (const [told, recorded] of orders) expect(told).toEqual(recorded);
}, 3_600_000);
