import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A replica as a load balancer sees it. */
export interface Backend {
  port: number;
  /** Where `/health/ready` answers. */
  healthPort: number;
}

/** One address for several replicas. */
export interface Balancer {
  port: number;
  backends: Backend[];
  close(): Promise<void>;
}

const idleMs = 30_000;
const everyMs = 250;
const timeoutMs = 3_000;

/**
 * Routes traffic round-robin to the replicas whose `/health/ready` did not recently return 503. If none remains, all get
 * traffic, so that an outage of the shared database is answered by the gateways and not by the balancer.
 */
class Rotation {
  private readonly down = new Set<Backend>();
  private readonly checking = new Set<Backend>();
  private readonly timer: NodeJS.Timeout;
  private next = 0;

  constructor(readonly backends: Backend[]) {
    this.timer = setInterval(() => {
      for (const backend of this.backends) if (!this.checking.has(backend)) void this.check(backend);
    }, everyMs);
  }

  /** In the order in which to try them. */
  inTurn(): Backend[] {
    const ready = this.backends.filter((backend) => !this.down.has(backend));
    const all = ready.length > 0 ? ready : this.backends;
    const first = this.next++ % all.length;
    return [...all.slice(first), ...all.slice(0, first)];
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async check(backend: Backend): Promise<void> {
    this.checking.add(backend);
    const url = `http://127.0.0.1:${backend.healthPort}/health/ready`;
    const status = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    );
    this.checking.delete(backend);
    if (status === 200) this.down.delete(backend);
    else this.down.add(backend);
  }
}

const isRefused = (error: Error & { code?: string }) => error.code === 'ECONNREFUSED';
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** HTTP, with connections to the replicas kept alive; the next replica is tried only if nothing could be sent. */
export async function balanceHttp(backends: Backend[]): Promise<Balancer> {
  const rotation = new Rotation(backends);
  // idle connections are closed sooner than the gateway does, as every proxy must
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: idleMs });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => forward(agent, rotation.inTurn(), incoming, Buffer.concat(chunks), outgoing));
  });
  await listening(server);
  const close = async () => {
    rotation.end();
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: portOf(server), backends, close };
}

function forward(agent: Agent, order: Backend[], from: IncomingMessage, body: Buffer, to: ServerResponse): void {
  const [{ port }, ...others] = order as [Backend, ...Backend[]];
  const { method, url: path, headers } = from;
  const attempt = request({ agent, host: '127.0.0.1', port, method, path, headers });
  attempt.on('response', (answer) => {
    const { connection: _hop, 'keep-alive': _alive, ...kept } = answer.headers;
    to.writeHead(answer.statusCode!, kept);
    answer.pipe(to);
    answer.on('error', () => to.destroy());
  });
  attempt.on('error', (error) => {
    if (isRefused(error) && others.length > 0) return forward(agent, others, from, body, to);
    if (to.headersSent) return to.destroy();
    to.writeHead(502).end(`balancer: ${error.message}`);
  });
  attempt.end(body);
}

/** TCP: open connections stay with their replica. */
export async function balanceTcp(backends: Backend[]): Promise<Balancer> {
  const rotation = new Rotation(backends);
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    dial(rotation.inTurn(), client);
  });
  await listening(server);
  const close = async () => {
    rotation.end();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: portOf(server), backends, close };
}

function dial(order: Backend[], client: Socket): void {
  const [{ port }, ...others] = order as [Backend, ...Backend[]];
  const upstream = connect(port, '127.0.0.1');
  upstream.once('connect', () => client.pipe(upstream).pipe(client));
  upstream.once('error', (error) => {
    if (isRefused(error) && others.length > 0) dial(others, client);
    else client.destroy();
  });
  client.once('close', () => upstream.destroy());
}
