import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

/** The newest version that Go 1.19, the one of Debian, builds. */
const version = 'v2.8.0';
const program = fileURLToPath(new URL(`../../.cache/toxiproxy/${version}`, import.meta.url));
const startMs = 10_000;

/** Why toxiproxy cannot be started here, in one line; undefined when it can. */
export const missingForToxiproxy = () => missingForGoProgram(program, 'toxiproxy');

/** Builds the program into `.cache/toxiproxy`, once. Throws with a one-line reason if it cannot. */
export const buildToxiproxy = () =>
  buildGoProgram({
    source: `github.com/Shopify/toxiproxy/v2/cmd/server@${version}`,
    binary: 'server',
    program,
    name: 'toxiproxy',
  });

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function api(port, method, path, body) {
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`toxiproxy: ${method} ${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

const answersAt = (port) =>
  api(port, 'GET', '/version').then(
    () => true,
    () => false,
  );

async function launch(port) {
  const child = spawn(program, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  for (const end = Date.now() + startMs; ; await delay(50)) {
    if (await answersAt(port)) return { child, exited };
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`toxiproxy did not start within ${startMs / 1000} s`);
    }
  }
}

/**
 * Starts toxiproxy on the loopback interface. `proxy(name, upstream, listen)` creates a proxy to `host:port` (on the port
 * `listen`, or a free one); it has `port`, `poison(type, attributes, stream)` and `cure()`, which removes all toxics.
 */
export async function startToxiproxy() {
  await buildToxiproxy();
  const port = await freePort();
  const { child, exited } = await launch(port);
  return {
    async proxy(name, upstream, listen) {
      const own = listen ?? (await freePort());
      await api(port, 'POST', '/proxies', { name, upstream, listen: `127.0.0.1:${own}`, enabled: true });
      const toxics = [];
      return {
        port: own,
        async poison(type, attributes, stream = 'downstream') {
          const toxic = `${type}-${stream}`;
          await api(port, 'POST', `/proxies/${name}/toxics`, { name: toxic, type, stream, attributes });
          toxics.push(toxic);
        },
        async cure() {
          for (const toxic of toxics.splice(0)) await api(port, 'DELETE', `/proxies/${name}/toxics/${toxic}`);
        },
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
