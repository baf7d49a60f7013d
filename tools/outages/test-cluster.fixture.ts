import { setPriority } from 'node:os';
import { services, type ServiceName } from '@kalends/contracts';
import { freePort, waitUntil } from '@kalends/testing';
import { startKafka, startKafkaCluster, type LocalKafka } from '../kafka/kafka.mjs';
import {
  containerOf,
  environmentOf,
  isRunning,
  killAll,
  root,
  startProgram,
  type Program,
} from '../k8s/program.fixture.js';
import { balanceHttp, balanceTcp, type Backend, type Balancer } from './balancer.fixture.js';
import { startDatabase, type RestartableDatabase } from './database.fixture.js';

export interface StandOptions {
  /** Of each service. */
  replicas: number;
  /** Defaults to one. */
  brokers?: number;
  /** The addresses of the broker and the database for the services, unless direct. */
  through?: (database: RestartableDatabase, kafka: LocalKafka) => Promise<{ databaseUrl: string; brokers: string }>;
  /** The port that the broker advertises to its clients; defaults to its own. */
  advertisedPort?: number;
  /** The checkout whose build is started; defaults to this one. */
  folder?: string;
  /** NODE_OPTIONS of a service's processes. */
  nodeOptions?: (service: ServiceName) => string;
}

/** One process of a service, on the ports that its successor gets, too. */
interface Replica extends Backend {
  service: ServiceName;
  smtpPort: number;
  /** The checkout whose build it is. */
  folder: string;
  program: Program;
}

/** How long a replica took to end after SIGTERM, and its successor to be ready, ms. */
export interface Restart {
  service: ServiceName;
  /** When it was terminated, ISO. */
  at: string;
  ending: number;
  starting: number;
}

/**
 * Priorities: broker, database and load first, then serving processes, then starting ones: in a cluster they run on separate
 * machines.
 */
const serving = 5;
const starting = 10;

/** As far as the permissions of the user who runs the tests allow. */
function prefer({ child }: Program, niceness: number): void {
  try {
    setPriority(child.pid!, niceness);
  } catch {
    return;
  }
}

/** Of the Job `topics`. */
const topicsBackoffLimit = 4;

const waitOptions = { timeout: 120_000, interval: 100 };

/** The services by the manifests, some replicas each, on real Kafka and PostgreSQL behind a balancer. */
export class TestCluster {
  readonly replicas: Replica[] = [];
  http!: Balancer;
  smtp!: Balancer;

  private constructor(
    readonly database: RestartableDatabase,
    readonly kafka: LocalKafka,
    private readonly databaseUrl: string,
    private readonly brokers: string,
    private readonly nodeOptions: (service: ServiceName) => string,
  ) {}

  static async start(options: StandOptions): Promise<TestCluster> {
    const { replicas, brokers = 1, through, advertisedPort, folder = root, nodeOptions = () => '' } = options;
    const [database, kafka] = await Promise.all([
      startDatabase(),
      brokers > 1 ? startKafkaCluster(brokers) : startKafka({ advertisedPort }),
    ]);
    const addresses = (await through?.(database, kafka)) ?? { databaseUrl: database.url, brokers: kafka.brokers };
    const cluster = new TestCluster(database, kafka, addresses.databaseUrl, addresses.brokers, nodeOptions);
    try {
      await cluster.createTopics(folder, brokers);
      for (const service of services) for (let n = 0; n < replicas; n += 1) await cluster.add(service, folder);
      await Promise.all(cluster.replicas.map((replica) => cluster.isReady(replica)));
      cluster.http = await balanceHttp(cluster.of('gateway'));
      cluster.smtp = await balanceTcp(
        cluster.of('invites').map(({ smtpPort, healthPort }) => ({ port: smtpPort, healthPort })),
      );
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  of(service: ServiceName): Replica[] {
    return this.replicas.filter((replica) => replica.service === service);
  }

  /** A rolling update's step: SIGTERM, the process ends with code 0, its successor (of `folder`) is ready. */
  async restart(replica: Replica, folder = replica.folder): Promise<Restart> {
    const { service, program } = replica;
    const at = new Date().toISOString();
    const terminated = performance.now();
    program.child.kill('SIGTERM');
    const code = await program.exited;
    if (code !== 0) throw new Error(`${service} ended with ${code}: ${program.output()}`);
    const ended = performance.now();
    replica.folder = folder;
    replica.program = this.launch(replica);
    prefer(replica.program, starting);
    await this.isReady(replica);
    prefer(replica.program, serving);
    return { service, at, ending: ended - terminated, starting: performance.now() - ended };
  }

  /** One replica more; not behind the balancers. Resolves when it is ready. */
  async grow(service: ServiceName): Promise<Replica> {
    const replica = await this.add(service, root);
    await this.isReady(replica);
    return replica;
  }

  /** Ends a replica as an autoscaler does. */
  async shrink(replica: Replica): Promise<void> {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
    replica.program.child.kill('SIGTERM');
    const code = await replica.program.exited;
    if (code !== 0) throw new Error(`${replica.service} ended with ${code}: ${replica.program.output()}`);
  }

  /** Waits for the work; throws immediately, with the end of the output, when a process ends meanwhile. */
  async whileAlive<T>(work: Promise<T>): Promise<T> {
    const ends = this.replicas.map(async ({ service, program }) => {
      const code = await program.exited;
      throw new Error(`${service} ended with ${code}: ${program.output()}`);
    });
    return Promise.race([work, ...ends]);
  }

  /** Throws when a process has ended. */
  assertAlive(): void {
    for (const { service, program } of this.replicas)
      if (!isRunning(program)) throw new Error(`${service} ended: ${program.output()}`);
  }

  async isReady({ service, healthPort, program }: Replica): Promise<void> {
    const ready = async () => {
      if (!isRunning(program)) throw new Error(`${service} ended: ${program.output()}`);
      const response = await fetch(`http://127.0.0.1:${healthPort}/health/ready`);
      return ((await response.json()) as { status: string }).status === 'ok';
    };
    await waitUntil(ready, { ...waitOptions, what: `${service} to be ready` });
  }

  async stop(): Promise<void> {
    await Promise.all([this.http?.close(), this.smtp?.close()]);
    await killAll(this.replicas.map(({ program }) => program));
    await this.kafka.stop();
    await this.database.stop();
  }

  private async createTopics(folder: string, brokers: number): Promise<void> {
    const container = containerOf('Job', 'topics');
    const environment = environmentOf(container, '', { KAFKA_BROKERS: this.brokers });
    // a partition of a new cluster may not have a leader yet; the Job is retried, too
    for (let attempt = 1; ; attempt += 1) {
      const args = ['--replication-factor', String(brokers)];
      const { exited, output } = startProgram(container, environment, { args, folder });
      if ((await exited) === 0) return;
      if (attempt > topicsBackoffLimit) throw new Error(`topics: ${output()}`);
    }
  }

  private async add(service: ServiceName, folder: string): Promise<Replica> {
    const port = await freePort();
    const slot = { service, folder, port, healthPort: port, smtpPort: await freePort() };
    const program = this.launch(slot);
    prefer(program, serving);
    const replica = { ...slot, program };
    this.replicas.push(replica);
    return replica;
  }

  private launch({ service, port, smtpPort, folder }: Omit<Replica, 'program'>): Program {
    const container = containerOf('Deployment', service);
    const here = {
      HOST: '127.0.0.1',
      KAFKA_BROKERS: this.brokers,
      PORT: String(port),
      METRICS_PORT: '0',
      SMTP_PORT: String(smtpPort),
      // ten processes on a server sized for one machine, one application with the whole load
      DATABASE_POOL: '3',
      RATE_LIMIT_PER_SECOND: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      NEW_ACCOUNTS_PER_HOUR: '0',
      PAGES_PER_MINUTE: '0',
      UNKNOWN_REQUESTS_PER_MINUTE: '0',
    };
    const environment = environmentOf(container, this.databaseUrl, here);
    // the application's listener for callbacks about replies
    const more = { ALLOW_NETWORKS: '127.0.0.0/8', NODE_OPTIONS: this.nodeOptions(service) };
    return startProgram(container, { ...environment, ...more }, { folder });
  }
}
