import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, waitUntil } from '@kalends/testing';
import { fetched } from '../testbed/programs.mjs';

/** One TCP proxy. */
export interface ToxicProxy {
  readonly port: number;
  /** Adds a toxic; `downstream` (the default) affects data from the server. */
  poison(
    type: 'latency' | 'reset_peer' | 'timeout',
    attributes: Record<string, number>,
    stream?: 'upstream' | 'downstream',
  ): Promise<void>;
  /** Removes all toxics. */
  cure(): Promise<void>;
}

export interface Toxiproxy {
  /** `upstream` is `host:port`; `listen` a port on 127.0.0.1, by default a free one. */
  proxy(name: string, upstream: string, listen?: number): Promise<ToxicProxy>;
  stop(): Promise<void>;
}

/** Starts toxiproxy on the loopback interface. */
export async function startToxiproxy(): Promise<Toxiproxy> {
  const port = await freePort();
  async function api(method: string, path: string, body?: object): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`toxiproxy: ${method} ${path}: ${response.status} ${text}`);
  }

  const child = spawn(await fetched('toxiproxy'), ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const isReady = () => api('GET', '/version').then(() => true);
  await waitUntil(isReady, { timeout: 10_000, interval: 50, what: 'toxiproxy' });
  return {
    async proxy(name, upstream, listen) {
      const own = listen ?? (await freePort());
      await api('POST', '/proxies', { name, upstream, listen: `127.0.0.1:${own}`, enabled: true });
      const toxics: string[] = [];
      return {
        port: own,
        async poison(type, attributes, stream = 'downstream') {
          const toxic = `${type}-${stream}`;
          await api('POST', `/proxies/${name}/toxics`, { name: toxic, type, stream, attributes });
          toxics.push(toxic);
        },
        async cure() {
          for (const toxic of toxics.splice(0)) await api('DELETE', `/proxies/${name}/toxics/${toxic}`);
        },
      };
    },
    async stop() {
      if (child.kill()) await once(child, 'exit');
    },
  };
}
