import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of a client with the status that it got; `{{name}}` stands for a value that each deployment has its own. */
export interface RecordedRequest {
  /** The client's method that sent it. */
  call: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
}

export interface Recording {
  client: string;
  version: string;
  source: string;
  requests: RecordedRequest[];
}

/** Values by their names: those of the user, and those that answers have brought (`3.channel.channel_id`). */
export class Values {
  private readonly known = new Map<string, string>();

  constructor(initial: Record<string, string>) {
    for (const [name, value] of Object.entries(initial)) this.known.set(name, value);
  }

  /** Remembers the ids, tokens, pages of lists and of booking links in an answer; one value may have several names, as answers overlap. */
  learn(index: number, text: string): void {
    for (const [path, found] of stringsIn(parsed(text), `${index}`)) {
      const page = /\/rts\/([\w-]+)$/.exec(found)?.[1];
      const value = path.endsWith('next_page') ? new URL(found).pathname : (page ?? found);
      const isOwn = page !== undefined || (/_id$|_uid$|_token$|next_page$|^\d+\.sub$/.test(path) && value.length > 12);
      if (isOwn) this.known.set(path, value);
    }
  }

  /** Values to their names, the longest first, as one may contain another. */
  hide(text: string): string {
    const longest = [...this.known].sort(([, one], [, other]) => other.length - one.length);
    return longest.reduce(
      (hidden, [name, value]) =>
        hidden.replaceAll(value, `{{${name}}}`).replaceAll(encodeURIComponent(value), `{{encoded ${name}}}`),
      text,
    );
  }

  /** Names to their values; throws on an unknown one. */
  fill(text: string): string {
    return text.replaceAll(/\{\{(encoded )?([\w.]+)\}\}/g, (_, encoded, name: string) => {
      const value = this.known.get(name);
      if (value === undefined) throw new Error(`no answer has brought ${name}`);
      return encoded ? encodeURIComponent(value) : value;
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function* stringsIn(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* stringsIn(one, `${path}.${name}`);
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request as it is; `fetch` would change its headers. */
export function send(base: string, { method, path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const length = body === '' ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${base}${path}`, { method, headers: { ...headers, ...length } }, (answer) => {
      textOf(answer).then((text) => resolve({ status: answer.statusCode!, text }), reject);
    });
    request.once('error', reject).end(body);
  });
}

const ofConnection = ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding', 'expect'];
const recordedHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name))) as Record<
    string,
    string
  >;

/** Stands between a client and a deployment, and records the requests. `POST /recorder/<name>` names the next ones. */
export async function startRecorder(base: string, values: Values) {
  const requests: RecordedRequest[] = [];
  let call = '';
  const server = createServer(async (request, response) => {
    const [method, url] = [request.method!, request.url!];
    const body = await textOf(request);
    if (url.startsWith('/recorder/')) {
      call = url.slice('/recorder/'.length);
      return response.end();
    }
    const sent = { method, path: url, headers: recordedHeaders(request.headers), body };
    const hidden = JSON.parse(values.hide(JSON.stringify(sent))) as Sent;
    const { status, text } = await send(base, sent);
    requests.push({ call, ...hidden, status });
    values.learn(requests.length - 1, text);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text.replaceAll(base, address));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
