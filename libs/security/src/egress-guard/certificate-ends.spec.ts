import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CertificateEnds } from './certificate-ends.js';

const day = 86_400_000;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('when certificates expire', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kalends-certificate-'));
  let socket: TLSSocket;
  let stop: (() => void) | undefined;
  beforeAll(async () => {
    if (!hasOpenssl) return;
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-days', '9'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
      {
        stdio: 'ignore',
      },
    );
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    socket = await new Promise((resolve) => {
      const connected = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(connected));
    });
    stop = () => {
      socket.destroy();
      server.close();
    };
  });
  afterAll(() => {
    stop?.();
    rmSync(directory, { recursive: true });
  });

  beforeEach((context) => {
    if (!hasOpenssl) context.skip('openssl is required to create a certificate');
  });

  it('given a connection, then the end of its certificate is known for that origin', () => {
    const ends = new CertificateEnds();
    ends.note('https://calendar.example.com', socket);
    const days = (ends.of('https://calendar.example.com')! - Date.now()) / day;
    expect(days).toBeGreaterThan(8.9);
    expect(days).toBeLessThan(9.1);
    expect(ends.of('https://other.example.com')).toBeUndefined();
  });

  it('given a connection without TLS, then nothing is known', () => {
    const ends = new CertificateEnds();
    ends.note('http://calendar.example.com', {});
    expect(ends.of('http://calendar.example.com')).toBeUndefined();
  });

  it('given very many origins, then the earliest are forgotten', () => {
    const ends = new CertificateEnds();
    for (let index = 0; index <= 10_000; index += 1) ends.note(`https://${index}.example.com`, socket);
    expect([ends.of('https://0.example.com'), typeof ends.of('https://10000.example.com')]).toEqual([
      undefined,
      'number',
    ]);
  });
});
