import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, startSeeded } from '../simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;
const event = {
  summary: 'Secret',
  start: { dateTime: '2026-12-01T10:00:00Z' },
  end: { dateTime: '2026-12-01T11:00:00Z' },
};

describe('a batch of the simulated Google', () => {
  let world: World;
  let token: string;
  beforeEach(async () => {
    world = await startSeeded();
    const seeded = await world.control<{ grants: [{ access_token: string }] }>('seed', {
      users: [{ email: 'grace@example.com' }],
      calendars: [{ id: 'team', email: 'ada@example.com', summary: 'Team' }],
      grants: [{ email: 'grace@example.com', client_id: 'test', scope: 'https://www.googleapis.com/auth/calendar' }],
    });
    token = seeded.grants[0].access_token;
  });
  afterEach(() => world.close());

  const part = (id: string, request: string) =>
    `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${request}\r\n`;
  async function batch(parts: string[], type = 'multipart/mixed; boundary=b') {
    const headers = { authorization: `Bearer ${world.grant.access_token}`, 'content-type': type };
    const body = `${parts.join('')}--b--\r\n`;
    const answer = await fetch(`${world.url}/batch/calendar/v3`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  }
  const get = (path: string) => `GET /calendar/v3/${path} HTTP/1.1\r\n\r\n`;

  it('given calls, then each has its own status, in order, and as who it names', async () => {
    const created = JSON.stringify(event);
    const { status, text } = await batch([
      part('one', `POST /calendar/v3/calendars/team/events\r\nContent-Type: application/json\r\n\r\n${created}`),
      part('two', get('calendars/team/events')),
      part('three', `GET /calendar/v3/calendars/team/events\r\nAuthorization: Bearer ${token}\r\n\r\n`),
      part('four', get('colors').replace('/calendar/v3/', '/control/')),
    ]);
    expect(status).toBe(200);
    expect(
      [...text.matchAll(/Content-ID: <(.+?)>\s+HTTP\/1\.1 (\d+)/g)].map(([, id, code]) => `${id} ${code}`),
    ).toEqual(['response-one 200', 'response-two 200', 'response-three 404', 'response-four 404']);
    expect(text).toContain('"summary":"Secret"');
  });

  it('given a scripted fault, then it meets one call only', async () => {
    await world.control('faults', { path: '/colors', status: 429, reason: 'rateLimitExceeded' });
    const { text } = await batch([part('one', get('colors')), part('two', get('colors'))]);
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)).toEqual(['429', '200']);
  });

  it.each<[string, string[], string?]>([
    ['more than 50 calls', Array.from({ length: 51 }, (_, n) => part(String(n), get('colors')))],
    ['none', []],
    ['another type', [part('one', get('colors'))], 'application/json'],
    ['no boundary', [part('one', get('colors'))], 'multipart/mixed; x=y'],
    ['another type of part', [part('one', get('colors')).replace('application/http', 'image/png')]],
    ['no request', [part('one', 'HELLO')]],
    ['a batch in a batch of another host', [part('one', 'GET http://example.com/ HTTP/1.1\r\n\r\n')]],
  ])('given %s, then it is refused', async (_what, parts, type) => {
    expect((await batch(parts, type)).status).toBe(400);
  });

  it('given 50 calls, then all are answered', async () => {
    const { text } = await batch(Array.from({ length: 50 }, (_, n) => part(String(n), get('colors'))));
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(50);
  });

  it('given no token, then every call is refused by itself', async () => {
    const headers = { 'content-type': 'multipart/mixed; boundary=b' };
    const options = { method: 'POST', headers, body: `${part('one', get('colors'))}--b--\r\n` };
    const answer = await fetch(`${world.url}/batch/calendar/v3`, options);
    expect([answer.status, (await answer.text()).includes('HTTP/1.1 401')]).toEqual([200, true]);
    expect((await call(`${world.url}/batch/calendar/v3`)).status).toBe(404);
  });
});
