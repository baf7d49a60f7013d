import { setTimeout as delay } from 'node:timers/promises';
import { services } from '@kalends/contracts';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../outages/application.fixture.js';
import { assertConverged } from '../../outages/converged.fixture.js';
import { isFailure, isUnexpected, Load, summarise } from '../../outages/load.fixture.js';
import { inviteAndReply, writeAndRead } from '../../outages/path.fixture.js';
import { report } from '../../outages/report.fixture.js';
import { current, Installation } from './installation.fixture.js';
import { stopIngress } from './ingress.fixture.js';
import { deleteNamespace, isReady, kubectl, podsOf, withForward } from './kubectl.fixture.js';

const namespace = 'kalends-dev';
const password = 'only-in-this-cluster';

describe('the dev overlay', () => {
  const databaseUrl = () => `postgresql://kalends:${password}@postgres:5432/kalends`;
  const installation = new Installation({ overlay: 'dev', namespace, databaseUrl });
  let application: Application;

  beforeAll(async () => {
    await deleteNamespace(namespace);
    await kubectl(['create', 'namespace', namespace]);
    await installation.createSecrets({ 'kalends-postgres': { password } });
    await installation.deploy(current);
    application = await installation.application();
  }, 600_000);
  afterAll(async () => {
    await application?.stop();
    await stopIngress();
    await deleteNamespace(namespace);
  }, 240_000);

  it('given an empty cluster, when deployed as docs/operate.md states, then an event is written, read and busy', async () => {
    await writeAndRead(application, 'first');
    expect(await installation.restarts()).toEqual({});
  });

  it('given an invite, when its recipient replies by mail, then the application receives one callback', async () => {
    await inviteAndReply(application, await installation.mailServer(), 'by-mail');
  });

  it('given a pod that requests the host network, when created, then Pod Security refuses it', async () => {
    const overrides = JSON.stringify({ spec: { hostNetwork: true } });
    const args = ['run', 'intruder', '--image=node:24-bookworm-slim', `--overrides=${overrides}`];
    await expect(installation.kubectl(...args)).rejects.toThrow('violates PodSecurity "baseline');
  });

  /** Deletes a server's pod under load, and waits until all requests succeed again and nothing is lost. */
  async function lose(server: string): Promise<Load> {
    const load = new Load(application, await installation.mailServer(), 200);
    load.start();
    await delay(2_000);
    await installation.kubectl('delete', 'pod', `${server}-0`);
    await installation.kubectl('rollout', 'status', `statefulset/${server}`, '--timeout=120s');
    const isBack = async () => (await installation.pods(server)).every(isReady);
    await waitUntil(isBack, { timeout: 120_000, interval: 250, what: `${server} to be ready` });
    await load.recovered(performance.now());
    await load.stop();
    report(`dev: loss of ${server}`, load);
    await withForward(namespace, 'postgres-0', 5432, (port) => {
      const url = `postgresql://kalends:${password}@127.0.0.1:${port}/kalends`;
      return assertConverged({ database: { url }, assertAlive: () => undefined }, load);
    });
    expect(await installation.restarts()).toEqual({});
    return load;
  }

  it('given Kafka’s only broker, when its pod is deleted, then reads and writes continue, and all arrives afterwards', async () => {
    const { outcomes } = await lose('kafka');
    expect(summarise(outcomes.filter(isUnexpected))).toEqual([]);
    const local = outcomes.filter(({ kind }) => kind === 'read' || kind === 'upsert');
    expect(summarise(local.filter(isFailure))).toEqual([]);
  }, 400_000);

  it('given PostgreSQL, when its pod is deleted, then requests are refused as unavailable, and all arrives afterwards', async () => {
    const { outcomes } = await lose('postgres');
    expect(outcomes.filter(isFailure).length).toBeGreaterThan(0);
    expect(summarise(outcomes.filter(isUnexpected))).toEqual([]);
  }, 400_000);

  it('given one replica of each service, when all are restarted, then they are ready and the calls work', async () => {
    await installation.kubectl('rollout', 'restart', 'deployment');
    await installation.rolledOut();
    for (const service of services)
      expect(await podsOf(namespace, `app.kubernetes.io/name=${service}`)).toHaveLength(1);
    await writeAndRead(application, 'after a restart');
    await inviteAndReply(application, await installation.mailServer(), 'after-a-restart');
  }, 400_000);
});
