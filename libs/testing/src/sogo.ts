import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.js';
import { startTestDatabase } from './test-database.js';
import { waitUntil } from './wait-until.js';
import type { OneUserServer } from './xandikos.js';

const needed = ['/usr/sbin/sogod', '/usr/bin/memcached', '/usr/bin/psql', '/usr/bin/setpriv'];

/** Why SOGo cannot be started here; undefined if it can. */
export function missingForSogo(): string | undefined {
  const absent = needed.find((path) => !existsSync(path));
  if (absent) return `${absent} is not there (apt-get install sogo memcached postgresql-client)`;
  return process.getuid?.() === 0 ? undefined : 'SOGo must be started as root, from which it changes to the user sogo';
}

const createUsers = `
  CREATE TABLE sogo_users (c_uid text PRIMARY KEY, c_name text, c_password text, c_cn text, mail text);
  INSERT INTO sogo_users
  SELECT name, name, 'secret', name, name || '@example.com' FROM unnest(ARRAY['ada', 'bob', 'eve']) AS name`;

const settings = (dir: string, database: string, ports: { http: number; memcached: number; smtp: number }) => ({
  WOPort: `127.0.0.1:${ports.http}`,
  WOPidFile: join(dir, 'pid'),
  WOLogFile: '/dev/null',
  WONoDetach: 'YES',
  WOWorkersCount: '20',
  SOGoMemcachedHost: `127.0.0.1:${ports.memcached}`,
  SOGoProfileURL: `${database}/sogo_user_profile`,
  OCSFolderInfoURL: `${database}/sogo_folder_info`,
  OCSSessionsFolderURL: `${database}/sogo_sessions_folder`,
  OCSEMailAlarmsFolderURL: `${database}/sogo_alarms`,
  SOGoUserSources: `({type = sql; id = directory; viewURL = "${database}/sogo_users"; canAuthenticate = YES; isAddressBook = NO; userPasswordAlgorithm = none;})`,
  SOGoCalendarDAVAccessEnabled: 'YES',
  SOGoMailDomain: 'example.com',
  SOGoTimeZone: 'UTC',
  SOGoAppointmentSendEMailNotifications: 'YES',
  SOGoMailingMechanism: 'smtp',
  SOGoSMTPServer: `smtp://127.0.0.1:${ports.smtp}`,
});

/** Receives mail for anybody. `onMail` gets the recipients and the text. */
async function startMailServer(onMail: (to: string[], text: string) => void) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) =>
      void text(stream).then((mail) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        onMail(to, mail);
        done();
      }, done),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { port: (server.server.address() as AddressInfo).port, stop: () => server.close() };
}

/** One after the other: its workers close connections that they were given meanwhile. */
async function putOneByOne(calendar: string, objects: ReadonlyMap<string, string>): Promise<void> {
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  const headers = { authorization, 'content-type': 'text/calendar', connection: 'close' };
  for (const [name, body] of objects) {
    const { ok, status } = await fetch(new URL(encodeURIComponent(name), calendar), { method: 'PUT', headers, body });
    if (!ok) throw new Error(`SOGo answered ${status} to ${name}`);
  }
}

/**
 * A SOGo for one test, with its own PostgreSQL and memcached. Its ctags have whole seconds. It invites by mail, which `onMail` gets, and writes
 * invitations into the calendars of its users ada, bob and eve, whose addresses are `<user>@example.com`.
 */
export async function startSogo(
  onMail: (to: string[], text: string) => void = () => undefined,
): Promise<OneUserServer> {
  const dir = await mkdtemp(join(tmpdir(), 'kalends-sogo-'));
  await mkdir(join(dir, 'home'));
  execFileSync('chown', ['-R', 'sogo', dir]);
  const database = await startTestDatabase();
  execFileSync('psql', ['-q', database.url, '-c', createUsers]);
  const mail = await startMailServer(onMail);
  const ports = { http: await freePort(), memcached: await freePort(), smtp: mail.port };
  const own = { stdio: 'ignore', detached: true } as const;
  const memcached = spawn('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(ports.memcached)], own);
  const options = Object.entries(settings(dir, database.url, ports)).flatMap(([name, value]) => [`-${name}`, value]);
  const asUser = ['--reuid=sogo', '--regid=sogo', '--clear-groups', '/usr/sbin/sogod'];
  const sogo = spawn('setpriv', [...asUser, ...options], { ...own, env: { ...process.env, HOME: join(dir, 'home') } });
  const url = `http://127.0.0.1:${ports.http}/SOGo/dav/`;
  await waitUntil(async () => (await fetch(url)).status > 0, { what: 'SOGo to answer', timeout: 60_000 });
  return {
    url,
    home: `${url}ada/Calendar/`,
    fill: (path, objects) => putOneByOne(`${url}ada/Calendar/${path}/`, objects),
    stop: async () => {
      for (const child of [sogo, memcached]) {
        const exited = once(child, 'exit');
        // its workers are children of the first process
        process.kill(-child.pid!, 'SIGKILL');
        await exited;
      }
      mail.stop();
      await database.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
