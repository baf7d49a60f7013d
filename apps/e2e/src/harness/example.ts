import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntil } from '@kalends/testing';
import { startEmbedded } from './deployment.js';
import { Kalends, type Application } from './kalends.js';
import { root } from './processes.js';

/** `npm start` with its demo, on the embedded bus or on the given brokers, and `npm run example` beside it. */
export interface DemoInstallation {
  kalends: Kalends;
  /** Where the example is. */
  exampleUrl: string;
  /** The values of `demo.json`. */
  demo: Record<'access_token' | 'calendar_id' | 'client_id' | 'client_secret', string>;
  stop(): Promise<void>;
}

async function startExample(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'examples/week-view/main.mjs')], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`the example ended: ${output}`);
    return output.includes('The example is at');
  };
  await waitUntil(isReady, { timeout: 60_000, what: 'the example' });
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
}

export async function startWithExample(brokers?: string): Promise<DemoInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-demo-'));
  const bus: Record<string, string> = brokers ? { KAFKA_BROKERS: brokers } : {};
  const running = await startEmbedded({ DATA_DIR: dataDir, DEMO: 'true', TRUST_PROXY: '', ...bus });
  // ready means that the demo is there
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoInstallation['demo'];
  const kalends = new Kalends(running.deployment);
  const port = await freePort();
  const exampleUrl = `http://127.0.0.1:${port}`;
  const { applications } = (await kalends.admin<{ applications: Application[] }>('GET', '/applications')).body;
  const registered = applications.find(({ client_id }) => client_id === demo.client_id)!.redirect_uris;
  const redirect_uris = [...registered, `${exampleUrl}/callback`];
  await kalends.admin('POST', `/applications/${demo.client_id}`, { redirect_uris });
  const stopExample = await startExample({ DATA_DIR: dataDir, PORT: String(port), TZ: 'Europe/Paris' });
  return {
    kalends,
    exampleUrl,
    demo,
    stop: async () => {
      await stopExample();
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
