import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../apps/gateway/src/gateway.fixture.js';
import { fetched, missing as missingProgram } from '../testbed/programs.mjs';

const caddyfile = fileURLToPath(new URL('../../docker/Caddyfile', import.meta.url));

const missing = await missingProgram('caddy');

describe('the Caddyfile, run by Caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-caddy-'));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  let gateway: TestGateway;
  let server: ChildProcess | undefined;
  let port: number;
  let caddy: string;

  beforeAll(async () => {
    if (missing) return;
    caddy = await fetched('caddy');
    gateway = await startTestGateway();
    port = await freePort();
    // its own certificate authority in place of a public one, ports of this test, and no HTTP/3: `freePort` holds the UDP ports
    const options = `\tlocal_certs\n\tskip_install_trust\n\thttp_port ${await freePort()}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n\tservers {\n\t\tprotocols h1 h2\n\t}\n`;
    const text = readFileSync(caddyfile, 'utf8')
      .replace('{\n', `{\n${options}`)
      .replace('kalends:3000', new URL(gateway.url).host);
    const path = join(folder, 'Caddyfile');
    writeFileSync(path, text);
    const args = ['run', '--adapter', 'caddyfile', '--config', path];
    server = spawn(caddy, args, { env: { ...env, DOMAIN: 'localhost' }, stdio: 'ignore' });
    await waitUntil(() => get('/v1/events').then(Boolean, () => false), { timeout: 60_000, what: 'Caddy' });
  }, 600_000);
  afterAll(async () => {
    if (server?.kill()) await once(server, 'exit');
    await gateway?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  const get = (path: string) =>
    new Promise<{ status: number; id: unknown }>((resolve, reject) => {
      const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
      request({ host: '127.0.0.1', servername: 'localhost', port, path, ca, headers: { host: 'localhost' } })
        .on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, id: response.headers['x-request-id'] });
        })
        .on('error', reject)
        .end();
    });

  it('given the file as it is shipped, when validated, then it is valid', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', caddyfile];
    const { status, stderr } = spawnSync(caddy, args, { env: { ...env, DOMAIN: 'calendar.example.com' }, encoding: 'utf8' }); // prettier-ignore
    expect(status, stderr).toBe(0);
  });

  it('given calls through TLS, when answered, then they reach the gateway, but for what is internal', async () => {
    expect(await get('/v1/events')).toEqual({ status: 401, id: expect.stringMatching(/./) as string });
    for (const path of ['/admin', '/admin/v1/applications', '/health/ready', '/metrics'])
      expect([path, await get(path)]).toEqual([path, { status: 404, id: undefined }]);
  });
});
