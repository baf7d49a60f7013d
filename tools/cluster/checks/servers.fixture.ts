import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services, type ServiceName } from '@kalends/contracts';
import { run } from './cluster.fixture.js';
import { apply, kubectl, podsOf } from './kubectl.fixture.js';

export const password = 'only-in-this-cluster';
const namespaces = ['postgres', 'kafka'];
const roleOf = (service: string) => `kalends_${service.replaceAll('-', '_')}`;

/** How a service reaches its database. */
export const databaseUrl = (service: ServiceName, database = 'kalends'): string =>
  `postgresql://${roleOf(service)}:${password}@postgres.postgres.svc:5432/${database}?sslmode=require`;

export interface Certificate {
  'server.key': string;
  'server.crt': string;
  'server.pem': string;
}

/** A certificate that is its own authority, for the names of all servers. */
async function createCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-certificate-'));
  const names = ['*.kafka.kafka.svc', 'kafka-bootstrap.kafka.svc', 'postgres.postgres.svc', 'smtp'];
  const extension = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'crt')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  await run('openssl', ['req', '-x509', ...key, '-days', '7', '-subj', '/CN=kalends', '-addext', extension, ...files]);
  const text = (name: string) => readFile(join(folder, name), 'utf8');
  const [privateKey, certificate] = await Promise.all([text('key'), text('crt')]);
  await rm(folder, { recursive: true });
  return { 'server.key': privateKey, 'server.crt': certificate, 'server.pem': privateKey + certificate };
}

/** SQL as the administrator. */
export const sql = (statement: string, database = 'kalends'): Promise<string> =>
  kubectl(['exec', '-n', 'postgres', 'postgres-0', '--', 'psql', '-U', 'postgres', '-d', database, '-Atc', statement]);

/** A database as docs/operate.md describes it: each role may create its schema. */
export async function grantTo(database: string): Promise<void> {
  for (const service of services) await sql(`GRANT CREATE ON DATABASE ${database} TO ${roleOf(service)}`);
}

/** Starts PostgreSQL and Kafka, with a role per service; returns their certificate. */
export async function startServers(): Promise<Certificate> {
  const certificate = await createCertificate();
  for (const namespace of namespaces) {
    await kubectl(['create', 'namespace', namespace]);
    await apply([{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tls', namespace }, stringData: certificate }]);
  }
  await kubectl(['apply', '-f', join(import.meta.dirname, 'servers.yaml')]);
  for (const name of namespaces)
    await kubectl(['rollout', 'status', '-n', name, `statefulset/${name}`, '--timeout=240s']);
  for (const service of services) await sql(`CREATE ROLE ${roleOf(service)} LOGIN PASSWORD '${password}'`);
  await grantTo('kalends');
  return certificate;
}

/** The database as the node reaches it, for the administrator. */
export async function administratorUrl(): Promise<string> {
  const [pod] = await podsOf('postgres', 'app=postgres');
  return `postgresql://postgres:${password}@${pod!.status.podIP}:5432/kalends`;
}

/** Deletes a server's pod, and waits until its successor is ready. */
export async function replaceServer(namespace: string, pod: string): Promise<void> {
  await kubectl(['delete', 'pod', '-n', namespace, pod]);
  await kubectl(['wait', '-n', namespace, '--for=create', `pod/${pod}`, '--timeout=60s']);
  await kubectl(['wait', '-n', namespace, '--for=condition=Ready', `pod/${pod}`, '--timeout=120s']);
}
