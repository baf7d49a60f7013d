import { z } from 'zod';
import { json, routeFor, type Answer, type Route, type SimulatorRequest } from '../../http/routing.js';
import { GraphError } from '../graph-error.js';
import type { MicrosoftStore } from '../store.js';
import { grantOf } from './authenticate.js';

const item = z.strictObject({
  id: z.string().min(1).max(100),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  url: z.string().startsWith('/').max(8000),
  headers: z.record(z.string(), z.string().max(8000)).optional(),
  body: z.unknown().optional(),
  dependsOn: z.array(z.string()).max(20).optional(),
});
const batch = z.strictObject({ requests: z.array(item).min(1) });
type Item = z.infer<typeof item>;

const badRequest = (message: string) => new GraphError(400, 'BadRequest', message);

function read(request: SimulatorRequest): Item[] {
  let given: unknown;
  try {
    given = JSON.parse(request.body);
  } catch {
    throw badRequest('Invalid batch payload format.');
  }
  const parsed = batch.safeParse(given);
  if (!parsed.success) throw badRequest('Invalid batch payload format.');
  const { requests } = parsed.data;
  if (requests.length > 20) throw badRequest('Number of batch request steps exceeds the maximum value of 20.');
  const ids = new Set<string>();
  for (const { id, dependsOn = [] } of requests) {
    if (ids.has(id) || !dependsOn.every((one) => ids.has(one))) throw badRequest('Invalid id or dependsOn.');
    ids.add(id);
  }
  return requests;
}

/** One request of a batch, as if it had come alone: with its own scripted fault and status. */
async function respond(
  store: MicrosoftStore,
  routes: Route[],
  { outer, asked }: { outer: SimulatorRequest; asked: Item },
): Promise<Answer> {
  const url = new URL(`/v1.0${asked.url}`, outer.url);
  const found = routeFor(routes, asked.method, url.pathname);
  if (!found) return badRequest('Resource not found for the segment.').answer();
  const fault = store.faults.next(asked.method, url.pathname);
  if (fault?.status !== undefined) return found.route.refuse!(fault);
  const own = Object.entries(asked.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = {
    authorization: outer.headers['authorization'],
    ...Object.fromEntries(own),
  } as SimulatorRequest['headers'];
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  return found.route.handle({ method: asked.method, url, params: found.params, headers, body });
}

/** POST /$batch: at most 20 requests, each with its own status; the answers come in reverse order. */
export async function runBatch(store: MicrosoftStore, routes: Route[], request: SimulatorRequest): Promise<Answer> {
  grantOf(store, request);
  const answers = new Map<string, Answer>();
  for (const asked of read(request)) {
    const isFailed = (asked.dependsOn ?? []).some((id) => answers.get(id)!.status >= 400);
    const failed = new GraphError(424, 'FailedDependency', 'A request it depends on failed.');
    answers.set(asked.id, isFailed ? failed.answer() : await respond(store, routes, { outer: request, asked }));
  }
  const responses = [...answers].reverse().map(([id, { status, body, headers = {} }]) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const retry = headers['retry-after'] === undefined ? {} : { 'Retry-After': headers['retry-after'] };
    return { id, status, headers: { ...type, ...retry }, ...(body === undefined ? {} : { body }) };
  });
  return json({ responses });
}
