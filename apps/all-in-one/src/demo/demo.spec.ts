import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AllInOne } from '../start.js';
import { refreshDemo, type Demo } from './demo.js';

const stored: Demo = {
  base_url: 'http://127.0.0.1:1',
  admin_key: 'kak_old',
  client_id: 'client',
  client_secret: 'KAL_secret',
  sub: 'acc_1',
  access_token: 'old-token',
  refresh_token: 'refresh-token',
  calendar_id: 'cal_1',
  smtp_port: 2525,
};

describe('refreshing the token of the demo', () => {
  let dataDir: string;
  let running: AllInOne;
  let offered: unknown[];
  /** What the token endpoint answers, and was sent. */
  let answer: { status: number; body: object };
  let sent: string[];

  beforeEach(async () => {
    [offered, sent] = [[], []];
    dataDir = mkdtempSync(join(tmpdir(), 'kalends-demo-'));
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(stored));
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => sent.push(`${request.url} ${chunk.toString()}`));
      request.on('end', () => response.writeHead(answer.status).end(JSON.stringify(answer.body)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const offerDemo = (demo: unknown) => offered.push(demo);
    running = { url, publicUrl: url, smtpPort: 2626, adminKey: 'kak_new', dataDir, offerDemo } as unknown as AllInOne;
    return async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(dataDir, { recursive: true });
    };
  });
  const inFile = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;

  it('given a token endpoint that issues another one, then file and landing page have it, and all else stays', async () => {
    answer = { status: 200, body: { access_token: 'new-token' } };
    await refreshDemo(running);
    const expected = {
      ...stored,
      base_url: running.publicUrl,
      admin_key: 'kak_new',
      access_token: 'new-token',
      smtp_port: 2626,
    };
    expect([inFile(), offered]).toEqual([expected, [expected]]);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(sent).toEqual([expect.stringMatching(/^\/oauth\/token .*"refresh_token":"refresh-token"/)]);
  });

  it('given a token endpoint that fails, then it throws, and no other demo replaces this one', async () => {
    answer = { status: 503, body: {} };
    await expect(refreshDemo(running)).rejects.toThrow('/oauth/token answered 503');
    expect([inFile(), offered]).toEqual([stored, []]);
  });
});
