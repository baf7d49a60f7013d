import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, replyMail, startInvitesFixture, type InvitesFixture } from '../../invites.fixture.js';
import { readTls } from './read-tls.js';

const hasOpenssl = (): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('STARTTLS', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kalends-smtp-'));
  const [SMTP_TLS_CERT, SMTP_TLS_KEY] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  let fixture: InvitesFixture;

  beforeAll(async () => {
    fixture = await startInvitesFixture();
  });
  afterAll(async () => {
    await fixture.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const deliver = async (port: number, requireTLS: boolean) => {
    const { reply_address, ...invite } = await fixture.make();
    const transport = createTransport({ host: '127.0.0.1', port, requireTLS, tls: { rejectUnauthorized: false } });
    const raw = replyMail({ reply_address, ...invite }, 'ACCEPTED', '20260901T090000Z');
    try {
      return (await transport.sendMail({ envelope: { from: ada, to: reply_address }, raw })).response;
    } finally {
      transport.close();
    }
  };

  it('given a certificate, when a sender requires TLS, then the mail is received over it', async (context) => {
    if (!hasOpenssl()) return skipFor(context, 'openssl is required to create a certificate');
    const subject = ['-subj', '/CN=mail.example.com', '-keyout', SMTP_TLS_KEY, '-out', SMTP_TLS_CERT];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject], {
      stdio: 'ignore',
    });
    const listener = fixture.listener(await readTls({ SMTP_TLS_CERT, SMTP_TLS_KEY }));
    const port = await listener.listen(0, '127.0.0.1');
    expect(await deliver(port, true)).toMatch(/^250/);
    await listener.close();
  });

  it('given as many connections as one address may have, when they are over, then the next mail over TLS is accepted', async (context) => {
    if (!existsSync(SMTP_TLS_CERT)) return skipFor(context, 'openssl is required to create a certificate');
    const listener = fixture.listener(await readTls({ SMTP_TLS_CERT, SMTP_TLS_KEY }), { perAddress: 1 });
    const port = await listener.listen(0, '127.0.0.1');
    const next = () => deliver(port, true).catch(String);
    for (let mail = 0; mail < 3; mail += 1) await expect.poll(next).toMatch(/^250/);
    await listener.close();
  });

  it('given none, when a sender requires TLS, then it is not offered; others are served', async () => {
    const listener = fixture.listener(await readTls({ SMTP_TLS_CERT: undefined, SMTP_TLS_KEY: undefined }));
    const port = await listener.listen(0, '127.0.0.1');
    await expect(deliver(port, true)).rejects.toMatchObject({ code: 'ETLS' });
    expect(await deliver(port, false)).toMatch(/^250/);
    await listener.close();
  });

  it('given half of it or a missing file, when read, then the setting is named', async () => {
    await expect(readTls({ SMTP_TLS_CERT: 'a.pem', SMTP_TLS_KEY: undefined })).rejects.toThrow('SMTP_TLS_KEY');
    const missing = { SMTP_TLS_CERT: join(dir, 'none.pem'), SMTP_TLS_KEY };
    await expect(readTls(missing)).rejects.toThrow(/SMTP_TLS_CERT .*none\.pem cannot be read \(ENOENT\)/);
  });
});
