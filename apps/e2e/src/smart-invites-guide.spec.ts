import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';
import { root } from './harness/processes.js';

const run = promisify(execFile);

/** The first program of the guide, as a reader would copy it. */
const program = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/smart-invites.md'), 'utf8'))![1]!;

e2e('the program of docs/smart-invites.md', (kalends) => {
  it('given the program, when run verbatim, then one mail has the text inline and attached', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => done(void mails.push(text) as never));
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { client_secret } = await kalends().application();
    // below the repository, so that nodemailer is found
    const dir = join(root, '.cache', `guide-${process.pid}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'send-invite.mjs'), program);
    const env = {
      ...process.env,
      KALENDS_URL: kalends().deployment.baseUrl,
      API_KEY: client_secret,
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      FROM: 'team@example.com',
      TO: 'ada@example.com',
    };
    await run(process.execPath, [join(dir, 'send-invite.mjs')], { env });
    rmSync(dir, { recursive: true });
    await new Promise<void>((resolve) => server.close(() => resolve()));

    expect(mails).toHaveLength(1);
    const headers = [...mails[0]!.matchAll(/^Content-Type: (\S+?);?(?: |\r$)[\s\S]*?\r\n\r\n/gm)].map(([all]) =>
      all.replaceAll(/\r\n\s+/g, ' '),
    );
    const inline = headers.find((one) => one.includes('text/calendar'))!;
    const attached = headers.find((one) => one.includes('application/ics'))!;
    expect(headers.map((one) => /^Content-Type: ([^;\s]+)/.exec(one)![1])).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ]);
    expect(inline).toMatch(/charset=UTF-8; method=REQUEST[\s\S]*Content-Transfer-Encoding: 7bit/);
    expect(attached).toMatch(/method=REQUEST[\s\S]*Content-Transfer-Encoding: base64/);
    expect(mails[0]).toMatch(/\r\nBEGIN:VCALENDAR\r\n[\s\S]*\r\nMETHOD:REQUEST\r\n/);
  });
});
