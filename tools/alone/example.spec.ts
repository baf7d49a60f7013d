import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('given npm run example, when npm gets SIGTERM, then the example ends too', async () => {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    KALENDS_URL: 'http://127.0.0.1:9',
    CLIENT_ID: 'a',
    CLIENT_SECRET: 'b',
  };
  // a group of its own, so that nothing is left if it does not end
  const npm = spawn('npm', ['run', 'example'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await waitUntil(() => output.includes('The example is at'), { timeout: 60_000, what: 'the example' });
    expect(await answers()).toBe(true);
    npm.kill('SIGTERM');
    await ended;
    await waitUntil(async () => !(await answers()), { timeout: 60_000, what: 'the end of the example' });
  } finally {
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // none of them is left
    }
  }
});
