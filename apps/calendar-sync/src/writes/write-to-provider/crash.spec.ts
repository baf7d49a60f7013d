// @module-tag long
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingForRadicale, skipFor, startRadicale, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { accountAt, createCalendar } from '@kalends/provider-caldav/testing';
import { startProxy } from '@kalends/provider-port/testing';
import { meeting, startEngine } from '../../engine.fixture.js';

const child = fileURLToPath(new URL('./crash-child.fixture.mjs', import.meta.url));
const built = fileURLToPath(
  new URL('../../../dist/writes/write-to-provider/write-to-provider.worker.js', import.meta.url),
);

it('given a process killed between the provider’s write and the commit, when another takes over, then one event and nothing lost', async (context) => {
  const missing =
    missingForRadicale() ?? (existsSync(built) ? undefined : 'calendar-sync is not built (npm run build)');
  if (missing !== undefined) return skipFor(context, missing);
  const radicale = await startRadicale();
  const proxy = await startProxy(radicale.url);
  await createCalendar(radicale, 'home', 'Home');
  const engine = await startEngine({ providerOf: () => accountAt(proxy.url) });
  await engine.sync();
  await engine.write('one', meeting);
  let isWritten = false;
  proxy.misbehave(async ({ method }, _response, forward) => {
    if (method !== 'PUT') return false;
    await forward();
    isWritten = true;
    return true;
  });
  const firstReplica = spawn(process.execPath, [child, engine.url, proxy.url], { stdio: 'inherit' });
  await waitUntil(() => isWritten, { what: 'the first process to write', timeout: 60_000 });
  firstReplica.kill('SIGKILL');
  proxy.heal();
  expect((await engine.pool.query('SELECT FROM pending_write')).rowCount).toBe(1);
  await waitUntil(async () => (await engine.sendWrites()) === 1, { what: 'its lease to expire', timeout: 60_000 });
  expect((await engine.pool.query('SELECT FROM pending_write')).rowCount).toBe(0);
  await engine.syncNow();
  const stored = await readdir(join(radicale.dir, 'collections/collection-root/ada/home'));
  expect(stored.filter((name) => name.endsWith('.ics'))).toHaveLength(1);
  expect(await engine.event('one')).toMatchObject({ deleted: false, series: { master: { summary: 'Board meeting' } } });
  expect((await engine.pool.query('SELECT FROM event')).rowCount).toBe(1);
  await engine.stop();
  await proxy.stop();
  await radicale.stop();
}, 90_000);
