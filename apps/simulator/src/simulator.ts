import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SimulatorClock } from './clock.js';
import { controlRoutes } from './control/routes.js';
import { Faults, type Fault } from './faults.js';
import { ApiError } from './google/api-error.js';
import { Pushes } from './google/calendar/watch.js';
import { googleRoutes } from './google/routes.js';
import { GoogleStore } from './google/store.js';
import { Deliveries } from './http/deliveries.js';
import { microsoftRoutes } from './microsoft/routes.js';
import { Notifications } from './microsoft/subscriptions/notifications.js';
import { MicrosoftStore } from './microsoft/store.js';
import { googlePeople } from './pages/google-people.js';
import { microsoftPeople } from './pages/microsoft-people.js';
import { pageRoutes } from './pages/routes.js';
import { json, routeFor, type Answer, type Route, type SimulatorRequest } from './http/routing.js';

export { methodAt, problemsOf } from './google/discovery.js';

interface SimulatorOptions {
  /** 0: any free port. */
  port?: number;
  host?: string;
}

interface Simulator {
  url: string;
  close(): Promise<void>;
}

const maxBodyBytes = 10 * 1_048_576;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBodyBytes) throw new Error('the request is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Google compresses only for clients that request it twice. */
const acceptsGzip = ({ headers }: IncomingMessage) =>
  /\bgzip\b/.test(String(headers['accept-encoding'])) && (headers['user-agent'] ?? '').includes('gzip');

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  const isGzip = body !== undefined && acceptsGzip(request);
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    ...headers,
  });
  const text = isText ? body : JSON.stringify(body);
  response.end(isGzip ? gzipSync(text) : text);
}

function faultAnswer({ status = 500, reason = 'backendError', retryAfter }: Fault): Answer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new ApiError(status, reason, 'A scripted fault.', headers).answer();
}

interface Answering {
  routes: Route[];
  faults: Faults;
}

/** Executes a request, unless a scripted fault prevents it. */
async function respond(request: IncomingMessage, response: ServerResponse, { routes, faults }: Answering) {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
  const method = request.method ?? 'GET';
  const body = await bodyOf(request);
  const found = routeFor(routes, method, url.pathname);
  if (!found) return send(request, response, json({ error: { code: 404, message: 'Not Found' } }, 404));
  const leave = found.route.admit?.(request) ?? (() => undefined);
  if (typeof leave !== 'function') return send(request, response, leave);
  try {
    const asked = { method, url, params: found.params, headers: request.headers, body };
    const answer = await handled(found.route, asked, faults);
    if (answer === undefined) response.destroy();
    else send(request, response, answer);
  } finally {
    leave();
  }
}

/** What something between the service and a provider makes of an answer. */
function spoilt({ body, status }: Answer, how: 'page' | 'half'): Answer {
  if (how === 'page') return { status: 200, body: '<!doctype html><title>Sign in to the network</title>' };
  const text = JSON.stringify(body ?? {});
  return { status, body: text.slice(0, text.length / 2), headers: { 'content-type': 'application/json' } };
}

/** The answer after its scripted delay, undefined if it is lost. */
async function handled(route: Route, asked: SimulatorRequest, faults: Faults): Promise<Answer | undefined> {
  const { method, url } = asked;
  const isOwn = /^\/(control\/|mailboxes\/|favicon\.svg$|$)/.test(url.pathname);
  const fault = isOwn ? undefined : faults.next(method, url.pathname);
  const refused = fault && !fault.lostAnswer && !fault.spoils && fault.delayMs === undefined;
  const answer = refused ? (route.refuse ?? faultAnswer)(fault) : await route.handle(asked);
  if (fault?.lostAnswer) return undefined;
  if (fault?.spoils) return spoilt(answer, fault.spoils);
  const latencyMs = fault?.delayMs ?? (isOwn ? 0 : faults.latencyMs);
  if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
  return answer;
}

/**
 * Starts the simulator: providers according to their public documentation, without a network. It begins empty;
 * `/control/…` fills and controls it.
 */
export async function startSimulator({ port = 0, host = '127.0.0.1' }: SimulatorOptions = {}): Promise<Simulator> {
  const clock = new SimulatorClock();
  const faults = new Faults(clock);
  const google = new GoogleStore(clock, faults);
  const deliveries = new Deliveries();
  const pushes = new Pushes(google, deliveries);
  google.onChange = (calendar) => pushes.changed(calendar);
  google.onRequest = () => pushes.compare();
  const microsoft = new MicrosoftStore(clock, faults);
  const notifications = new Notifications(microsoft, deliveries);
  microsoft.onChange = (change) => notifications.changed(change);
  const [ofGoogle, ofMicrosoft] = [googleRoutes(google, pushes), microsoftRoutes(microsoft, deliveries)];
  const routes = [
    ...pageRoutes([googlePeople(google, ofGoogle), microsoftPeople(microsoft, ofMicrosoft)], clock),
    ...ofGoogle,
    ...controlRoutes({ clock, faults, google, microsoft, notifications }),
    ...ofMicrosoft,
  ];
  const server = createServer((request, response) => {
    respond(request, response, { routes, faults }).catch((error: unknown) => {
      if (!response.headersSent) send(request, response, json({ error: { code: 500, message: String(error) } }, 500));
    });
  });
  // connections outlast a pause of the tests on a busy machine
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await notifications.close();
      await deliveries.drained();
    },
  };
}
