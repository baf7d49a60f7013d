import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { call, type Kalends } from '../harness/kalends.js';
import { readInvite, type InviteText } from '../harness/reply-mail.js';
import { FormJourney } from '../harness/form-journey.js';
import { credentials } from './caldav-server.js';
import { bodyLimit } from './large-bodies.js';
import { hostileMail } from './mails.js';
import { hostileTexts, type Random } from '../harness/random.js';
import { operationsOf, requestFor, type Operation } from './requests.js';
import { sendFrom } from './send.js';
import type { Findings } from './watch.js';

export interface FuzzContext {
  kalends: Kalends;
  random: Random;
  findings: Findings;
  /** Number of inputs sent, by type. */
  sent: Record<'http' | 'smtp' | 'caldav', number>;
  /** How many this actor sends: what is sent depends on the seed, not on the machine's speed. */
  count: number;
  hasEnded(): boolean;
}

const usersEvery = 300;
const elsewhere = '127.0.0.2';

/** Some users with events, whose ids are used in requests. */
async function newMaterial(kalends: Kalends, document: Record<string, unknown>) {
  const user = await kalends.user();
  const event = { event_id: 'e1', summary: 'Fuzz', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
  await kalends.upsert(user, event);
  const { client_id, client_secret } = user.application;
  const known = [user.sub, user.calendar_id, 'e1', client_id, 'kalends', 'caldav', 'Etc/UTC', '2026-12-01'];
  return { tokens: [user.access_token, client_secret, kalends.deployment.adminKey, 'unknown', undefined], material: { document, known } }; // prettier-ignore
}

/** Requests to every operation, as fast as they are answered. */
export async function sendRequests({ kalends, random, findings, sent, ...more }: FuzzContext): Promise<void> {
  const document = await kalends.documents();
  const operations = operationsOf(document);
  let now = await newMaterial(kalends, document);
  for (let count = 1; count <= more.count && !more.hasEnded(); count += 1) {
    if (count % usersEvery === 0) now = await newMaterial(kalends, document);
    const operation: Operation = random.pick(operations);
    const { method, path, type, body } = requestFor(random, operation, now.material);
    const token = random.pick(now.tokens);
    const raw = method === 'GET' ? undefined : (body ?? '');
    const answer = await sendFrom(elsewhere, kalends.url(path), { method, token, raw, type });
    sent.http += 1;
    // if a body is too large, a client may see the connection end before it sees the 413
    if (answer.status < 500 || (answer.status === 599 && Buffer.byteLength(raw ?? '') > bodyLimit)) continue;
    const input = `${method} ${path.slice(0, 300)} ${(raw ?? '').slice(0, 2_000)}`;
    findings.serverErrors.push(`${answer.status} ${answer.text.slice(0, 200)} <- ${input}`);
  }
}

async function newInvite(kalends: Kalends, token: string, id: string): Promise<InviteText> {
  const times = { start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z', tzid: 'Etc/UTC' };
  const body = {
    smart_invite_id: id,
    callback_url: 'http://127.0.0.1:9/',
    recipient: { email: 'ada@example.com' },
    event: { summary: 'Fuzz', ...times },
  };
  const made = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), { token, body }); // prettier-ignore
  return readInvite(made.body.attachments.icalendar);
}

const settled = (promise: Promise<unknown>) => promise.then(() => undefined, () => undefined); // prettier-ignore

/** Lines that no mail client sends. */
const rawLines = (port: number, text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy()).on('error', () => undefined).on('close', () => resolve()); // prettier-ignore
    socket.on('data', () => undefined).end(text);
  });

/** Mails and lines to the SMTP listener. */
export async function sendMails({ kalends, random, sent, ...more }: FuzzContext): Promise<void> {
  const { client_secret } = await kalends.application();
  const { smtpPort: port } = kalends.deployment;
  let invite = await newInvite(kalends, client_secret, 'i0');
  for (let count = 1; count <= more.count && !more.hasEnded(); count += 1) {
    if (count % 100 === 0) invite = await newInvite(kalends, client_secret, `i${count}`);
    if (random.chance(0.1)) await rawLines(port, `${random.pick(['EHLO x', 'MAIL FROM:<>', 'RCPT TO:', 'DATA', 'BDAT 1'])} ${random.pick(hostileTexts)}\r\n`.repeat(random.int(50))); // prettier-ignore
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, connectionTimeout: 5_000, socketTimeout: 20_000 }); // prettier-ignore
    const envelope = { from: 'ada@example.com', to: invite.organizer };
    await settled(transport.sendMail({ envelope, raw: hostileMail(random, invite) }));
    transport.close();
    sent.smtp += 1;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A new account with a calendar of the hostile server: by an administrator, or as people do, by the journey. */
async function connectHostile({ kalends, random, findings }: FuzzContext, url: string) {
  if (random.chance(0.5)) {
    const user = await kalends.user();
    const body = { provider_name: 'caldav', url, ...credentials };
    const connected = await kalends.admin('POST', `/accounts/${user.sub}/profiles`, body);
    if (connected.status >= 500)
      findings.serverErrors.push(`connect ${connected.status} ${connected.text.slice(0, 300)}`);
    return user;
  }
  const journey = new FormJourney(kalends, await kalends.application());
  await journey.begin();
  const status = await journey.connect({ url, ...credentials });
  if (status >= 500) findings.serverErrors.push(`journey ${status} ${journey.browser.page.slice(0, 300)}`);
  // a page that shows an error has no button to allow: the server did not identify its user
  return journey.allow().catch(() => undefined);
}

/** Reads an account as its calendars are synced, and writes to them. */
async function useAccount({ kalends, random, findings, sent, hasEnded }: FuzzContext, token: string): Promise<void> {
  for (let attempt = 0; attempt < 8 && !hasEnded(); attempt += 1) {
    await pause(200 + random.int(600));
    const read = await kalends.get(token, '/v1/events?tzid=Etc/UTC&from=2026-10-01&to=2027-03-01');
    if (read.status >= 500) findings.serverErrors.push(`read ${read.status} ${read.text.slice(0, 300)}`);
    const list = await kalends.get<{ calendars?: { calendar_id: string; provider_name: string }[] }>(token, '/v1/calendars'); // prettier-ignore
    const caldav = list.body.calendars?.find(({ provider_name }) => provider_name === 'caldav');
    const event = { event_id: `f${attempt}`, summary: random.pick(hostileTexts), start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' }; // prettier-ignore
    if (caldav) await kalends.upsert({ access_token: token, calendar_id: caldav.calendar_id }, event);
    sent.caldav += 1;
  }
}

/** Accounts that are connected to a hostile CalDAV server, read, written to, and deleted again. */
export async function connectCalendars(context: FuzzContext, url: string): Promise<void> {
  const { kalends, findings, count, hasEnded } = context;
  for (let account = 0; account < count && !hasEnded(); account += 1) {
    const user = await connectHostile(context, url);
    if (!user) continue;
    await useAccount(context, user.access_token);
    const deleted = await kalends.admin('DELETE', `/accounts/${user.sub}`);
    if (deleted.status !== 204) findings.serverErrors.push(`delete ${deleted.status} ${deleted.text.slice(0, 300)}`);
  }
}
