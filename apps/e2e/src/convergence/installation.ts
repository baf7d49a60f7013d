import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connectOauthProfile, type ConnectOauthProfile, type ConnectProfileReply } from '@kalends/contracts';
import { AskError, createEmbeddedTransport, createKafkaTransport, kafkaOptionsOf } from '@kalends/messaging';
import { createSealer, randomToken } from '@kalends/service';
import { freePort, startTestDatabase } from '@kalends/testing';
import { adminKey, encryptionKey } from '../harness/deployment.js';
import { Kalends } from '../harness/kalends.js';
import { root, startNode, untilAnswers, type Started } from '../harness/processes.js';
import { clientId, clientSecret, Google, scope, type Person } from './google.js';

/** A Kalends on Google, each of whose processes can be killed and started again. */
export interface Installation {
  kalends: Kalends;
  google: Google;
  /** What can be killed. */
  processes: string[];
  /** SIGKILL; resolves when the process is gone. */
  kill(name: string): Promise<void>;
  /** Resolves when it is ready. */
  start(name: string): Promise<void>;
  /** Has calendar-sync keep the person's consent as a profile of the account. */
  connect(accountId: string, person: Person): Promise<void>;
  stop(): Promise<void>;
}

const services = ['gateway', 'calendar-sync', 'availability', 'invites', 'notifier'];

async function environments(names: string[], shared: Record<string, string>) {
  const smtp = { SMTP_PORT: String(await freePort()) };
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const gateway = `http://127.0.0.1:${ports.get(names[0]!)}`;
  const told = { GOOGLE_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/google` };
  const environmentOf = (name: string) => ({ ...shared, ...smtp, ...told, PORT: String(ports.get(name)) });
  return { gateway, ports, environmentOf };
}

/** Starts the simulator and all of Kalends: one process on the embedded bus, or five on the brokers named. */
export async function install(brokers?: string): Promise<Installation> {
  await mkdir(join(root, '.cache/logs'), { recursive: true });
  const logFile = join(root, '.cache/logs', `convergence-${process.pid}-${randomToken(6)}.log`);
  const database = await startTestDatabase();
  const google = await Google.start(logFile);
  const names = brokers ? services : ['all-in-one'];
  const { gateway, ports, environmentOf } = await environments(names, {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_KEY: adminKey,
    ALLOW_NETWORKS: '127.0.0.0/8',
    SYNC_INTERVAL: '1',
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: process.env.KALENDS_TEST_LOG_LEVEL ?? 'info',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_URL: `${google.url}/calendar/v3`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    ...(brokers ? { KAFKA_BROKERS: brokers } : { DEMO: 'false' }),
  });
  const running = new Map<string, Started>();
  const start = async (name: string) => {
    const started = startNode(join(root, `apps/${name}/dist/main.js`), environmentOf(name), logFile);
    running.set(name, started);
    await untilAnswers(`http://127.0.0.1:${ports.get(name)}/health/ready`, started, logFile);
  };
  for (const name of names) await start(name);
  const transport = brokers ? ('kafka' as const) : ('embedded' as const);
  return {
    kalends: new Kalends({
      transport,
      baseUrl: gateway,
      adminKey,
      smtpPort: 0,
      logFile,
      databaseUrl: database.url,
    }),
    google,
    processes: names,
    kill: (name) => running.get(name)!.kill(),
    start,
    connect: (accountId, person) => connect(accountId, person, database.url, brokers),
    stop: async () => {
      await Promise.all([...running.values()].map((one) => one.kill()));
      await google.stop();
      await database.stop();
    },
  };
}

/** As the gateway does it when somebody comes back from the consent. */
async function connect(accountId: string, person: Person, databaseUrl: string, brokers?: string): Promise<void> {
  const transport = brokers
    ? createKafkaTransport(kafkaOptionsOf({ KAFKA_BROKERS: [brokers], KAFKA_SSL: false }, 'convergence'))
    : createEmbeddedTransport({ connectionString: databaseUrl, poolSize: 2, pollMs: 20 });
  const client = transport.client('gateway');
  await client.connect();
  const profile_id = `pro_${randomToken(10)}`;
  const { access_token, refresh_token } = person;
  const tokens = JSON.stringify({ access_token, refresh_token, expires_at: Date.now() + 3_600_000 });
  const sealer = createSealer([Buffer.from(encryptionKey, 'hex')]);
  const consent: ConnectOauthProfile = {
    account_id: accountId,
    profile_id,
    provider_name: 'google',
    subject: person.sub,
    profile_name: person.email,
    sealed_tokens: sealer.seal(tokens, `profile:${profile_id}`),
    scope: [scope],
    default_tzid: 'Etc/UTC',
  };
  const reply = await client.ask<ConnectOauthProfile, ConnectProfileReply>(connectOauthProfile, consent);
  await transport.close();
  if (reply instanceof AskError || reply.outcome !== 'connected') throw new Error(`not connected: ${String(reply)}`);
}
