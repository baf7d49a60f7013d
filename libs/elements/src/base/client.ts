export type Problem = 'ended' | 'denied' | 'wrong' | 'conflict' | 'missing' | 'away';

/** Why a call failed, as an Element shows it; what the answer had is for the page's developer. */
export class CallFailed extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
    readonly body: { description?: string; reason?: string; errors?: object } = {},
  ) {
    super(body.description ?? problem);
  }
}

export interface Connection {
  /** The address of Kalends, without a slash at the end. */
  api: string;
  token: string;
  /** A new token when the present one has ended; null: the page has none. */
  renew: () => Promise<string | null>;
}

const timeoutMs = 20_000;
const maxBytes = 4_000_000;

const problems = new Map<number, Problem>([[401, 'ended'], [403, 'denied'], [404, 'missing'], [409, 'conflict'], [400, 'wrong'], [413, 'wrong'], [422, 'wrong']]); // prettier-ignore

export const addressOf = ({ api, token }: Pick<Connection, 'api' | 'token'>, path: string): string =>
  `${api}${path}${path.includes('?') ? '&' : '?'}et=${encodeURIComponent(token)}`;

async function send(connection: Connection, path: string, body?: object): Promise<Response> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const common = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  try {
    return await fetch(addressOf(connection, path), { ...common, ...(body ? post : {}) });
  } catch {
    throw new CallFailed('away', 0);
  }
}

async function bodyOf(response: Response): Promise<object> {
  const text = await response.text().catch(() => '');
  if (text.length > maxBytes) throw new CallFailed('away', response.status);
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    if (response.ok && text !== '') throw new CallFailed('away', response.status);
    return {};
  }
}

/** The body of an answer; a POST if there is a body to send. A token that has ended is renewed once. Throws {@link CallFailed}. */
export async function call<T>(connection: Connection, path: string, body?: object): Promise<T> {
  let response = await send(connection, path, body);
  if (response.status === 401) {
    const token = await connection.renew();
    if (token !== null) response = await send({ ...connection, token }, path, body);
  }
  const answer = await bodyOf(response);
  if (response.ok) return answer as T;
  throw new CallFailed(problems.get(response.status) ?? 'away', response.status, answer);
}

/** Sends what need not be answered, also while the page closes: without a preflight. */
export function beacon(connection: Pick<Connection, 'api' | 'token'>, path: string): void {
  const address = addressOf(connection, path);
  if (navigator.sendBeacon?.(address)) return;
  void fetch(address, { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => undefined);
}
