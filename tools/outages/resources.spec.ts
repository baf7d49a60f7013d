import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { services, type ServiceName } from '@kalends/contracts';
import { skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerOf } from '../k8s/program.fixture.js';
import { missingForKafka } from '../kafka/kafka.mjs';
import { Application } from './application.fixture.js';
import { Load } from './load.fixture.js';
import { TestCluster } from './test-cluster.fixture.js';

const seconds = Number(process.env.KALENDS_RESOURCES_SECONDS || 60);
const applications = 3;
/** Of calendar-sync, whose heaviest work is not in this load: 343 MB at first syncs (`npm run bench:sync`), in MiB. */
const peakOfFirstSyncs = 327;
/** The same on every Linux. */
const ticksPerSecond = 100;

const resourcesOf = (service: ServiceName) => {
  const { requests, limits } = containerOf('Deployment', service).resources as {
    requests: { cpu: string; memory: string };
    limits: { memory: string };
  };
  return { cpu: parseInt(requests.cpu), requested: parseInt(requests.memory), limit: parseInt(limits.memory) };
};

/** Processor time so far, s, and the most memory so far, MiB. */
function usageOf(pid: number): { cpu: number; peak: number } {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ').slice(11, 13);
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1];
  return { cpu: (Number(user) + Number(system)) / ticksPerSecond, peak: Math.round(Number(peak) / 1024) };
}

describe('requests and limits of the manifests', () => {
  let missing: string | undefined;
  let cluster: TestCluster | undefined;
  const running: Application[] = [];

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    // as Node sizes its heap in a container with this limit
    const nodeOptions = (service: ServiceName) => `--max-old-space-size=${resourcesOf(service).limit / 2}`;
    cluster = await TestCluster.start({ replicas: 1, nodeOptions });
    for (let n = 0; n < applications; n += 1) running.push(await Application.make(cluster.http.port));
  }, 300_000);

  afterAll(async () => {
    for (const application of running) await application.stop();
    await cluster?.stop();
  }, 60_000);

  it('given load on five processes, when measured, then each request is at least the peak and at most twice it', async (context) => {
    if (!cluster) return skipFor(context, missing!);
    const { replicas, smtp } = cluster;
    const loads = running.map((application) => new Load(application, smtp.port, 0));
    const usage = () => replicas.map(({ program }) => usageOf(program.child.pid!));
    const before = usage();
    loads.forEach((load) => load.start());
    await cluster.whileAlive(delay(seconds * 1_000));
    const after = usage();
    for (const load of loads) await load.stop();
    const measured = services.map((service) => {
      const at = replicas.findIndex((replica) => replica.service === service);
      const cpu = Math.round(((after[at]!.cpu - before[at]!.cpu) / seconds) * 1_000);
      return { service, idle: before[at]!.peak, peak: after[at]!.peak, cpu, of: resourcesOf(service) };
    });
    const requests = loads.flatMap(({ outcomes }) => outcomes).length;
    process.stdout.write(`${JSON.stringify({ what: 'resources', seconds, requests, measured })}\n`);
    for (const { service, peak, of } of measured) {
      const isSync = service === 'calendar-sync';
      const most = isSync ? Math.max(peak, peakOfFirstSyncs) : peak;
      expect(of.requested, `${service}: request`).toBeLessThanOrEqual(2 * most);
      expect(of.requested, `${service}: request`).toBeGreaterThanOrEqual(most);
      expect(of.limit, `${service}: limit`).toBe((isSync ? 2 : 3) * of.requested);
    }
  }, 300_000);
});
