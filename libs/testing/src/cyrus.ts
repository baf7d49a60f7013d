import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { waitUntil } from './wait-until.js';
import type { OneUserServer } from './xandikos.js';

const bin = '/usr/lib/cyrus/bin';
const needed = [`${bin}/master`, `${bin}/httpd`, `${bin}/imapd`, '/usr/sbin/saslpasswd2'];

/** Why Cyrus cannot be started here; undefined if it can. */
export function missingForCyrus(): string | undefined {
  const absent = needed.find((path) => !existsSync(path));
  if (absent) return `${absent} is not there (apt-get install cyrus-caldav cyrus-imapd sasl2-bin)`;
  return process.getuid?.() === 0
    ? undefined
    : 'Cyrus must be started as root, from which it changes to the user cyrus';
}

const imapdConf = (dir: string, schedules: boolean) => `configdirectory: ${dir}/conf
defaultpartition: default
partition-default: ${dir}/spool
proc_path: ${dir}/proc
mboxname_lockpath: ${dir}/lock
idlesocket: ${dir}/run/idle
notifysocket: ${dir}/run/notify
lmtpsocket: ${dir}/run/lmtp
admins: cyrus
allowplaintext: yes
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${dir}/sasldb
sasl_mech_list: PLAIN
virtdomains: off
unixhierarchysep: yes
altnamespace: yes
httpmodules: caldav
caldav_create_default: ${schedules ? 'yes' : 'no'}
caldav_create_sched: ${schedules ? 'yes' : 'no'}
caldav_allowscheduling: ${schedules ? 'on' : 'off'}
calendar_user_address_set: localhost
defaultdomain: localhost
servername: localhost
`;

const cyrusConf = (dir: string, http: number, imap: number) => `START {
  recover cmd="${bin}/ctl_cyrusdb -C ${dir}/imapd.conf -r"
}
SERVICES {
  http cmd="${bin}/httpd -C ${dir}/imapd.conf" listen="127.0.0.1:${http}" prefork=0 maxchild=20
  imap cmd="${bin}/imapd -C ${dir}/imapd.conf" listen="127.0.0.1:${imap}" prefork=0 maxchild=5
}
EVENTS {
}
`;

function addUser(dir: string, user: string): void {
  const args = ['-p', '-c', '-f', join(dir, 'sasldb'), '-u', 'localhost', user];
  execFileSync('/usr/sbin/saslpasswd2', args, { input: 'secret\n', stdio: ['pipe', 'ignore', 'pipe'] });
}

/** The mailboxes that Cyrus requires before their users have calendars, created over IMAP (RFC 3501 §6.3.3). */
async function createMailboxes(port: number, users: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const answered = (text: string) =>
    waitUntil(() => received.includes(text), { what: `Cyrus to send "${text}"`, timeout: 60_000 });
  await answered('server ready');
  socket.write('a LOGIN cyrus secret\r\n');
  await answered('a OK');
  for (const user of users) {
    socket.write(`${user} CREATE user/${user}\r\n`);
    await answered(`${user} OK`);
  }
  socket.destroy();
}

/** Cyrus creates inbox and calendar at a user's first request, and treats everybody else as somebody elsewhere, to be mailed. */
async function createInbox(url: string, user: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${user}:secret`).toString('base64')}`;
  const home = `${url}dav/calendars/user/${user}/`;
  const { status } = await fetch(home, { method: 'PROPFIND', headers: { authorization, depth: '0' } });
  if (status !== 207) throw new Error(`Cyrus answered ${status} to the first request of ${user}.`);
}

/**
 * A Cyrus for one test, with its data in a new folder, on ports of 127.0.0.1. With `schedules` it delivers invitations (RFC 6638)
 * between its users ada, bob and eve, whose addresses are `<user>@localhost`.
 */
export async function startCyrus({ schedules = false } = {}): Promise<OneUserServer> {
  const dir = await mkdtemp(join(tmpdir(), 'kalends-cyrus-'));
  for (const name of ['conf', 'spool', 'proc', 'lock', 'run']) await mkdir(join(dir, name));
  const [http, imap] = [await freePort(), await freePort()];
  await writeFile(join(dir, 'imapd.conf'), imapdConf(dir, schedules));
  await writeFile(join(dir, 'cyrus.conf'), cyrusConf(dir, http, imap));
  const users = ['ada', 'bob', 'eve'];
  for (const user of ['cyrus', ...users]) addUser(dir, user);
  execFileSync('chown', ['-R', 'cyrus:mail', dir]);
  const options = ['-C', join(dir, 'imapd.conf'), '-M', join(dir, 'cyrus.conf'), '-p', join(dir, 'pid'), '-D'];
  const child = spawn(`${bin}/master`, options, { cwd: dir, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${http}/`;
  await waitUntil(async () => (await fetch(url)).status > 0, {
    what: 'Cyrus to answer',
    timeout: 60_000,
    interval: 100,
  });
  await createMailboxes(imap, users);
  if (schedules) for (const user of users) await createInbox(url, user);
  return {
    url,
    home: `${url}dav/calendars/user/ada/`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
