import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { endpoints, type Endpoint } from '@kalends/public-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdapter } from '../fastify.js';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

const needed = new Set<Endpoint['credential']>(['access-token', 'api-key', 'api-key-or-token', 'admin-key']);
const withBodies = endpoints.filter(({ method, credential }) => method !== 'get' && needed.has(credential));

describe('a request whose credential does not admit it (HTTP-34)', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((one) => one.destroy()));

  interface Begun {
    method: string;
    path: string;
    authorization?: string;
    /** How the end of the body is announced. */
    framing: string;
  }

  /** Sends the headers and the beginning of a body that never ends. */
  async function begin({ method, path, authorization, framing }: Begun): Promise<Socket> {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.setEncoding('latin1').on('error', () => undefined);
    await once(socket, 'connect');
    const lines = [
      `${method.toUpperCase()} ${path} HTTP/1.1`,
      'Host: kalends.test',
      'Content-Type: application/json',
      framing,
      ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${framing.startsWith('Transfer') ? '5\r\n' : ''}{"a":`);
    return socket;
  }

  const statusOf = async (socket: Socket) => {
    const [text] = (await once(socket, 'data')) as [string];
    socket.destroy();
    return Number(text.split(' ')[1]);
  };

  it.each(withBodies.map((one) => [one.operation, one] as const))(
    'given %s with a body that never ends, then it is 401 without the body',
    async (_name, { method, path }) => {
      const request = { method, path: path.replaceAll(/\{\w+\}/g, 'x'), framing: 'Content-Length: 100000' };
      expect(await statusOf(await begin(request))).toBe(401);
      expect(await statusOf(await begin({ ...request, authorization: 'Bearer nobody' }))).toBe(401);
    },
  );

  const upsert = { method: 'post', path: '/v1/calendars/cal_1/events' };

  it('given a body in chunks, then too, and the connection is closed if the body does not end', async () => {
    const socket = await begin({ ...upsert, framing: 'Transfer-Encoding: chunked' });
    const [text] = (await once(socket, 'data')) as [string];
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    await once(socket, 'close');
  });

  it('given a body that ends, then the connection is kept for the next request', async () => {
    const socket = await begin({ ...upsert, framing: 'Content-Length: 10' });
    expect(((await once(socket, 'data')) as [string])[0]).toMatch(/^HTTP\/1.1 401 /);
    socket.write('"b"}\n');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: kalends.test\r\n\r\n');
    expect(await statusOf(socket)).toBe(200);
  });

  it('given a body that does not end where no credential is checked, then the request is given up', () => {
    const { server } = createAdapter({ trustProxy: false }).getInstance();
    expect(server.requestTimeout).toBe(120_000);
  });

  it('given one that admits it, then it is looked up once, as without a body', async () => {
    const { pool } = gateway.database;
    const { token, calendarId } = await newAccountWithCalendar(pool);
    const body = { event_id: 'x', summary: 'x', start: '2026-11-20', end: '2026-11-21' };
    const write = () => gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body });
    await write();
    const sent: unknown[] = [];
    const query = pool.query.bind(pool);
    pool.query = ((one: unknown, ...rest: never[]) => {
      sent.push((one as { name?: string }).name ?? one);
      return (query as (...all: unknown[]) => unknown)(one, ...rest);
    }) as never;
    expect((await write()).status).toBe(202);
    pool.query = query as never;
    expect(sent).toEqual(['find-callers']);
  });
});
