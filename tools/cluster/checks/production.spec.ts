import { services } from '@kalends/contracts';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFailure, isUnexpected, summarise } from '../../outages/load.fixture.js';
import { inviteAndReply, writeAndRead } from '../../outages/path.fixture.js';
import { outsideAddress } from './cluster.fixture.js';
import { current } from './installation.fixture.js';
import { ingressPod } from './ingress.fixture.js';
import { deleteNamespace, hang, isReady, kubectl, read, startProbe, waitForPods } from './kubectl.fixture.js';
import { namespace, Production } from './production.fixture.js';
import { expectRoutes, listenHere, type Here, type Route } from './reach.fixture.js';
import { administratorUrl, replaceServer } from './servers.fixture.js';

const labelOf = (service: string) => `app.kubernetes.io/name=${service}`;

describe('the production overlay', () => {
  let production: Production;
  beforeAll(async () => {
    production = await Production.start(current);
  }, 900_000);
  afterAll(async () => {
    await production?.remove();
  }, 300_000);

  it('given an empty cluster, when deployed as docs/operate.md states, then an event is written, read and busy', async () => {
    await writeAndRead(production.application, 'first');
    expect(await production.installation.restarts()).toEqual({});
  });

  it('given the autoscalers, when deployed, then two replicas of each service are ready', async () => {
    for (const service of services) await waitForPods(namespace, labelOf(service), 2);
  }, 240_000);

  it('given an invite, when its recipient replies by mail with STARTTLS, then the application receives one callback', async () => {
    await inviteAndReply(production.application, await production.installation.mailServer(), 'by-mail');
  });

  it('given a pod that may run as root, when created, then Pod Security refuses it', async () => {
    const run = production.installation.kubectl('run', 'intruder', '--image=node:24-bookworm-slim');
    await expect(run).rejects.toThrow('violates PodSecurity "restricted');
  });

  describe('its NetworkPolicies', () => {
    const others = ['monitoring', 'elsewhere'];
    let here: Here;
    const probes: Record<string, Route['from']> = { 'ingress-nginx': ingressPod };
    const podOf = async (service: string) => (await production.installation.pods(service))[0]!;
    const addressOf = async (service: string) => (await podOf(service)).status.podIP!;
    const inPod = async (service: string) => ({ namespace, name: (await podOf(service)).metadata.name });

    beforeAll(async () => {
      await Promise.all(others.map(deleteNamespace));
      for (const name of others) {
        await kubectl(['create', 'namespace', name]);
        probes[name] = await startProbe(name, 'probe');
      }
      probes[namespace] = await startProbe(namespace, 'probe');
      here = await listenHere(await addressOf('gateway'));
    }, 240_000);
    afterAll(async () => {
      here?.close();
      await Promise.all(others.map(deleteNamespace));
      await production.installation.kubectl('delete', 'pod', 'probe', '--ignore-not-found');
    }, 240_000);

    it('given who may reach the services, when they connect, then they are connected', async () => {
      await expectRoutes(
        [
          { from: probes['ingress-nginx']!, host: 'gateway.kalends.svc', port: 80 },
          { from: probes.elsewhere!, host: 'smtp.kalends.svc', port: 25 },
          { from: probes.monitoring!, host: await addressOf('gateway'), port: 9464 },
          { from: probes.monitoring!, host: await addressOf('notifier'), port: 3004 },
        ],
        'connected',
      );
    });

    it('given who may not reach the services, when they connect, then nothing answers', async () => {
      await expectRoutes(
        [
          { from: probes.elsewhere!, host: 'gateway.kalends.svc', port: 80 },
          { from: probes.monitoring!, host: 'gateway.kalends.svc', port: 80 },
          { from: probes['ingress-nginx']!, host: await addressOf('gateway'), port: 9464 },
          { from: probes.elsewhere!, host: await addressOf('calendar-sync'), port: 3001 },
          { from: probes[namespace]!, host: await addressOf('availability'), port: 3003 },
        ],
        'silence',
      );
    });

    it('given the services, when they connect to what they need, then they are connected', async () => {
      await expectRoutes(
        [
          { from: await inPod('availability'), host: 'postgres.postgres.svc', port: 5432 },
          { from: await inPod('invites'), host: 'kafka-bootstrap.kafka.svc', port: 9093 },
          { from: await inPod('notifier'), host: outsideAddress, port: here.port },
        ],
        'connected',
      );
    });

    it('given the services, when they connect to anything else, then nothing answers', async () => {
      await expectRoutes(
        [
          { from: await inPod('availability'), host: outsideAddress, port: here.port },
          { from: await inPod('notifier'), host: here.address, port: here.port },
          { from: await inPod('gateway'), host: await addressOf('invites'), port: 3002 },
          { from: await inPod('notifier'), host: await addressOf('gateway'), port: 3000 },
          { from: probes[namespace]!, host: new URL(await administratorUrl()).hostname, port: 5432 },
        ],
        'silence',
      );
    });
  });

  it('given load, when the services are restarted one after the other, then no request fails', async () => {
    const { outcomes } = await production.underLoad('restart', () => production.installation.restart());
    expect(summarise(outcomes.filter(isFailure))).toEqual([]);
  }, 600_000);

  it('given load, when all services are restarted at once, then no request fails', async () => {
    const { outcomes } = await production.underLoad('restart at once', async () => {
      await production.installation.kubectl('rollout', 'restart', 'deployment');
      await production.installation.rolledOut();
    });
    expect(summarise(outcomes.filter(isFailure))).toEqual([]);
  }, 600_000);

  it('given load, when one pod of each service is killed, then the others serve and nothing is lost', async () => {
    const { outcomes } = await production.underLoad('kills', async () => {
      for (const service of services) {
        const [pod] = await production.installation.pods(service);
        await production.installation.kubectl('delete', 'pod', pod!.metadata.name, '--force', '--grace-period=0');
        await waitForPods(namespace, labelOf(service), 2);
      }
    });
    // a connection to the killed process ends without a response
    expect(summarise(outcomes.filter((one) => one.status !== 0 && isUnexpected(one)))).toEqual([]);
  }, 600_000);

  it('given load, when the node is drained, then the disruption budgets keep one replica of each, and no request fails', async () => {
    const drain = ['drain', 'node', '--pod-selector=app.kubernetes.io/part-of=kalends', '--delete-emptydir-data'];
    const { outcomes } = await production.underLoad('drain', async () => {
      const { items } = await read<{ items: { metadata: { name: string } }[] }>(['nodes']);
      const node = items[0]!.metadata.name;
      try {
        const drained = kubectl([drain[0]!, node, ...drain.slice(2), '--timeout=45s']);
        await expect(drained).rejects.toThrow("Cannot evict pod as it would violate the pod's disruption budget");
        for (const service of services) {
          const ready = (await production.installation.pods(service)).filter(isReady);
          expect([service, ready.length]).toEqual([service, 1]);
        }
      } finally {
        await kubectl(['uncordon', node]);
      }
      for (const service of services) await waitForPods(namespace, labelOf(service), 2);
    });
    expect(summarise(outcomes.filter(isFailure))).toEqual([]);
  }, 600_000);

  it('given load, when gateway is scaled up and down, then no request fails', async () => {
    const scale = async (replicas: number) => {
      const patch = JSON.stringify({ spec: { minReplicas: replicas, maxReplicas: replicas } });
      await production.installation.kubectl('patch', 'hpa', 'gateway', '--patch', patch);
      await waitForPods(namespace, labelOf('gateway'), replicas);
    };
    const { outcomes } = await production.underLoad('scaling', async () => {
      await scale(3);
      await scale(2);
    });
    expect(summarise(outcomes.filter(isFailure))).toEqual([]);
  }, 400_000);

  it('given load, when one of three brokers is lost, then reads and writes continue, and all arrives', async () => {
    const { outcomes } = await production.underLoad('loss of a broker', () => replaceServer('kafka', 'kafka-1'));
    const local = outcomes.filter(({ kind }) => kind === 'read' || kind === 'upsert');
    expect(summarise(local.filter(isFailure))).toEqual([]);
    expect(summarise(outcomes.filter(isUnexpected))).toEqual([]);
  }, 400_000);

  it('given load, when PostgreSQL is lost, then requests are refused as unavailable, and all arrives afterwards', async () => {
    const { outcomes } = await production.underLoad('loss of PostgreSQL', () =>
      replaceServer('postgres', 'postgres-0'),
    );
    expect(outcomes.filter(isFailure).length).toBeGreaterThan(0);
    expect(summarise(outcomes.filter(isUnexpected))).toEqual([]);
  }, 400_000);

  it('given the probes of a service, when a process stops responding, then the kubelet restarts it', async () => {
    const [pod] = await production.installation.pods('availability');
    const { name } = pod!.metadata;
    await hang({ namespace, name });
    const isRestarted = async () => (await production.installation.restarts())[name] === 1;
    await waitUntil(isRestarted, { timeout: 150_000, interval: 1_000, what: `${name} to be restarted` });
    await waitForPods(namespace, labelOf('availability'), 2);
  }, 300_000);
});
