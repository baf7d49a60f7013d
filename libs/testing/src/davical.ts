import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { startTestDatabase } from './test-database.js';
import { waitUntil } from './wait-until.js';
import type { OneUserServer } from './xandikos.js';

const program = '/usr/share/davical';
const installedConfig = '/etc/davical/config.php';

/** Why DAViCal cannot be started here; undefined if it can. */
export function missingForDavical(): string | undefined {
  const absent = ['/usr/bin/php', '/usr/bin/psql', `${program}/htdocs`, '/usr/share/awl/inc'].find(
    (path) => !existsSync(path),
  );
  return absent && `${absent} is not there (apt-get install davical php-cli php-pgsql postgresql-client)`;
}

/** Users whom everybody may invite: the bits are its three privileges to deliver into an inbox (RFC 6638 §6.1). */
const createUsers = `
  INSERT INTO usr (username, password, fullname, email, active)
  SELECT name, '**secret', name, name || '@example.com', true FROM unnest(ARRAY['ada', 'bob', 'eve']) AS name;
  INSERT INTO principal (type_id, user_no, displayname, default_privileges)
  SELECT 1, user_no, fullname, 7168::bit(24) FROM usr WHERE username IN ('ada', 'bob', 'eve')`;

/** The files that the program's own installation applies, in its order. */
const tableFiles = [
  '/usr/share/awl/dba/awl-tables.sql',
  '/usr/share/awl/dba/schema-management.sql',
  `${program}/dba/davical.sql`,
  `${program}/dba/supported_locales.sql`,
  `${program}/dba/views/dav_principal.sql`,
  `${program}/dba/caldav_functions.sql`,
  `${program}/dba/rrule_functions.sql`,
  `${program}/dba/base-data.sql`,
];

function createTables(url: string): void {
  const psql = (...args: string[]) => execFileSync('psql', ['-q', url, ...args], { stdio: 'ignore' });
  psql('-c', 'CREATE ROLE davical_app', '-c', 'CREATE ROLE davical_dba');
  for (const path of tableFiles) psql('-f', path);
  psql('-c', createUsers);
}

const config = ({ hostname, port, username, password, pathname }: URL) => `<?php
$c->pg_connect[] = 'dbname=${pathname.slice(1)} user=${username} host=${hostname} port=${port} password=${password}';
$c->domain_name = '127.0.0.1';
$c->admin_email = 'admin@example.com';
$c->system_name = 'test';
`;

/** A copy of the program's pages that reads its own configuration. */
async function install(dir: string, database: string): Promise<string> {
  const pages = join(dir, 'htdocs');
  await cp(`${program}/htdocs`, pages, { recursive: true });
  for (const name of ['inc', 'dba', 'locale']) await symlink(`${program}/${name}`, join(dir, name));
  await writeFile(join(dir, 'config.php'), config(new URL(database)));
  const start = join(pages, 'always.php');
  await writeFile(start, (await readFile(start, 'utf8')).replaceAll(installedConfig, join(dir, 'config.php')));
  return pages;
}

/**
 * A DAViCal for one test, with its own PostgreSQL, on PHP's own web server. It delivers invitations (RFC 6638) between its users ada, bob and
 * eve, whose addresses are `<user>@example.com`.
 */
export async function startDavical(): Promise<OneUserServer> {
  const dir = await mkdtemp(join(tmpdir(), 'kalends-davical-'));
  const database = await startTestDatabase();
  createTables(database.url);
  const cwd = await install(dir, database.url);
  const port = await freePort();
  const quiet = ['-d', 'error_reporting=0', '-d', 'display_errors=0'];
  const child = spawn('php', [...quiet, '-S', `127.0.0.1:${port}`], {
    cwd,
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    detached: true,
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/caldav.php/`;
  await waitUntil(async () => (await fetch(url)).status > 0, { what: 'DAViCal to answer', timeout: 60_000 });
  return {
    url,
    home: `${url}ada/`,
    stop: async () => {
      // its workers are children of the first process
      process.kill(-child.pid!, 'SIGKILL');
      await exited;
      await database.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
