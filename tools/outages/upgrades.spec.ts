import { setTimeout as delay } from 'node:timers/promises';
import { services } from '@kalends/contracts';
import { skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingForKafka } from '../kafka/kafka.mjs';
import { Application } from './application.fixture.js';
import { assertConverged } from './converged.fixture.js';
import { isFailure, isUnexpected, Load, summarise } from './load.fixture.js';
import { report } from './report.fixture.js';
import { TestCluster, type Restart } from './test-cluster.fixture.js';

/** How long the database is down. */
const outageMs = 1_000 * Number(process.env.KALENDS_DATABASE_OUTAGE_SECONDS || 6);

describe('two replicas of each service under load', () => {
  let missing: string | undefined;
  let cluster: TestCluster | undefined;
  let application: Application | undefined;

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    cluster = await TestCluster.start({ replicas: 2 });
    application = await Application.make(cluster.http.port);
  }, 400_000);

  afterAll(async () => {
    await application?.stop();
    await cluster?.stop();
  }, 60_000);

  it('given a rolling update of each service, when it runs, then no request fails and nothing is lost', async (context) => {
    if (!cluster || !application) return skipFor(context, missing!);
    const load = new Load(application, cluster.smtp.port);
    load.start();
    await delay(2_000);
    const restarts: Restart[] = [];
    for (const service of services)
      for (const replica of cluster.of(service)) restarts.push(await cluster.restart(replica));
    await delay(2_000);
    await load.stop();
    report('rolling updates', load, restarts);
    expect(summarise(load.outcomes.filter(isFailure))).toEqual([]);
    await assertConverged(cluster, load);
  }, 600_000);

  it.for(['fast', 'immediate'] as const)(
    'given a PostgreSQL that is restarted (%s), when it is down, then requests are refused as unavailable, and all arrives afterwards',
    { timeout: 300_000 },
    async (mode, context) => {
      if (!cluster || !application) return skipFor(context, missing!);
      const load = new Load(application, cluster.smtp.port);
      load.start();
      await delay(1_000);
      await cluster.database.halt(mode);
      await delay(outageMs);
      const restored = performance.now();
      await cluster.database.resume();
      await cluster.whileAlive(load.recovered(restored));
      await load.stop();
      report(`database down (${mode})`, load);
      expect(summarise(load.outcomes.filter(isUnexpected))).toEqual([]);
      expect(load.outcomes.filter(isFailure).length).toBeGreaterThan(0);
      await assertConverged(cluster, load);
    },
  );
});
