import { deleteNamespace, kubectl, podsOf, startProbe } from './kubectl.fixture.js';

const namespace = 'ingress-nginx';
const port = 8080;

/** Passes connections on; a pod that was killed does not refuse them, so they are given up after a while. */
const relayTo = (gateway: string) => `
  const { connect, createServer } = require('node:net');
  createServer((client) => {
    const server = connect(80, ${JSON.stringify(gateway)});
    const end = () => { client.destroy(); server.destroy(); };
    server.setTimeout(5000, () => server.connecting && end());
    client.on('error', end).pipe(server).on('error', end).pipe(client);
  }).listen(${port});`;

/** A pod where an ingress controller is, the only namespace that reaches the gateway. */
export const ingressPod = { namespace, name: 'relay' };

/** Starts it; returns the origin under which the gateway is reached. */
export async function startIngress(gateway: string): Promise<string> {
  await stopIngress();
  await kubectl(['create', 'namespace', namespace]);
  await startProbe(namespace, ingressPod.name, { app: 'relay' }, ['node', '-e', relayTo(gateway)]);
  const [pod] = await podsOf(namespace, 'app=relay');
  return `http://${pod!.status.podIP}:${port}`;
}

export const stopIngress = (): Promise<string> => deleteNamespace(namespace);
