import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kalends/testing';
import { startBroker } from './broker.js';
import { startDistributed, startEmbedded } from './deployment.js';
import { Kalends } from './kalends.js';
import { root, startNode, untilAnswers } from './processes.js';

/** A Kalends whose users sign in at the simulated Google and Microsoft. */
export interface SimulatedDemo {
  kalends: Kalends;
  simulatorUrl: string;
  /** Whether it has the demo of `npm start`, with its first page. */
  hasLanding: boolean;
  stop(): Promise<void>;
}

/** As `npm start`: one process, which starts the simulator itself. */
async function startDemo(simulatorPort: string): Promise<Omit<SimulatedDemo, 'simulatorUrl'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-demo-'));
  const settings = { DATA_DIR: dataDir, DEMO: 'true', TRUST_PROXY: '', SIMULATOR_PORT: simulatorPort };
  const running = await startEmbedded(settings);
  const stop = async () => {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { kalends: new Kalends(running.deployment), hasLanding: true, stop };
}

const providersAt = (simulator: string, gateway: string) => ({
  GOOGLE_CLIENT_ID: 'simulator',
  GOOGLE_CLIENT_SECRET: 'simulator',
  GOOGLE_AUTHORIZE_URL: `${simulator}/o/oauth2/v2/auth`,
  GOOGLE_TOKEN_URL: `${simulator}/token`,
  GOOGLE_REVOKE_URL: `${simulator}/revoke`,
  GOOGLE_USERINFO_URL: `${simulator}/v1/userinfo`,
  GOOGLE_API_URL: `${simulator}/calendar/v3`,
  GOOGLE_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/google`,
  MICROSOFT_CLIENT_ID: 'simulator',
  MICROSOFT_CLIENT_SECRET: 'simulator',
  MICROSOFT_AUTHORITY_URL: simulator,
  MICROSOFT_GRAPH_URL: `${simulator}/v1.0`,
  MICROSOFT_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/microsoft`,
});

/** Five processes on Kafka, and `npm run simulator`. */
async function startApart(brokers: string, simulatorPort: string): Promise<Omit<SimulatedDemo, 'simulatorUrl'>> {
  const url = `http://127.0.0.1:${simulatorPort}`;
  const logFile = join(root, `.cache/logs/simulator-${process.pid}.log`);
  const simulator = startNode(join(root, 'dist/simulator.js'), { SIMULATOR_PORT: simulatorPort }, logFile);
  const port = await freePort();
  const settings = { PORT: String(port), TRUST_PROXY: '', ...providersAt(url, `http://127.0.0.1:${port}`) };
  const [running] = await Promise.all([
    startDistributed(brokers, settings),
    untilAnswers(`${url}/`, simulator, logFile),
  ]);
  const stop = async () => {
    await running.stop();
    await simulator.stop();
  };
  return { kalends: new Kalends(running.deployment), hasLanding: false, stop };
}

/** Starts it on the transport. */
export async function startSimulatedDemo(transport: 'embedded' | 'kafka'): Promise<SimulatedDemo> {
  const simulatorPort = String(await freePort());
  const broker = await startBroker(transport);
  const started = await (broker ? startApart(broker.brokers, simulatorPort) : startDemo(simulatorPort));
  const stop = async () => {
    await started.stop();
    await broker?.stop();
  };
  return { ...started, simulatorUrl: `http://127.0.0.1:${simulatorPort}`, stop };
}
