import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { services, type ServiceName } from '@kalends/contracts';
import { freePort, roundsOf, skipFor, startTestDatabase, type TestDatabase, waitUntil } from '@kalends/testing';
import { Kafka, type Admin, type logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../bounds/bound-ms.mjs';
import { missingForKafka, startKafka, type LocalKafka } from '../kafka/kafka.mjs';
import { objectsIn, type Container } from './manifests.js';
import { adminKey, containerOf, environmentOf, killAll, root, startProgram, type Program } from './program.fixture.js';
import { sendReply } from './reply-mail.fixture.js';

const strimzi = objectsIn(join(root, 'k8s/strimzi'));

interface Topic {
  partitions: number;
  config: Record<string, string | number>;
}

/** What a cluster has and this machine has not: addresses, ports, the contents of Secrets. */
interface Cluster {
  database: TestDatabase;
  kafka: LocalKafka;
  ports: Record<ServiceName, number>;
  smtpPort: number;
}
describe('the five processes of the manifests, on Kafka and PostgreSQL', () => {
  let missing: string | undefined;
  let cluster: Cluster | undefined;
  let admin: Admin;
  const running = new Map<string, Program>();

  let application: Record<string, string>;
  let user: Record<string, string>;

  async function request(method: string, path: string, token: string, body?: object) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${cluster!.ports.gateway}${path}`;
    return fetch(url, { method, headers, body: body && JSON.stringify(body) });
  }

  /** The response, which must be a success. */
  async function call(method: string, path: string, token: string, body?: object) {
    const response = await request(method, path, token, body);
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return (text ? JSON.parse(text) : {}) as Record<string, string>;
  }

  function start(name: string, container: Container, args?: string[]): Program {
    const { database, kafka, ports, smtpPort } = cluster!;
    const here: Record<string, string> = {
      HOST: '127.0.0.1',
      KAFKA_BROKERS: kafka.brokers,
      PORT: String(ports[container.name as ServiceName] ?? 0),
      METRICS_PORT: '0',
      SMTP_PORT: String(smtpPort),
    };
    const program = startProgram(container, environmentOf(container, database.url, here), { args });
    running.set(name, program);
    return program;
  }

  async function runJob(name: string, args?: string[]): Promise<void> {
    const { exited, output } = start(name, containerOf('Job', name), args);
    expect(await exited, output()).toBe(0);
  }

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    const [database, kafka] = await Promise.all([startTestDatabase(), startKafka()]);
    const ports = {} as Record<ServiceName, number>;
    for (const service of services) ports[service] = await freePort();
    cluster = { database, kafka, ports, smtpPort: await freePort() };
    admin = new Kafka({ brokers: [kafka.brokers], logLevel: 0 as logLevel }).admin();
    await admin.connect();
  }, 180_000);

  afterAll(async () => {
    await killAll(running.values());
    await admin?.disconnect();
    await cluster?.kafka.stop();
    await cluster?.database.stop();
  }, 60_000);

  it('given an empty broker, when the Job topics has run, then its topics match the KafkaTopic objects', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    // one broker can store only one copy
    await runJob('topics', ['--replication-factor', '1']);
    const expected = new Map(strimzi.map(({ metadata, spec }) => [metadata.name, spec as unknown as Topic]));
    const { topics } = await admin.fetchTopicMetadata({ topics: await admin.listTopics() });
    expect(topics.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort());
    for (const { name, partitions } of topics)
      expect([name, partitions.length]).toEqual([name, expected.get(name)!.partitions]);
    const resources = topics.map(({ name }) => ({ type: 2, name }));
    const described = await admin.describeConfigs({ resources, includeSynonyms: false });
    for (const { resourceName, configEntries } of described.resources) {
      const set = configEntries.filter((entry) => (entry as { configSource?: number }).configSource === 1);
      const found = Object.fromEntries(set.map(({ configName, configValue }) => [configName, configValue]));
      // that many copies need more brokers than the one here
      const { 'min.insync.replicas': copies, ...config } = expected.get(resourceName)!.config;
      expect(copies).toBe(2);
      const texts = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)]));
      expect([resourceName, found]).toEqual([resourceName, texts]);
    }
  }, 120_000);

  it('given the topics, when the migration Jobs and the services start, then all are ready and a write succeeds', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    for (const service of services) await runJob(`migrate-${service}`);
    for (const service of services) start(service, containerOf('Deployment', service));
    for (const service of services) {
      const ready = async () => {
        const { child, output } = running.get(service)!;
        if (child.exitCode !== null) throw new Error(`${service} ended: ${output()}`);
        const response = await fetch(`http://127.0.0.1:${cluster!.ports[service]}/health/ready`);
        return ((await response.json()) as { status: string }).status === 'ok';
      };
      await waitUntil(ready, {
        timeout: 120_000,
        interval: 250,
        what: `${service} to be ready: ${running.get(service)!.output()}`,
      });
    }
    application = await call('POST', '/admin/v1/applications', adminKey, {
      name: 'A',
      redirect_uris: ['http://127.0.0.1:9/'],
    });
    const accounts = `/admin/v1/applications/${application.client_id}/accounts`;
    user = await call('POST', accounts, adminKey, { email: 'ada@example.com', name: 'Ada' });
    const event = { event_id: 'first', summary: 'First', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
    await call('POST', `/v1/calendars/${user.calendar_id}/events`, user.access_token!, event);
    // seen on calendar-sync's topic: the command was sent over the broker and handled

    expect(await stateOf('"First"')).toBe(true);
  }, 400_000);

  const outageSeconds = roundsOf('KALENDS_OUTAGE_SECONDS', { usual: 20, nightly: 120 });
  const betweenRoundsMs = 2_000;
  const meeting = { start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' };
  const upsert = (event_id: string) =>
    call('POST', `/v1/calendars/${user.calendar_id}/events`, user.access_token!, {
      event_id,
      summary: event_id,
      ...meeting,
    });
  const summaries = async () => {
    const { events } = (await call('GET', '/v1/events?tzid=Etc/UTC', user.access_token!)) as unknown as {
      events: { summary: string }[];
    };
    return events.map(({ summary }) => summary);
  };
  const availability = () =>
    request('POST', '/v1/availability', application.client_secret!, {
      participants: [{ members: [{ sub: user.sub }], required: 'all' }],
      required_duration: { minutes: 60 },
      query_periods: [{ start: '2026-12-02T09:00:00Z', end: '2026-12-02T12:00:00Z' }],
    });

  it('given a broker that is down, when used, then reads, writes and mail continue, requests are refused soon, and all arrives afterwards', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    const invite = (await call('POST', '/v1/smart_invites', application.client_secret!, {
      method: 'request',
      smart_invite_id: 'outage',
      callback_url: 'https://app.example.com/replies',
      recipient: { email: 'ann@example.com' },
      event: { summary: 'Planning', tzid: 'Etc/UTC', ...meeting },
    })) as unknown as { attachments: { icalendar: string } };
    await waitUntil(async () => (await availability()).status === 200, { timeout: 60_000 });

    await cluster.kafka.halt('SIGKILL');
    const ends = performance.now() + outageSeconds * 1_000;
    const written = ['First'];
    for (let round = 0; performance.now() < ends; round += 1) {
      await upsert(`outage-${round}`);
      written.push(`outage-${round}`);
      expect((await summaries()).sort()).toEqual(written.slice(-99).sort());
      const start = performance.now();
      const refused = await availability();
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // 2 s, with a margin for a busy machine
      expect(performance.now() - start).toBeLessThan(boundMs(4_000));
      if (round === 0) await sendReply(cluster.smtpPort, invite.attachments.icalendar);
      await delay(betweenRoundsMs);
    }
    await cluster.kafka.resume();

    const path = '/v1/smart_invites?smart_invite_id=outage&recipient_email=ann@example.com';
    await waitUntil(
      async () => {
        const response = await request('GET', path, application.client_secret!);
        return response.ok && (await response.text()).includes('"status":"accepted"');
      },
      { timeout: 90_000, interval: 500, what: 'the reply to be recorded' },
    );
    await waitUntil(
      async () => {
        const response = await availability();
        return (
          response.status === 200 && !(await response.text()).includes('2026-12-02T09:00:00Z","end":"2026-12-02T12')
        );
      },
      { timeout: 90_000, interval: 500, what: 'availability to have the written event' },
    );
    for (const service of services) {
      const { child, output } = running.get(service)!;
      expect(child.exitCode, `${service} ended: ${output()}`).toBe(null);
    }
    expect(await stateOf(`"${written.at(-1)}"`)).toBe(true);
  }, 500_000);

  /** True once a record of the state topic contains the text. */
  async function stateOf(text: string): Promise<boolean> {
    const consumer = new Kafka({ brokers: [cluster!.kafka.brokers], logLevel: 0 as logLevel }).consumer({
      groupId: `spec-${Math.random()}`,
    });
    await consumer.connect();
    await consumer.subscribe({ topic: 'calendar-sync.event.calendar-state.v1', fromBeginning: true });
    const found = new Promise<boolean>((resolve) => {
      void consumer.run({
        eachMessage: async ({ message }) => {
          if (message.value?.toString().includes(text)) resolve(true);
        },
      });
    });
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, 60_000, false));
    const answer = await Promise.race([found, late]);
    await consumer.disconnect();
    return answer;
  }

  it('given the services, when terminated, then each ends in order with code 0', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    for (const service of services) {
      const { child, exited, output } = running.get(service)!;
      child.kill('SIGTERM');
      expect(await exited, `${service}: ${output()}`).toBe(0);
    }
  }, 120_000);
});
