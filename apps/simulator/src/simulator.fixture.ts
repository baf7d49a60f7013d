import { methodAt, problemInResource } from './google/discovery.js';
import { startSimulator } from './simulator.js';

export interface Called {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { items: Record<string, unknown>[] };
}

/** One request to a Google-like server; `body`: JSON, or a form. */
export async function call(
  url: string,
  options: { method?: string; token?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Called> {
  const { token, body, headers } = options;
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method: options.method ?? (body ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : { text }) as Called['body'],
  };
}

/** Fails a test if an answer is not of the form that Google's discovery document describes. */
function checkForm(method: string, url: string, { status, body }: Called): void {
  const { pathname, searchParams } = new URL(url);
  const found = methodAt(method, pathname.replace('/calendar/v3/', ''));
  if (!found?.response || status !== 200 || searchParams.has('fields')) return;
  const problem = problemInResource(found.response.$ref, body);
  if (problem !== undefined)
    throw new Error(`${found.id} answers what the discovery document does not have: ${problem}`);
}

/** A simulator with Ada, who has consented, and her calendar. */
export async function startSeeded() {
  const simulator = await startSimulator();
  const control = async <Result = Record<string, unknown>>(name: string, body: object = {}): Promise<Result> =>
    (await call(`${simulator.url}/control/${name}`, { body })).body as Result;
  const scope = 'https://www.googleapis.com/auth/calendar';
  const seeded = await control<{ grants: { access_token: string; refresh_token: string; sub: string }[] }>('seed', {
    users: [{ email: 'ada@example.com', name: 'Ada' }],
    calendars: [
      { email: 'ada@example.com', id: 'ada@example.com', summary: 'Home', primary: true, timeZone: 'Europe/London' },
    ],
    grants: [{ email: 'ada@example.com', client_id: 'test', scope }],
  });
  const grant = seeded.grants[0]!;
  const api = `${simulator.url}/calendar/v3`;
  return {
    ...simulator,
    control,
    grant,
    api,
    events: `${api}/calendars/${encodeURIComponent('ada@example.com')}/events`,
    as: async (url: string, options: Parameters<typeof call>[1] = {}) => {
      const answer = await call(url, { token: grant.access_token, ...options });
      checkForm(options.method ?? (options.body ? 'POST' : 'GET'), url, answer);
      return answer;
    },
  };
}
