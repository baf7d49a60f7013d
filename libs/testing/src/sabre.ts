import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { waitUntil } from './wait-until.js';
import type { OneUserServer } from './xandikos.js';

const library = '/usr/share/php/Sabre/autoload.php';
const tables = '/usr/share/doc/php-sabre-dav/examples/sql';

/** Why sabre/dav cannot be started here; undefined if it can. */
export function missingForSabre(): string | undefined {
  const absent = ['/usr/bin/php', library, tables].find((path) => !existsSync(path));
  return absent && `${absent} is not there (apt-get install php-sabre-dav php-cli php-sqlite3 php-mbstring php-xml)`;
}

const createTables = `<?php
$pdo = new PDO('sqlite:' . getenv('SABRE_DATABASE'));
foreach (['calendars', 'principals', 'users', 'locks'] as $name)
  $pdo->exec(file_get_contents("${tables}/sqlite.$name.sql"));
$pdo->exec("INSERT INTO principals (uri, email, displayname) VALUES ('principals/ada', 'ada@example.com', 'Ada')");
`;

const serve = `<?php
error_reporting(0);
date_default_timezone_set('UTC');
require '${library}';
class OneUser extends Sabre\\DAV\\Auth\\Backend\\AbstractBasic {
  protected function validateUserPass($user, $password) { return $user === 'ada' && $password === 'secret'; }
}
$pdo = new PDO('sqlite:' . getenv('SABRE_DATABASE'));
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$principals = new Sabre\\DAVACL\\PrincipalBackend\\PDO($pdo);
$server = new Sabre\\DAV\\Server([
  new Sabre\\CalDAV\\Principal\\Collection($principals),
  new Sabre\\CalDAV\\CalendarRootNode($principals, new Sabre\\CalDAV\\Backend\\PDO($pdo)),
]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\\DAV\\Auth\\Plugin(new OneUser(), 'calendars'));
$server->addPlugin(new Sabre\\DAVACL\\Plugin());
$server->addPlugin(new Sabre\\CalDAV\\Plugin());
$server->exec();
`;

/** A sabre/dav for one test, the library behind Baïkal and older Nextclouds, on PHP's own web server. It lists no sync tokens. */
export async function startSabre(): Promise<OneUserServer> {
  const dir = await mkdtemp(join(tmpdir(), 'kalends-sabre-'));
  const env = { ...process.env, SABRE_DATABASE: join(dir, 'calendars.sqlite'), PHP_CLI_SERVER_WORKERS: '4' };
  await writeFile(join(dir, 'create.php'), createTables);
  await writeFile(join(dir, 'serve.php'), serve);
  execFileSync('php', [join(dir, 'create.php')], { env });
  const port = await freePort();
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, join(dir, 'serve.php')], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/`;
  await waitUntil(async () => (await fetch(url)).status > 0, { what: 'sabre/dav to answer', timeout: 60_000 });
  return {
    url,
    home: `${url}calendars/ada/`,
    stop: async () => {
      // its workers are children of the first process
      process.kill(-child.pid!, 'SIGKILL');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
