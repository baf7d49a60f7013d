import { execFileSync } from 'node:child_process';
import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startTestDatabase, type TestDatabase } from './test-database.js';

/** A {@link TestDatabase} that accepts connections only over TLS. */
export interface TlsDatabase extends TestDatabase {
  /** File with the certificate of the server, which is its own CA (PEM); it names `localhost` and 127.0.0.1. */
  ca: string;
}

/** Why no certificate can be created here, in one line; undefined when it can. */
export function missingForTls(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'a certificate requires openssl, which is not on the PATH';
  }
}

function makeCertificate(directory: string): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', join(directory, 'server.key'), '-out', join(directory, 'server.crt')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  execFileSync('openssl', [...kind, ...names, ...files], { stdio: 'ignore' });
}

/** A real PostgreSQL that responds over TLS only. Throws if {@link missingForTls} returns a reason. */
export async function startTlsDatabase(): Promise<TlsDatabase> {
  const database = await startTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const directory = rows[0]!.data_directory;
  makeCertificate(directory);
  const { uid, gid } = await stat(directory);
  for (const name of ['server.key', 'server.crt']) await chown(join(directory, name), uid, gid);
  await chmod(join(directory, 'server.key'), 0o600);
  const rules = join(directory, 'pg_hba.conf');
  await writeFile(rules, (await readFile(rules, 'utf8')).replaceAll(/^host\s/gm, 'hostssl '));
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return { ...database, ca: join(directory, 'server.crt') };
}
