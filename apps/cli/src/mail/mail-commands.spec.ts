import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeGateway, type FakeGateway } from '../fake-gateway.fixture.js';
import { runWith } from '../terminal.fixture.js';

const address = 'k3v9x2m4q8t1w7z5b6n0c3d8f2@localhost';
const invite = {
  invite_id: 'inv_1',
  smart_invite_id: 'board',
  several: false,
  method: 'request',
  recipients: [{ email: 'ada@example.com', status: 'accepted' }],
  replies: [{ email: 'ada@example.com', status: 'accepted', counted: true, received_at: 1_794_700_000_000 }],
  organizer: null,
  callback_url: null,
  submitted: { summary: 'Board meeting' },
  uid: 'u-1',
  sequence: 0,
  reply_address: address,
};

describe('the command line: invites and mail', () => {
  const listed: { message_id: string }[] = [];
  let [gateway, smtp]: [FakeGateway, SMTPServer] = [] as never;
  let port = 0;
  const run = (args: string[]) =>
    runWith(args, {
      env: { PUBLIC_URL: gateway.url, ADMIN_KEY: 'a-key-of-the-test', SMTP_PORT: String(port) },
    });

  beforeAll(async () => {
    gateway = await startFakeGateway({
      'GET /admin/v1/applications/c1/smart_invites/board': [200, { smart_invites: [invite] }],
      'GET /admin/v1/unmatched_mail': [200, { unmatched_mail: listed, next_before: null }],
    });
    smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (rcpt, _session, done) =>
        done(rcpt.address === address ? null : Object.assign(new Error('no such mailbox here'), { responseCode: 550 })),
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          const message_id = /^Message-ID: (.+)$/m.exec(text)![1]!.trim();
          const common = { reason: 'automatic', from: null, client_id: 'c1', smart_invite_id: 'board' };
          listed.push({
            unmatched_id: 1,
            received_at: '2026-11-20T10:00:00Z',
            message_id,
            bytes: 10,
            ...common,
          } as never);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    port = (smtp.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await gateway.close();
  });

  it('given an invite, when shown, then its address, recipient and replies are there', async () => {
    const { code, out } = await run(['invites', 'show', 'c1', 'board']);
    expect(code).toBe(0);
    expect(out).toContain(address);
    expect(out).toContain('ada@example.com: accepted');
    expect(out).toContain('2026-11-14T23:46:40.000Z');
  });

  it('given a listener, when checked with an invite, then port, refusal and round trip are ok', async () => {
    const { code, out, err } = await run([
      'mail',
      'check',
      '--host',
      '127.0.0.1',
      '--client-id',
      'c1',
      '--smart-invite-id',
      'board',
      '--json',
    ]);
    expect([code, err]).toEqual([0, '']);
    const { findings } = JSON.parse(out) as { findings: { check: string; result: string }[] };
    expect(findings.map(({ check, result }) => `${check}: ${result}`)).toEqual([
      'MX: warning',
      'port: ok',
      'STARTTLS: warning',
      'unknown address: ok',
      'round trip: ok',
    ]);
  });

  it('given no listener, when checked, then that is reported', async () => {
    const { code, err } = await run(['mail', 'check', '--host', '127.0.0.1', '--port', '1']);
    expect(code).toBe(1);
    expect(err).toContain('port: 127.0.0.1:1: ECONNREFUSED');
  });

  it('given unmatched mail, when listed, then it is shown as a table', async () => {
    const { code, out } = await run(['invites', 'unmatched']);
    expect(code).toBe(0);
    expect(out).toContain('automatic');
  });

  it('given no SMTP_PORT, when mail is checked beside a demo, then on the port that the demo has recorded', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kalends-mail-'));
    const demo = { base_url: gateway.url, admin_key: 'a-key-of-the-test', smtp_port: port };
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(demo));
    const { code, out } = await runWith(['mail', 'check', '--host', '127.0.0.1'], { env: { DATA_DIR: dataDir } });
    rmSync(dataDir, { recursive: true });
    expect([code, out]).toEqual([0, expect.stringContaining(`127.0.0.1:${port}`)]);
  });
});
