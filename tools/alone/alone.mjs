import 'reflect-metadata';
import { examplesOf, topics } from '@kalends/contracts';
import { openEmbeddedTransport } from '@kalends/messaging';
import { startThrowawayPostgres } from '@kalends/postgres';
import { createLogger, loadConfig } from '@kalends/service-runtime';
import { adapt, encryptionKey } from './adapt.mjs';
import { simulateOthers } from './others.mjs';

/** Default settings of a service. */
const environment = (url) => ({
  PORT: '0',
  SMTP_PORT: '0',
  DATABASE_URL: url,
  // required by the settings, not used: the bus is the embedded one
  KAFKA_BROKERS: '127.0.0.1:9',
  ENCRYPTION_KEY: encryptionKey,
  ADMIN_KEY: 'admin-key-of-a-service-alone',
  ALLOW_NETWORKS: '127.0.0.0/8',
  GOOGLE_CLIENT_ID: 'example',
  GOOGLE_CLIENT_SECRET: 'example',
  ...Object.fromEntries(
    ['API', 'TOKEN', 'REVOKE', 'USERINFO'].map((name) => [`GOOGLE_${name}_URL`, 'http://127.0.0.1:9/']),
  ),
  LOG_LEVEL: 'error',
});

async function startService(name, { url, transport, env }) {
  const own = await import(`@kalends/${name}`);
  const titled = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  const given = { ...environment(url), ...env };
  const loaded = loadConfig(own[`${titled[0].toLowerCase()}${titled.slice(1)}Settings`], given);
  if (!loaded.ok) throw new Error(loaded.problems.join('; '));
  const { config } = loaded;
  const log = createLogger({ service: name, level: config.LOG_LEVEL, format: config.LOG_FORMAT });
  const more = own.publicUrlOf ? { PUBLIC_URL: own.publicUrlOf(config) } : {};
  return own[`start${titled}`]({ ...config, ...more }, transport, { log });
}

/** The transport, which also records which topics the services consume. */
function observed(transport, servers) {
  const server = (group, options) => {
    const made = transport.server(group, options);
    servers.push(made);
    return made;
  };
  return Object.assign(Object.create(transport), { server });
}

/**
 * Starts one service with the embedded PostgreSQL and bus, and simulates the others: state topics contain their examples,
 * requests are answered with examples, and `report` is called with a line for each message that the service publishes, each
 * request that it sends and each callback that it delivers. `env`: settings of the service.
 */
export async function startAlone(name, { report = () => undefined, env = {} } = {}) {
  const database = await startThrowawayPostgres();
  const { url } = database;
  const transport = await openEmbeddedTransport({ connectionString: url });
  const others = await simulateOthers(name, { url, transport, report });
  const servers = [];
  const service = await startService(name, { url, transport: observed(transport, servers), env });
  const consumed = topics.filter((topic) => servers.some((server) => server.topics.includes(topic.name)));
  /** Examples of a topic as they are sent here. `ids`: example ids to be replaced. */
  const examples = (topic, ids) => examplesOf(topic).map(({ body }) => adapt(body, { listener: others.listener, ids }));
  return {
    name,
    url,
    service,
    transport,
    others,
    /** Topics that the service consumes. */
    consumed,
    examples,
    /** Fills the state topics. */
    fill: async (ids) => {
      for (const topic of consumed.filter(({ retention }) => retention === 'compact'))
        for (const body of examples(topic, ids)) await others.send(topic, body);
      await transport.drained();
    },
    stop: async () => {
      await service.close();
      await others.close();
      await transport.close();
      await database.stop();
    },
  };
}
