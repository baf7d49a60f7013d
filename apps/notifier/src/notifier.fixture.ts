import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { CallbackQuery, CallbackRecord, CallbackReply, ReplyRecorded } from '@kalends/contracts';
import type { Delivered, MessageContext } from '@kalends/messaging';
import { messagingMigrations } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { createEgress, createSealer } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { connectTimeoutMs, databasesOfFile, testClock } from '@kalends/testing';
import { afterAll } from 'vitest';
import { AnswerQueriesHandler } from './callbacks/answer-queries/answer-queries.handler.js';
import { DeliverCallbacks } from './callbacks/deliver-callbacks/deliver-callbacks.worker.js';
import { ProjectApplicationsHandler } from './applications/project-applications/project-applications.handler.js';
import { EnqueueCallbacksHandler } from './callbacks/enqueue-callbacks/enqueue-callbacks.handler.js';

export const clientId = 'application-1';
export const secret = 'KAL_secret-of-application-1';
const sealer = createSealer([new Uint8Array(32).fill(7)]);

export const sealed = (secretId: string, text: string) => ({
  secret_id: secretId,
  sealed: sealer.seal(text, `client-secret:${secretId}`),
});

/** A message as the bus delivers it. */
export const delivered = <Body>(body: Body, id: string = randomUUID()): Delivered<Body> => ({
  body,
  context: { id } as MessageContext,
});

interface NotifierOptions {
  timeoutMs?: number;
  random?: () => number;
  /** Whether the application's secrets have arrived (true). */
  isKnown?: boolean;
}

const own = fileURLToPath(new URL('./prisma/migrations', import.meta.url));
const databases = databasesOfFile({ schema: 'notifier', folders: [own, messagingMigrations] }, afterAll);

/** notifier's components on a real PostgreSQL, without a bus, with a stopped clock. */
export async function startNotifierFixture(options: NotifierOptions = {}) {
  const { timeoutMs = 2_000, random = () => 0, isKnown = true } = options;
  const url = await databases.create();
  const pool = createPool({ url, schema: 'notifier', max: 8, steadyPlans: true, connectTimeoutMs });
  const workerPool = createPool({
    url,
    schema: 'notifier',
    max: 3,
    steadyPlans: true,
    orderedScans: true,
    connectTimeoutMs,
  });
  const clock = testClock();
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLogger({ service: 'notifier', level: 'info', write });
  const egress = createEgress({ allowNetworks: ['127.0.0.0/8'], timeoutMs });
  const wake = () => undefined;
  const replies = new EnqueueCallbacksHandler(pool, clock.now, wake);
  const applications = new ProjectApplicationsHandler(pool, clock.now, wake, log);
  const queries = new AnswerQueriesHandler(pool, clock.now, wake, log);
  const newWorker = async () => {
    const dependencies = { pool: workerPool, egress, sealer, clock: clock.now, log, onFree: wake, random, timeoutMs };
    const worker = new DeliverCallbacks(dependencies);
    await worker.start();
    return worker;
  };
  const worker = await newWorker();
  const addSecrets = (id = clientId, secrets = [sealed('sec_1', secret)], revision = 1) =>
    applications.handle({ client_id: id, revision, deleted: false, name: 'Spec', plan: 'emerging', secrets });
  if (isKnown) await addSecrets();
  let replyNumber = 0;

  const replyOf = (url: string, comment: string, more: Partial<ReplyRecorded> = {}): ReplyRecorded => ({
    reply_id: `rep_${(replyNumber += 1)}`,
    invite_id: 'inv_1',
    client_id: clientId,
    smart_invite_id: 'invite-1',
    callback_url: url,
    recipient: { email: 'ada@example.com', status: 'accepted' },
    reply: { email: 'ada@example.com', status: 'accepted', comment, counted: true },
    recorded_at: clock.now(),
    ...more,
  });
  const request = (query: CallbackQuery): Promise<CallbackReply> => queries.answer(query);
  return {
    pool,
    clock,
    lines,
    worker,
    newWorker,
    addSecrets,
    replies,
    applications,
    replyOf,
    request,
    /** Records replies to one URL, by their comments, in one invite by default. */
    async reply(url: string, comments: string[], more: Partial<ReplyRecorded> = {}): Promise<void> {
      await replies.handle(comments.map((comment) => delivered(replyOf(url, comment, more))));
    },
    /** Polls once and waits for the end of its attempts; returns how many were made. */
    async deliver(by = worker): Promise<number> {
      const claimed = await by.round();
      await by.drained();
      return claimed;
    },
    /** Polls until nothing is due any more. */
    async deliverAll(): Promise<number> {
      let sum = 0;
      for (let claimed = 1; claimed > 0; sum += claimed) {
        claimed = await worker.round();
        await worker.drained();
      }
      return sum;
    },
    /** The application's callbacks, oldest first. */
    async list(more: Partial<Extract<CallbackQuery, { kind: 'list' }>> = {}): Promise<CallbackRecord[]> {
      const reply = await request({ kind: 'list', client_id: clientId, before: null, limit: 100, ...more });
      return reply.outcome === 'callbacks' ? reply.callbacks.reverse() : [];
    },
    async stop(): Promise<void> {
      await worker.stop();
      await egress.close();
      await workerPool.end();
      await pool.end();
    },
  };
}

export type NotifierFixture = Awaited<ReturnType<typeof startNotifierFixture>>;
