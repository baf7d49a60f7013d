import { setTimeout as delay } from 'node:timers/promises';
import { services } from '@kalends/contracts';
import { skipFor, waitUntil } from '@kalends/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../k8s/program.fixture.js';
import { missingForKafka } from '../kafka/kafka.mjs';
import { Application } from './application.fixture.js';
import { assertConverged } from './converged.fixture.js';
import { Load } from './load.fixture.js';
import { inviteAndReply, noon, writeAndRead, type Post } from './path.fixture.js';
import { builtRelease, type Release } from './release.fixture.js';
import { report } from './report.fixture.js';
import { TestCluster, type Restart } from './test-cluster.fixture.js';

const soon = { timeout: 30_000, interval: 100 };
const within = soon.timeout;
const deadLetters = services.map((service) => `${service.replaceAll('-', '_')}.dead_letter`);
const hourMs = 3_600_000;
/** How often a client repeats a request that the earlier release refuses as unavailable. */
const maxRepeated = 3;

/** One application's main path through all services. */
class Path {
  private count = 0;

  constructor(
    private readonly cluster: TestCluster,
    private readonly application: Application,
    private readonly database: pg.Client,
  ) {}

  /**
   * Checks that an event is accepted, read, stored by the provider and included in availability; a reply becomes a callback;
   * there is no dead letter.
   */
  async works(when: string): Promise<void> {
    const n = this.count++;
    const { application, cluster } = this;
    const options = { post: this.post, within };
    await Promise.all([
      writeAndRead(application, `skew-${n}`, { start: noon + n * 2 * hourMs, ...options }),
      inviteAndReply(application, cluster.smtp.port, `skew-invite-${n}`, options),
    ]);
    await this.stored(`skew-${n}`, when);
    for (const table of deadLetters) expect((await this.database.query(`TABLE ${table}`)).rows, when).toEqual([]);
  }

  private async stored(id: string, when: string): Promise<void> {
    const statement = 'SELECT FROM calendar_sync.event WHERE event_id = $1';
    const isStored = async () => (await this.database.query(statement, [id])).rowCount === 1;
    await waitUntil(isStored, { ...soon, what: `${id} to be stored (${when})` });
  }

  private readonly post: Post = async (path, token, body) => {
    const { folder } = this.cluster.of('gateway')[0]!;
    for (let attempt = 1; ; attempt += 1) {
      const { status, retryAfter, text } = await this.application.request('POST', path, token, body);
      if (status === (path.endsWith('/events') ? 202 : 200)) return text;
      const failure = `${path} at the gateway in ${folder}: ${status} ${text}`;
      // 0.2.0 connects to the broker with its first request, which it may refuse meanwhile
      if (status !== 503 || !retryAfter || folder === root || attempt > maxRepeated) throw new Error(failure);
      process.stdout.write(`repeated: ${failure}\n`);
      await delay(1_000 * Number(retryAfter));
    }
  };
}

describe('the previous release together with this one', () => {
  let missing: string | undefined;
  let release: Release | undefined;
  let cluster: TestCluster | undefined;
  let application: Application | undefined;
  let database: pg.Client | undefined;

  beforeAll(async () => {
    missing = await missingForKafka();
    if (missing) return;
    release = await builtRelease();
    missing = release.missing;
    if (missing) return;
    cluster = await TestCluster.start({ replicas: 1, folder: release.folder! });
    application = await Application.make(cluster.http.port);
    database = new pg.Client({ connectionString: cluster.database.url });
    await database.connect();
  }, 900_000);

  afterAll(async () => {
    await database?.end();
    await application?.stop();
    await cluster?.stop();
  }, 60_000);

  it('given a rollout and a rollback, service by service, when each step is done, then all works and nothing is lost', async (context) => {
    if (!cluster || !application || !database) return skipFor(context, missing!);
    const path = new Path(cluster, application, database);
    const load = new Load(application, cluster.smtp.port, 500);
    await path.works(`all ${release!.version}`);
    load.start();
    const restarts: Restart[] = [];
    for (const [name, folder] of [
      ['this release', root],
      [release!.version, release!.folder!],
    ] as const) {
      for (const service of services) {
        restarts.push(await cluster.restart(cluster.of(service)[0]!, folder));
        await path.works(`${service} is of ${name} now`);
      }
    }
    await load.stop();
    report('skew', load, restarts);
    expect(load.accepted.length).toBeGreaterThan(10);
    expect(load.replied.length).toBeGreaterThan(5);
    await assertConverged(cluster, load);
  }, 300_000);
});
