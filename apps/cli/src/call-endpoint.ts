import { validationErrors, type Endpoint } from '@kalends/public-api';
import { z } from 'zod';
import type { AdminAccess } from './find-admin-access.js';
import { refused, type Refused } from './terminal.js';

type SchemaAt<E extends Endpoint, Status extends number> =
  E['responses'] extends Record<Status, { schema: infer S extends z.ZodType }> ? z.output<S> : never;

/** What an endpoint returns on success; `undefined` for 204. */
export type ResponseBody<E extends Endpoint> = [SchemaAt<E, 200> | SchemaAt<E, 201>] extends [never]
  ? undefined
  : SchemaAt<E, 200> | SchemaAt<E, 201>;

interface CallInput {
  params?: Record<string, string>;
  /** Omitted where undefined. */
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** `status`: of the answer; undefined without one, or if it is not as declared. */
export type CallRefused = Refused & { status?: number };

const deadlineMs = 30_000;
const problem = z.object({ error: z.string(), description: z.string().optional() });

/** Calls an endpoint of the admin API as its contract declares it; every failure becomes one line. */
export async function callEndpoint<E extends Endpoint>(
  access: AdminAccess,
  endpoint: E,
  { params = {}, query = {}, body }: CallInput = {},
): Promise<{ ok: true; answer: ResponseBody<E> } | CallRefused> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  const request = { method: endpoint.method.toUpperCase(), key: access.adminKey, body };
  const sent = await send(`${access.baseUrl}${path}${search}`, request);
  if (!sent.ok) return refused(`${access.baseUrl} does not answer (${sent.reason}): is Kalends running there?`);
  const { status, text } = sent;
  const declared = endpoint.responses[status];
  if (status < 200 || status > 299 || !declared) return { ...refused(explain(access, status, text)), status };
  const parsed = (declared.schema ?? z.undefined()).safeParse(parseJson(text));
  if (!parsed.success) return refused(`${access.baseUrl} did not answer as Kalends does`);
  return { ok: true, answer: parsed.data as ResponseBody<E> };
}

interface Request {
  method: string;
  key: string;
  body: unknown;
}

async function send(url: string, { method, key, body }: Request) {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { ok: true as const, status: response.status, text: await response.text() };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    return { ok: false as const, reason: cause?.code ?? cause?.message ?? message };
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error response as one line; a 422 names every invalid field. */
function explain(access: AdminAccess, status: number, text: string): string {
  const body = parseJson(text);
  const wrong = validationErrors.safeParse(body);
  if (wrong.success) {
    return Object.entries(wrong.data.errors)
      .map(([field, errors]) => `${field}: ${errors.map(({ description }) => description).join(', ')}`)
      .join('; ');
  }
  if (status === 401) return `${access.baseUrl} does not accept this admin key`;
  const reported = problem.safeParse(body).data;
  const reason = reported ? (reported.description ?? reported.error) : 'no reason given';
  return `${access.baseUrl} answered ${status}: ${reason}`;
}
