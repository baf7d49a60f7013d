import { Operations, sqlOf } from '@kalends/messaging';
import { createSealer, type Sealer } from '@kalends/security';
import { createDraining, createLogger } from '@kalends/service-runtime';
import { PrismaPg } from '@prisma/adapter-pg';
import { gatewaySettings } from './config.js';
import type { Landing } from './landing/landing.js';
import { PrismaClient } from './generated/prisma/client.js';
import { openGatewayDatabase, type GatewayDatabase } from './read-model/gateway-database.fixture.js';
import { createApplication } from './service.js';

export const publicUrl = 'http://kalends.test';
export const encryptionKey = '00'.repeat(32);
export const adminKey = 'spec-admin-key-0123456789';

/** Replies for the other services: `topic` is the contract's name, an Error means no reply. */
export type ReplyTo = (topic: string, body: never) => unknown;

interface Call {
  token?: string;
  /** Sent as JSON, or as a form. */
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON; an empty one is ''. */
  body: unknown;
}

/** The whole gateway over HTTP, on its own database. */
export interface TestGateway {
  database: GatewayDatabase;
  sealer: Sealer;
  url: string;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Bodies of pending messages, oldest first. */
  outbox(topic?: string): Promise<unknown[]>;
  clearOutbox(): Promise<unknown>;
  stop(): Promise<void>;
}

const noReply: ReplyTo = (topic) => {
  throw new Error(`no reply is defined for ${topic}`);
};

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  return response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    ? (JSON.parse(text) as unknown)
    : text;
}

const callerOf =
  (url: string): TestGateway['call'] =>
  async (method, path, { token, body, headers = {} } = {}) => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  };

interface TestOptions {
  env?: Record<string, string | undefined>;
  replyTo?: ReplyTo;
  /** Epoch ms. */
  now?: () => number;
  landing?: Landing;
  /** By default a proxy is trusted. */
  trustProxy?: boolean;
  /** By default a free one. */
  port?: number;
  /** Gets each log line, from `debug`; without it nothing is logged. */
  write?: (line: string) => void;
}

/** Starts the gateway as `startGateway` does, without a bus. `now`: epoch ms. */
export async function startTestGateway({
  env = {},
  replyTo: replyTo = noReply,
  now = Date.now,
  landing = { services: () => [], demo: () => null },
  write,
  ...overridden
}: TestOptions = {}): Promise<TestGateway> {
  const database = await openGatewayDatabase();
  const { pool } = database;
  const settings = gatewaySettings.parse({
    DATABASE_URL: database.url,
    KAFKA_BROKERS: '127.0.0.1:9',
    ADMIN_KEY: adminKey,
    ENCRYPTION_KEY: encryptionKey,
    // all tests of a file share one application
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    UNKNOWN_REQUESTS_PER_MINUTE: '0',
    PAGES_PER_MINUTE: '0',
    APPLICATIONS: '100000',
    ...env,
  });
  const config = {
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL ?? publicUrl,
    TRUST_PROXY: overridden.trustProxy ?? true,
  };
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'gateway' }) });
  const log = createLogger({ service: 'gateway', ...(write ? { level: 'debug', write } : { level: 'silent' }) });
  const client = { request: async ({ name }: { name: string }, body: never) => replyTo(name, body) } as never;
  const relay = { wake: () => undefined, waiting: async () => ({ messages: 0, age: 0 }) };
  const counts = { read: async () => [] };
  const transport = { lag: async () => 0 };
  const operations = new Operations({ service: 'gateway', sql: sqlOf(pool), relay, transport, counts });
  const dependencies = {
    config,
    pool,
    readPool: pool,
    prisma,
    sealer,
    relay,
    client,
    operations,
    clock: now,
    log,
    checks: [],
    landing,
  };
  const app = await createApplication(dependencies, createDraining());
  await app.listen(overridden.port ?? 0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    database,
    sealer,
    url,
    call: callerOf(url),
    outbox: async (topic) => {
      const { rows } = await pool.query<{ body: string }>(
        'SELECT body FROM outbox WHERE topic = $1 OR $1 IS NULL ORDER BY id',
        [topic ?? null],
      );
      return rows.map(({ body }) => JSON.parse(body) as unknown);
    },
    clearOutbox: () => pool.query('DELETE FROM outbox'),
    stop: async () => {
      await app.close();
      await prisma.$disconnect();
      await database.stop();
    },
  };
}
