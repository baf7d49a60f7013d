// @module-tag long
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@kalends/testing';
import { afterEach, expect, it } from 'vitest';
import { sendReply } from '../k8s/reply-mail.fixture.js';

const apps = join(import.meta.dirname, '../../apps');
let child: ChildProcess | undefined;
let output = '';
afterEach(() => void child?.kill('SIGKILL'));

/** Runs what `npm run start:alone -w apps/<service>` runs; resolves when it has printed what to try. */
async function startAlone(service: string): Promise<void> {
  const folder = join(apps, service);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, Record<string, string>>; // prettier-ignore
  const [node, ...args] = scripts!['start:alone']!.split(' ');
  expect(node).toBe('node');
  output = '';
  const started = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH ?? '' } });
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child = started;
  await shows(/Ctrl-C stops it/);
}

/** Waits for a line; throws with the whole output when the process ends first. */
async function shows(pattern: RegExp): Promise<RegExpExecArray> {
  const found = () => {
    if (child!.exitCode !== null) throw new Error(`ended: ${output}`);
    return pattern.test(output);
  };
  await waitUntil(found, { timeout: 60_000, what: `${pattern.source} in the output` });
  return pattern.exec(output)!;
}

/** Sends the first example of a topic and kind. */
function send(topic: string, kind = ''): void {
  const [, number] = new RegExp(`^ +(\\d+) +${topic.replaceAll('.', '\\.')} ?${kind}$`, 'm').exec(output)!;
  child!.stdin!.write(`${number}\n`);
}

async function endsWell(): Promise<void> {
  child!.kill('SIGTERM');
  const [code] = (await once(child!, 'exit')) as [number | null];
  expect(code, output).toBe(0);
}

it('given the gateway alone, when events are read and one is written, then the examples are returned, and the write is a command', async () => {
  await startAlone('gateway');
  const [, url] = await shows(/answers at (http:\S+)/);
  const [, token] = await shows(/Bearer ([^']+)'/);
  const [, calendar] = await shows(/calendars\/([^/]+)\/events/);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const read = await fetch(`${url}/v1/events?tzid=Europe/London&from=2026-12-01&to=2026-12-31`, { headers });
  expect(await read.text()).toContain('Board meeting');
  const event = { event_id: 'a', summary: 'A', start: '2026-12-03T10:00:00Z', end: '2026-12-03T11:00:00Z' };
  const path = `/v1/calendars/${calendar}/events`;
  const written = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(event) });
  expect(written.status).toBe(202);
  await shows(/^published gateway\.command\.calendar\.v1 .*"write-event"/m);
  const channels = await fetch(`${url}/v1/channels`, { headers });
  expect(await channels.json()).toMatchObject({ channels: [{ channel_id: 'chn_54cf7c7cb4ad4c1027000001' }] });
  const document = (await (await fetch(`${url}/asyncapi.json`)).json()) as { asyncapi: string };
  expect(document.asyncapi).toBe('3.0.0');
  await endsWell();
});

it('given calendar-sync alone, when it is sent a command, then it publishes the calendar', async () => {
  await startAlone('calendar-sync');
  send('gateway.command.calendar.v1', 'create-profile');
  await shows(/^published calendar-sync\.event\.calendar-state\.v1 .*"kind":"calendar"/m);
  await endsWell();
});

it('given invites alone, when an invite is created and replied to by mail, then it publishes the reply', async () => {
  await startAlone('invites');
  const [, port] = await shows(/SMTP at 127\.0\.0\.1:(\d+)/);
  send('gateway.query.smart-invite.v1', 'upsert');
  const [, reply] = await shows(/^replied (.*)$/m);
  const { invite } = JSON.parse(reply!) as { invite: { uid: string; reply_address: string } };
  const invitation = `UID:${invite.uid}\r\nORGANIZER:mailto:${invite.reply_address}\r\n`;
  await sendReply(Number(port), invitation, 'cronofy@example.com');
  await shows(/^published invites\.event\.reply-recorded\.v1 .*"accepted"/m);
  await endsWell();
});

it('given availability alone, when it is queried, then it answers from the events of the examples', async () => {
  await startAlone('availability');
  send('gateway.query.availability.v1', 'single');
  const [, reply] = await shows(/^replied (.*)$/m);
  const [eight, meeting] = [Date.UTC(2026, 11, 1, 8), Date.UTC(2026, 11, 1, 15, 30)];
  expect(JSON.parse(reply!)).toMatchObject({ outcome: 'found', found: [{ start: eight, end: meeting }], unknown: [] });
  await endsWell();
});

it('given notifier alone, when a reply is recorded, then it sends a callback', async () => {
  await startAlone('notifier');
  send('invites.event.reply-recorded.v1');
  await shows(/^called POST \/callback \{.*"smart_invite".*"accepted"/m);
  await endsWell();
});
