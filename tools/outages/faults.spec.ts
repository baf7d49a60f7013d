import { setTimeout as delay } from 'node:timers/promises';
import { freePort, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingForKafka } from '../kafka/kafka.mjs';
import { missing as missingProgram } from '../testbed/programs.mjs';
import { Application } from './application.fixture.js';
import { assertConverged } from './converged.fixture.js';
import { isUnexpected, Load, summarise } from './load.fixture.js';
import { report } from './report.fixture.js';
import { TestCluster } from './test-cluster.fixture.js';
import { startToxiproxy, type ToxicProxy, type Toxiproxy } from './toxiproxy.fixture.js';

/** Duration of each fault; longer than a request may take if connections stop responding. */
const faultMs = 1_000 * Number(process.env.KALENDS_FAULT_SECONDS || 8);
const silenceMs = faultMs + 10_000;

interface Fault {
  name: string;
  forMs: number;
  begin: (proxy: ToxicProxy) => Promise<void>;
}
const faults: Fault[] = [
  {
    name: '200 ms of latency',
    forMs: faultMs,
    begin: (proxy) => proxy.poison('latency', { latency: 200, jitter: 50 }),
  },
  {
    name: 'resets',
    forMs: faultMs,
    begin: async (proxy) => {
      await proxy.poison('reset_peer', { timeout: 300 });
      await proxy.poison('reset_peer', { timeout: 300 }, 'upstream');
    },
  },
  {
    name: 'half-open connections',
    forMs: silenceMs,
    begin: async (proxy) => {
      await proxy.poison('timeout', { timeout: 0 });
      await proxy.poison('timeout', { timeout: 0 }, 'upstream');
    },
  },
];
const cases = (['PostgreSQL', 'Kafka'] as const).flatMap((server) => faults.map((fault) => ({ server, ...fault })));

describe('faults between the services and their dependencies', () => {
  let missing: string | undefined;
  let toxiproxy: Toxiproxy | undefined;
  const proxies = {} as Record<'PostgreSQL' | 'Kafka', ToxicProxy>;
  let cluster: TestCluster | undefined;
  let application: Application | undefined;

  beforeAll(async () => {
    missing = (await missingForKafka()) ?? (await missingProgram('toxiproxy'));
    if (missing) return;
    const proxy = (toxiproxy = await startToxiproxy());
    const advertisedPort = await freePort();
    cluster = await TestCluster.start({
      replicas: 1,
      advertisedPort,
      through: async (database, kafka) => {
        const url = new URL(database.url);
        proxies.PostgreSQL = await proxy.proxy('postgres', url.host);
        proxies.Kafka = await proxy.proxy('kafka', kafka.brokers, advertisedPort);
        url.port = String(proxies.PostgreSQL.port);
        return { databaseUrl: url.toString(), brokers: `127.0.0.1:${advertisedPort}` };
      },
    });
    application = await Application.make(cluster.http.port);
  }, 400_000);

  afterAll(async () => {
    await application?.stop();
    await cluster?.stop();
    await toxiproxy?.stop();
  }, 60_000);

  it.for(cases)(
    'given $name between the services and $server, when used, then requests are answered or refused in time, and all arrives afterwards',
    { timeout: 300_000 },
    async ({ server, name, forMs, begin }, context) => {
      if (!cluster || !application) return skipFor(context, missing!);
      const load = new Load(application, cluster.smtp.port);
      load.start();
      await delay(1_000);
      await begin(proxies[server]);
      await delay(forMs);
      await proxies[server].cure();
      const cured = performance.now();
      await cluster.whileAlive(load.recovered(cured));
      report(`${server}: ${name}, recovered after ${((performance.now() - cured) / 1_000).toFixed(1)} s`, load);
      await load.stop();
      expect(summarise(load.outcomes.filter(isUnexpected))).toEqual([]);
      await assertConverged(cluster, load);
    },
  );
});
