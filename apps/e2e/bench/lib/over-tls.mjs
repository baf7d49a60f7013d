import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Enables TLS in a throwaway PostgreSQL on this machine (superuser's URL); returns the URL for TLS connections. */
export async function overTls(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SHOW data_directory');
  const dir = rows[0].data_directory;
  const { uid, gid } = statSync(dir);
  const [key, certificate] = ['server.key', 'server.crt'].map((name) => join(dir, name));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  for (const path of [key, certificate]) {
    chmodSync(path, 0o600);
    chownSync(path, uid, gid);
  }
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  const secured = new URL(url);
  secured.searchParams.set('sslmode', 'require');
  secured.searchParams.set('uselibpqcompat', 'true');
  return secured.href;
}
