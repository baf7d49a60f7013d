import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Which shard has what: account ids as they are, tokens and codes as hashes. */
type Directory = Map<string, number>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  json: Record<string, unknown>;
}

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

const jsonOf = (body: Buffer, type = ''): Record<string, unknown> =>
  type.includes('json') && body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};

/** Every `sub` in a body: the members of an availability query. */
function subsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'sub' && typeof one === 'string' ? [one] : subsIn(one),
  );
}

async function receive(request: IncomingMessage): Promise<Received> {
  const body = await buffer(request);
  const kept = ['authorization', 'content-type'].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const headers: Record<string, string> = Object.fromEntries(kept);
  const json = jsonOf(body, headers['content-type']);
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body, json };
}

/** Sends each request to the shard of its account; refuses what concerns several shards. */
class ShardRouter {
  private readonly directory: Directory = new Map();
  private created = 0;

  constructor(private readonly shards: readonly string[]) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const received = await receive(request);
      const shard = this.shardOf(received);
      const { method, path, headers, body } = received;
      const sent = { method, headers, body: body.length > 0 ? new Uint8Array(body) : undefined };
      const answer = await fetch(`${this.shards[shard]}${path}`, { ...sent, redirect: 'manual' });
      const content = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? '';
      this.learn(shard, jsonOf(content, type));
      response.writeHead(answer.status, type === '' ? {} : { 'content-type': type }).end(content);
    } catch (error) {
      const { status, reason } = error instanceof Refused ? error : new Refused(502, String(error));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: reason }));
    }
  }

  private shardOf({ method, path, headers, json }: Received): number {
    if (method === 'POST' && /^\/admin\/v1\/applications\/[^/]+\/accounts$/.test(path))
      return this.created++ % this.shards.length;
    const named = /\/accounts\/(acc_[\w-]+)/.exec(path)?.[1];
    if (named) return this.find(named);
    if (path === '/oauth/token') return this.find(hashOf(String(json.refresh_token ?? json.code)));
    const known = this.directory.get(hashOf(headers.authorization?.replace('Bearer ', '') ?? ''));
    if (known !== undefined) return known;
    const shards = new Set(subsIn(json).map((sub) => this.find(sub)));
    if (shards.size === 1) return [...shards][0]!;
    throw new Refused(shards.size > 1 ? 422 : 501, 'this request does not concern the accounts of one shard');
  }

  private find(key: string): number {
    const shard = this.directory.get(key);
    if (shard === undefined) throw new Refused(404, 'no shard has this account');
    return shard;
  }

  private learn(shard: number, { sub, access_token, refresh_token }: Record<string, unknown>): void {
    if (typeof access_token !== 'string') return;
    if (typeof sub === 'string') this.directory.set(sub, shard);
    for (const token of [access_token, refresh_token])
      if (typeof token === 'string') this.directory.set(hashOf(token), shard);
  }
}

/** Starts a router on a loopback port before these deployments, whose addresses are given. */
export async function startShardRouter(shards: readonly string[]) {
  const router = new ShardRouter(shards);
  const server = createServer((request, response) => void router.answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
