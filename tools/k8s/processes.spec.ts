import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { services } from '@kalends/contracts';
import { roundsOf, skipFor, waitUntil } from '@kalends/testing';
import { Kafka, type DescribeConfigResponse, type ITopicMetadata, type logLevel } from 'kafkajs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../bounds/bound-ms.mjs';
import { missingForKafka } from '../kafka/kafka.mjs';
import { Application } from '../outages/application.fixture.js';
import { delivered, invite, isFree, isoAt, noon, writeAndRead } from '../outages/path.fixture.js';
import { TestCluster } from '../outages/test-cluster.fixture.js';
import { objectsIn } from './manifests.js';
import { containerOf, environmentOf, root, startProgram } from './program.fixture.js';
import { sendReply } from './reply-mail.fixture.js';

const strimzi = objectsIn(join(root, 'k8s/strimzi'));

interface Topic {
  partitions: number;
  config: Record<string, string | number>;
}

const outageSeconds = roundsOf('KALENDS_OUTAGE_SECONDS', { usual: 20, nightly: 120 });
const betweenRoundsMs = 2_000;
const hourMs = 3_600_000;

describe('the five processes of the manifests, on Kafka and PostgreSQL', () => {
  let missing: string | undefined;
  let cluster: TestCluster | undefined;
  let application: Application;
  let database: pg.Client;
  /** After the Job `topics`, on an empty broker. */
  let created: { topics: ITopicMetadata[]; configs: DescribeConfigResponse };

  async function runJob(name: string, url: string, brokers: string, args?: string[]): Promise<void> {
    const container = containerOf('Job', name);
    const { exited, output } = startProgram(container, environmentOf(container, url, { KAFKA_BROKERS: brokers }), {
      args,
    });
    expect(await exited, output()).toBe(0);
  }

  async function topicsAt(brokers: string): Promise<typeof created> {
    const admin = new Kafka({ brokers: [brokers], logLevel: 0 as logLevel }).admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: await admin.listTopics() });
    const resources = topics.map(({ name }) => ({ type: 2, name }));
    const configs = await admin.describeConfigs({ resources, includeSynonyms: false });
    await admin.disconnect();
    return { topics, configs };
  }

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    cluster = await TestCluster.start({
      replicas: 1,
      through: async ({ url }, { brokers }) => {
        // one broker can store only one copy
        await runJob('topics', url, brokers, ['--replication-factor', '1']);
        created = await topicsAt(brokers);
        for (const service of services) await runJob(`migrate-${service}`, url, brokers);
        return { databaseUrl: url, brokers };
      },
    });
    application = await Application.make(cluster.http.port);
    database = new pg.Client({ connectionString: cluster.database.url });
    await database.connect();
  }, 400_000);

  afterAll(async () => {
    await database?.end();
    await application?.stop();
    await cluster?.stop();
  }, 60_000);

  /** Once calendar-sync has stored the event: the command was sent over the broker and handled. */
  const stored = (id: string) => {
    const statement = 'SELECT FROM calendar_sync.event WHERE event_id = $1';
    const isStored = async () => (await database.query(statement, [id])).rowCount === 1;
    return waitUntil(isStored, { timeout: 60_000, interval: 250, what: `${id} to be stored` });
  };

  it('given an empty broker, when the Job topics has run, then its topics match the KafkaTopic objects', (context) => {
    if (!cluster) return skipFor(context, missing!);
    const expected = new Map(strimzi.map(({ metadata, spec }) => [metadata.name, spec as unknown as Topic]));
    expect(created.topics.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort());
    for (const { name, partitions } of created.topics)
      expect([name, partitions.length]).toEqual([name, expected.get(name)!.partitions]);
    for (const { resourceName, configEntries } of created.configs.resources) {
      const set = configEntries.filter((entry) => (entry as { configSource?: number }).configSource === 1);
      const found = Object.fromEntries(set.map(({ configName, configValue }) => [configName, configValue]));
      // that many copies need more brokers than the one here
      const { 'min.insync.replicas': copies, ...config } = expected.get(resourceName)!.config;
      expect(copies).toBe(2);
      const texts = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)]));
      expect([resourceName, found]).toEqual([resourceName, texts]);
    }
  });

  it('given the topics and what the migration Jobs have created, when the services are ready, then a write succeeds', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    await writeAndRead(application, 'first');
    await stored('first');
  }, 120_000);

  it('given a broker that is down, when used, then reads, writes and mail continue, requests are refused soon, and all arrives afterwards', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    const { user, secret } = application;
    const start = noon + 24 * hourMs;
    const icalendar = await invite(application, 'outage');
    await waitUntil(() => isFree(application, start), { timeout: 60_000 });

    await cluster.kafka.halt('SIGKILL');
    const ends = performance.now() + outageSeconds * 1_000;
    const written: string[] = [];
    for (let round = 0; performance.now() < ends; round += 1) {
      const id = `outage-${round}`;
      const event = { event_id: id, summary: id, start: isoAt(start), end: isoAt(start + hourMs) };
      const path = `/v1/calendars/${user.calendar_id}/events`;
      expect((await application.request('POST', path, user.access_token!, event)).status).toBe(202);
      written.push(id);
      const read = await application.summaries(isoAt(start - hourMs), isoAt(start + 2 * hourMs));
      expect(read.sort()).toEqual([...written].sort());
      const { status, retryAfter, ms } = await application.request('POST', '/v1/availability', secret, {
        participants: [{ members: [{ sub: user.sub }], required: 'all' }],
        required_duration: { minutes: 60 },
        query_periods: [{ start: isoAt(start), end: isoAt(start + hourMs) }],
      });
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      // 2 s, with a margin for a busy machine
      expect(ms).toBeLessThan(boundMs(4_000));
      if (round === 0) await sendReply(cluster.smtp.port, icalendar);
      await delay(betweenRoundsMs);
    }
    await cluster.kafka.resume();

    await delivered(application, 'outage', 90_000);
    const isBusy = () =>
      isFree(application, start).then(
        (free) => !free,
        () => false,
      );
    await waitUntil(isBusy, { timeout: 90_000, interval: 500, what: 'availability to have the written event' });
    cluster.assertAlive();
    await stored(written.at(-1)!);
  }, 500_000);

  it('given the services, when terminated, then each ends in order with code 0', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    for (const { service, program } of cluster.replicas) {
      program.child.kill('SIGTERM');
      expect(await program.exited, `${service}: ${program.output()}`).toBe(0);
    }
  }, 120_000);
});
