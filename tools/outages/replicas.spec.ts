import { setTimeout as delay } from 'node:timers/promises';
import { services, type ServiceName } from '@kalends/contracts';
import { skipFor, waitUntil } from '@kalends/testing';
import kafkajs, { type Admin } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingForKafka } from '../kafka/kafka.mjs';
import { Application } from './application.fixture.js';
import { assertConverged } from './converged.fixture.js';
import { isFailure, Load, summarise } from './load.fixture.js';
import { report } from './report.fixture.js';
import { TestCluster } from './test-cluster.fixture.js';

/** Per member of a group: `topic partition`. */
type Members = Map<string, string[]>;

describe('two replicas of each service on three brokers', () => {
  let missing: string | undefined;
  let cluster: TestCluster | undefined;
  let application: Application | undefined;
  let admin: Admin | undefined;

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    cluster = await TestCluster.start({ replicas: 2, brokers: 3 });
    application = await Application.make(cluster.http.port);
    const kafka = new kafkajs.Kafka({ brokers: cluster.kafka.brokers.split(','), logLevel: kafkajs.logLevel.NOTHING });
    admin = kafka.admin();
    await admin.connect();
  }, 400_000);

  afterAll(async () => {
    await admin?.disconnect();
    await application?.stop();
    await cluster?.stop();
  }, 60_000);

  async function groupOf(service: ServiceName): Promise<{ state: string; members: Members }> {
    const { groups } = await admin!.describeGroups([service]);
    const members = groups[0]!.members.map(({ memberId, memberAssignment }): [string, string[]] => {
      const { assignment } = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment) ?? {};
      const parts = Object.entries(assignment ?? {});
      return [memberId, parts.flatMap(([topic, list]) => list.map((one) => `${topic} ${one}`))];
    });
    return { state: groups[0]!.state, members: new Map(members) };
  }

  /** When the group has this many members, each with partitions; throws immediately when a process ends meanwhile. */
  async function settled(service: ServiceName, count: number): Promise<Members> {
    const find = async () => {
      const { state, members } = await groupOf(service);
      if (members.size === count && [...members.values()].every((parts) => parts.length > 0)) return members;
      const output = cluster!.of(service).map(({ program }) => program.output().trim().split('\n').at(-1));
      throw new Error(`it is ${state} with shares ${JSON.stringify(sizes(members))}; last logged: ${output.join(' ')}`);
    };
    const what = `${service} to have ${count} members`;
    return cluster!.whileAlive(waitUntil(find, { timeout: 60_000, interval: 300, what }));
  }

  const sizes = (members: Members) => [...members.values()].map((parts) => parts.length).sort((a, b) => a - b);
  const spread = (members: Members) => Math.max(...sizes(members)) - Math.min(...sizes(members));
  /** How many partitions members lost that are in both. */
  const moved = (before: Members, after: Members) =>
    [...before].flatMap(([id, parts]) => (after.has(id) ? parts.filter((one) => !after.get(id)!.includes(one)) : []))
      .length;

  it('given load, when a third replica of each is added and removed, then nothing is lost, and only what must moves', async (context) => {
    if (!cluster || !application) return skipFor(context, missing!);
    const load = new Load(application, cluster.smtp.port);
    load.start();
    const figures: object[] = [];
    for (const service of services) {
      const two = await settled(service, 2);
      expect(spread(two), `${service}: shares of two`).toBeLessThanOrEqual(1);
      const third = await cluster.grow(service);
      const three = await settled(service, 3);
      const remaining = moved(two, three);
      await delay(1_000);
      await cluster.shrink(third);
      const again = await settled(service, 2);
      figures.push({ service, two: sizes(two), three: sizes(three), moved: [remaining, moved(three, again)] });
      // a third of the partitions to the third; nothing between the two that stay
      expect(spread(three), `${service}: shares of three`).toBeLessThanOrEqual(1);
      const ofThird = [...three].flatMap(([id, parts]) => (two.has(id) ? [] : parts)).length;
      expect(remaining, `${service}: moved to the third`).toBe(ofThird);
      expect(moved(three, again), `${service}: moved between the others`).toBe(0);
    }
    await load.stop();
    report('a third replica', load);
    process.stdout.write(`${JSON.stringify({ what: 'partitions', figures })}\n`);
    expect(summarise(load.outcomes.filter(isFailure))).toEqual([]);
    await assertConverged(cluster, load);
  }, 500_000);
});
