// @module-tag long
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Installation } from './installation.fixture.js';

const read = async (base: string, token: string) => {
  const answer = await fetch(`${base}/v1/events?tzid=Etc/UTC`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer;
};

it('given some reads, when its memory is measured, then node and PostgreSQL stay within 512 MB (FC-42)', async () => {
  const installation = await Installation.create();
  await installation.start();
  const { access_token } = installation.demo();
  for (let index = 0; index < 200; index += 1) await read(installation.base, access_token);
  const used = installation.residentMb();
  console.log(`resident memory of node and PostgreSQL: ${used} MB (bound 512)`);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(512);
  await installation.remove();
});

describe('locations of the data', () => {
  const isRoot = process.getuid?.() === 0;

  it('given a data directory below a private home, when root starts it, then it responds', async (context) => {
    if (!isRoot) context.skip('needs root: only root starts PostgreSQL as another user');
    const home = mkdtempSync(join('/root', 'kalends-aio-'));
    chmodSync(home, 0o700);
    const installation = await Installation.create(home);
    await installation.start();
    expect((await read(installation.base, installation.demo().access_token)).status).toBe(200);
    expect(await installation.stop()).toBe(0);
    await installation.remove();
  });

  it('given an ordinary user, when they start it, then it responds', async (context) => {
    if (!isRoot) context.skip('the suite itself runs as an ordinary user: every other test shows it');
    const root = mkdtempSync('/tmp/kalends-user-');
    chownSync(root, 65_534, 65_534);
    const installation = await Installation.create(root, { uid: 65_534, gid: 65_534 });
    await installation.start();
    expect((await read(installation.base, installation.demo().access_token)).status).toBe(200);
    expect(statSync(installation.dataDir).uid).toBe(65_534);
    expect(await installation.stop()).toBe(0);
    await installation.remove();
  });

  it.each<Record<string, string>>([{ PUBLIC_URL: 'http://192.0.2.20:3000' }, { HOST: '0.0.0.0' }])(
    'given %o, when started with the demo, then it is ready, and users cannot use addresses of this machine',
    async (env) => {
      const installation = await Installation.create();
      const { stdout } = await installation.start({ ...env, DEMO: 'true' });
      expect(stdout()).toContain('demo.json');
      const { access_token } = installation.demo();
      const channel = await fetch(`${installation.base}/v1/channels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ callback_url: `${installation.base}/` }),
      });
      expect([channel.status, await channel.json()]).toMatchObject([
        422,
        { errors: { callback_url: [{ key: 'errors.invalid_url' }] } },
      ]);
      expect(await installation.stop()).toBe(0);
      await installation.remove();
    },
  );

  it('given a directory that is not writable, when started, then it prints one clear line and exits with code 1', async (context) => {
    if (!isRoot) context.skip('needs root to start it as another user');
    const root = mkdtempSync('/tmp/kalends-closed-');
    mkdirSync(join(root, 'data'), { mode: 0o700 });
    chmodSync(root, 0o755);
    const installation = await Installation.create(root, { uid: 65_534, gid: 65_534 });
    const ended = await installation.run({});
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^kalends could not start: .*EACCES/m);
    rmSync(root, { recursive: true });
  });
});
