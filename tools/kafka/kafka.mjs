import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { answers, fetchJars, javaVersion } from '../testbed/maven.mjs';
import { makeCertificate, scramArguments, securedProperties } from './security.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const version = '4.1.0';
const jars = join(root, '.cache', 'kafka', version);
const artifacts = [`org.apache.kafka:kafka_2.13:${version}`, 'org.slf4j:slf4j-simple:1.7.36'];
/** What the JVM reads of Kafka's classes, written by the first broker that ends: later ones start in 1.6 s instead of 2.9. */
const classes = join(root, '.cache', 'kafka', `${version}.jsa`);
const startMs = 60_000;

/** Folder of Kafka's jars, which are fetched once. */
export async function kafkaJars() {
  await fetchJars(jars, artifacts);
  return jars;
}

/** Why Kafka cannot be started here, in one line; undefined when it can. */
export async function missingForKafka() {
  const java = await javaVersion();
  if (java < 17) return `Kafka needs Java 17 or later on the PATH${java ? ` (found ${java})` : ''}`;
  if (existsSync(jars) || (await answers('mvn', '-v'))) return undefined;
  return 'Kafka is fetched with Maven: mvn is not on the PATH';
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** With `secured` the port requires SASL over TLS, and the broker's own traffic uses a separate port. */
const listenersOf = (port, advertised, { controllerPort, plainPort }) => {
  const name = plainPort ? 'SECURED' : 'PLAINTEXT';
  const plain = plainPort ? `,PLAINTEXT://127.0.0.1:${plainPort}` : '';
  return `listeners=${name}://127.0.0.1:${port}${plain},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=${name}://127.0.0.1:${advertised}${plain}
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL`;
};

const properties = (port, advertised, ports, dataDir, node) => `process.roles=broker,controller
node.id=${node.id}
controller.quorum.voters=${node.voters.map((voter, n) => `${n + 1}@127.0.0.1:${voter}`).join()}
${listenersOf(port, advertised, ports)}
controller.listener.names=CONTROLLER
log.dirs=${join(dataDir, 'log')}
offsets.topic.replication.factor=${node.voters.length}
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=${node.voters.length}
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
`;

/** Short runs do not benefit from the server compiler and collector, which take half of their time. */
const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const java = (main, args, flags = shortLived) => [
  '-Xms256m',
  '-Xmx512m',
  ...flags,
  ...(existsSync(classes) ? [`-XX:SharedArchiveFile=${classes}`] : []),
  '-cp',
  join(jars, '*'),
  main,
  ...args,
];

async function format(config, dataDir, { user, id }) {
  if (existsSync(join(dataDir, 'log', 'meta.properties'))) return;
  const tool = 'kafka.tools.StorageTool';
  await run('java', java(tool, ['format', '-t', id, '-c', config, ...(user ? scramArguments(user) : [])]));
}

// like those of `random-uuid`, without starting a JVM; none begins with a hyphen
const newClusterId = () => `k${randomBytes(16).toString('base64url').slice(1)}`;

const startedLine = 'Kafka Server started';

/** What went wrong, of what a broker printed: after it, a hundred lines follow about the shutdown. */
function failureIn(output) {
  const lines = output.split('\n').filter((line) => / (ERROR|FATAL) |Exception/.test(line));
  return lines.slice(0, 10).join('\n') || output.slice(-4_000);
}

/** Starts the broker's process; resolves when it reports that it serves: another program may have the port. */
async function launch(config, port, { onExit, longLived }) {
  const written = `${classes}.${port}`;
  const archive = existsSync(classes) ? [] : [`-XX:ArchiveClassesAtExit=${written}`];
  const flags = [...(longLived ? [] : shortLived), ...archive];
  const child = spawn('java', java('kafka.Kafka', [config], flags), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let serves = false;
  const keep = (chunk) => {
    output = (output + chunk).slice(-30_000);
    serves ||= output.includes(startedLine);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise((resolve) => child.once('exit', resolve)).then(() =>
    rename(written, classes).catch(() => undefined),
  );
  exited.then(() => onExit?.());
  let ended = false;
  exited.then(() => (ended = true));
  for (const end = Date.now() + startMs; !serves; await delay(50)) {
    if (ended) throw new Error(`Kafka ended while starting:\n${failureIn(output)}`);
    if (Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`Kafka did not start within ${startMs / 1000} s:\n${failureIn(output)}`);
    }
  }
  return { child, exited };
}

/**
 * Starts a single-node Apache Kafka (KRaft) on the loopback interface. By default `port` is a free one and `dataDir` a
 * temporary directory that `stop()` deletes; clients get `advertisedPort` if given. Throws with a one-line reason if it
 * cannot run. `longLived`: optimises for long runs instead of a fast start. `secured: { username, password }`: clients
 * connect by SASL (plain, SCRAM) over TLS only, and `ca` is the file with its CA. Returns `{ brokers, ca, pid, stop(),
 * restart(), halt(), resume() }`: `halt` stops the process and keeps the data, `resume` starts it again on the same port,
 * `restart` does both.
 */
export async function startKafka(options = {}) {
  for (let tries = 3; ; tries -= 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // another program was given the free port in the meantime
      const other = !options.port && !options.node && /Address already in use/.test(String(error));
      if (!other || tries === 1) throw error;
    }
  }
}

async function startOnce(options) {
  const missing = await missingForKafka();
  if (missing) throw new Error(missing);
  await fetchJars(jars, artifacts);
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'kalends-kafka-')));
  await mkdir(dataDir, { recursive: true });
  const config = join(dataDir, 'server.properties');
  const user = options.secured;
  const { node = { id: 1, voters: [await freePort()], clusterId: newClusterId() } } = options;
  const ports = { controllerPort: node.voters[node.id - 1], plainPort: user ? await freePort() : undefined };
  const lines = properties(port, options.advertisedPort ?? port, ports, dataDir, node);
  const ca = user && (await makeCertificate(dataDir));
  await writeFile(config, user ? `${lines}${securedProperties(dataDir, user)}\n` : lines, { mode: 0o600 });
  await format(config, dataDir, { user, id: node.clusterId });
  let broker;
  const kafka = {
    brokers: `127.0.0.1:${port}`,
    ca,
    pid: undefined,
    exited: undefined,
    async resume() {
      broker = await launch(config, port, options);
      kafka.pid = broker.child.pid;
      kafka.exited = broker.exited;
    },
    async halt(signal = 'SIGTERM') {
      broker.child.kill(signal);
      const late = setTimeout(() => broker.child.kill('SIGKILL'), 15_000);
      await broker.exited;
      clearTimeout(late);
    },
    async restart(signal) {
      await kafka.halt(signal);
      await kafka.resume();
    },
    async stop() {
      await kafka.halt();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
  await kafka.resume().catch(async (error) => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return kafka;
}

/** Starts `count` brokers as one cluster; `stop()` ends them all. */
export async function startKafkaCluster(count) {
  const voters = [];
  for (let n = 0; n < count; n += 1) voters.push(await freePort());
  const clusterId = newClusterId();
  const started = await Promise.allSettled(
    voters.map((_, n) => startKafka({ node: { id: n + 1, voters, clusterId } })),
  );
  const nodes = started.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed) {
    await Promise.all(nodes.map((node) => node.stop()));
    throw failed.reason;
  }
  return {
    ...nodes[0],
    brokers: nodes.map(({ brokers }) => brokers).join(),
    stop: () => Promise.all(nodes.map((node) => node.stop())).then(() => undefined),
  };
}
