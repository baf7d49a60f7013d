import { startBroker, type Broker } from './broker.js';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@kalends/testing';
import { randomOf } from './random.js';
import { startCallbackReceiver, type CallbackReceiver } from './callback-receiver.js';
import { call } from './kalends.js';
import { readInvite, sendMail, type InviteText, type ReplyMail } from './reply-mail.js';
import { startSeparately, type SeparateServices, type Victim } from './separate-services.js';

const perRound = 8;
const invites = 16;
/** Replies of the last rounds, whose callbacks may still follow. */
const unsettled = 3 * perRound;
const person = 'ada@example.com';
const victims: Record<KillOptions['transport'], readonly Victim[]> = {
  embedded: ['all-in-one'],
  kafka: ['invites', 'notifier', 'invites', 'notifier', 'gateway'],
};

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
    if (made.status !== 200) throw new Error(`${made.status} ${made.text}`);
    texts.push(readInvite(made.body.attachments.icalendar));
  }
  return { token, texts };
}

/** Retries the same mail until it is accepted, as a mail server does. */
async function sendUntilTaken(port: number, reply: ReplyMail): Promise<void> {
  for (;;) {
    const isAccepted = await sendMail(port, reply).then(
      () => true,
      () => false,
    );
    if (isAccepted) return;
    await delay(50);
  }
}

/** The comments of an invite's replies as the service recorded them, newest last. */
async function recordedReplies({ kalends }: SeparateServices, token: string, index: number): Promise<string[]> {
  const path = `/v1/smart_invites?smart_invite_id=invite-${index}&recipient_email=${person}`;
  const { body } = await kalends.get<{ replies: { comment: string }[] }>(token, path);
  return body.replies.map(({ comment }) => comment);
}

export interface KillOptions {
  transport: 'embedded' | 'kafka';
  rounds: number;
  seed: number;
  /** A safeguard to remove: the negative control. */
  removedSafeguard?: 'outbox' | 'inbox';
  /** How long to wait for the last callbacks, ms. */
  timeoutMs?: number;
}

/** Outcome, by their comments, of the replies that were accepted with 250. */
export interface KillOutcome {
  accepted: number;
  callbacks: number;
  /** Replies that no callback reported. */
  missing: string[];
  /** Replies that callbacks with different ids reported. */
  underSeveralIds: string[];
  /** For each invite, the callbacks' replies and the recorded ones, in order. */
  orders: { reported: string[]; recorded: string[] }[];
}

/** Sends replies while the services on their path are killed with SIGKILL and restarted, at seeded moments. */
export async function killWhileReplying(options: KillOptions): Promise<KillOutcome> {
  const broker = await startBroker(options.transport);
  const services = await startSeparately({ brokers: broker?.brokers, removedSafeguard: options.removedSafeguard });
  const receiver = await startCallbackReceiver();
  try {
    const { token, texts } = await makeInvites(services, receiver);
    const accepted: string[] = [];
    const missing = () => missingOf(accepted, receiver);
    const isDamaged = () =>
      severalIdsIn(receiver).length > 0 || missingOf(accepted.slice(0, -unsettled), receiver).length > 0;
    await runRounds({ ...options, services, broker, texts, accepted, ...(options.removedSafeguard && { isDamaged }) });
    const timeout = options.timeoutMs ?? 60_000;
    await waitUntil(() => missing().length === 0, { timeout, interval: 200 }).catch(() => undefined);
    const underSeveralIds = severalIdsIn(receiver);
    const orders = await ordersOf(services, token, receiver);
    return { accepted: accepted.length, callbacks: receiver.calls.length, missing: missing(), underSeveralIds, orders };
  } finally {
    await services.stop();
    await broker?.stop();
    await receiver.stop();
  }
}

function missingOf(accepted: readonly string[], receiver: CallbackReceiver): string[] {
  const reported = receiver.idsByComment();
  return accepted.filter((comment) => !reported.has(comment));
}

const severalIdsIn = (receiver: CallbackReceiver): string[] =>
  [...receiver.idsByComment()].filter(([, ids]) => ids.size !== 1).map(([comment]) => comment);

interface Rounds extends KillOptions {
  services: SeparateServices;
  broker?: Broker;
  texts: InviteText[];
  accepted: string[];
  /** Ends the rounds once it is true: damage that has shown needs no further kills. */
  isDamaged?: () => boolean;
}

/** Without its outbox, invites loses replies in the moment between SMTP 250 and Kafka: the others need not be killed. */
const victimsOf = ({ transport, removedSafeguard }: KillOptions): readonly Victim[] =>
  transport === 'kafka' && removedSafeguard === 'outbox' ? ['invites'] : victims[transport];

async function runRounds({ services, broker, texts, accepted, ...options }: Rounds): Promise<void> {
  const { rounds, seed } = options;
  const targets = victimsOf(options);
  const send = (round: number, random: () => number) =>
    Array.from({ length: perRound }, (_, index) => {
      const invite = texts[(round * perRound + index) % invites]!;
      const partstat = random() < 0.5 ? 'ACCEPTED' : 'DECLINED';
      const reply: ReplyMail = { ...invite, from: person, partstat, comment: `round ${round} reply ${index}`, at: Date.now() }; // prettier-ignore
      return sendUntilTaken(services.smtpPort, reply).then(() => accepted.push(reply.comment));
    });
  const stopped = new Set<Victim>();
  let next = 0;
  const lane = async (random: () => number) => {
    for (let round = next++; round < rounds && !options.isDamaged?.(); round = next++) {
      const sending = send(round, random);
      await delay(random() * 150);
      const present = targets.filter((one) => !stopped.has(one));
      const victim = present[Math.floor(random() * present.length)]!;
      stopped.add(victim);
      await services.kill(victim);
      if (broker && round % 13 === 12) await broker.restart('SIGKILL');
      await services.start(victim);
      stopped.delete(victim);
      await Promise.all(sending);
    }
  };
  // concurrent rounds: while one service is down another one may be killed
  const lanes = new Set(targets).size > 1 ? 2 : 1;
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(randomOf(seed + index).next)));
}

async function ordersOf(services: SeparateServices, token: string, receiver: CallbackReceiver) {
  const orders: KillOutcome['orders'] = [];
  for (let index = 0; index < invites; index += 1) {
    const calls = receiver.calls.filter(({ body }) => body.smart_invite.smart_invite_id === `invite-${index}`);
    const reported = [...new Set(calls.map(({ body }) => body.smart_invite.reply.comment ?? ''))];
    orders.push({ reported, recorded: await recordedReplies(services, token, index) });
  }
  return orders;
}
