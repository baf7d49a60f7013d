import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isLocal, publicUrlOf } from '@kalends/gateway';
import type { AllInOneSettings } from './config.js';

/** In a clone and in the npm package, not in an image. A program of its own, so that no product code imports it. */
const program = fileURLToPath(new URL('../../../dist/simulator.js', import.meta.url));

/** Whether to create a demo: by default with the embedded database. */
export const wantsDemo = ({ DEMO, DATABASE_URL }: AllInOneSettings) => DEMO ?? DATABASE_URL === undefined;

/** Whether to play Google and Microsoft: by default for a demo on this machine that has no real ones. */
export function wantsSimulator(settings: AllInOneSettings): boolean {
  const hasProviders = settings.GOOGLE_CLIENT_ID !== undefined || settings.MICROSOFT_CLIENT_ID !== undefined;
  const isPrivate = isLocal({ ...settings, PUBLIC_URL: publicUrlOf(settings) });
  return existsSync(program) && !hasProviders && isPrivate && (settings.SIMULATOR ?? wantsDemo(settings));
}

/** The settings with which Google and Microsoft are the simulator's. */
export function withSimulator(settings: AllInOneSettings, url: string): AllInOneSettings {
  const notified = (provider: string) => `${publicUrlOf(settings)}/v1/provider_notifications/${provider}`;
  return {
    ...settings,
    GOOGLE_CLIENT_ID: 'simulator',
    GOOGLE_CLIENT_SECRET: 'simulator',
    GOOGLE_AUTHORIZE_URL: `${url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_REVOKE_URL: `${url}/revoke`,
    GOOGLE_USERINFO_URL: `${url}/v1/userinfo`,
    GOOGLE_API_URL: `${url}/calendar/v3`,
    GOOGLE_NOTIFICATION_URL: notified('google'),
    MICROSOFT_CLIENT_ID: 'simulator',
    MICROSOFT_CLIENT_SECRET: 'simulator',
    MICROSOFT_AUTHORITY_URL: url,
    MICROSOFT_GRAPH_URL: `${url}/v1.0`,
    MICROSOFT_NOTIFICATION_URL: notified('microsoft'),
  };
}

export interface RunningSimulator {
  url: string;
  close(): Promise<void>;
}

/** The address that the program prints once it can be used. */
const printedUrl = /Open (http:\/\/\S+?)\/ in a browser/;

function startAt(port: number, host: string): Promise<RunningSimulator> {
  const env = { SIMULATOR_PORT: String(port), SIMULATOR_HOST: host };
  const worker = new Worker(program, { env, stdout: true });
  return new Promise((resolve, reject) => {
    let printed = '';
    const stopped = () => reject(new Error('the simulator ended before it could be used'));
    worker.once('exit', stopped);
    worker.once('error', reject);
    worker.stdout.on('data', (chunk: Buffer) => {
      const url = printedUrl.exec((printed = `${printed}${chunk.toString()}`.slice(-4_096)))?.[1];
      if (url === undefined) return;
      worker.off('exit', stopped);
      resolve({ url, close: async () => void (await worker.terminate()) });
    });
  });
}

/** Starts the simulator in a thread of this process, on another port if its own is in use. It keeps nothing. */
export const startSimulator = ({ SIMULATOR_PORT: port }: AllInOneSettings): Promise<RunningSimulator> =>
  startAt(port, '127.0.0.1').catch(() => startAt(0, '127.0.0.1'));
