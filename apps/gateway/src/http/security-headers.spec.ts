import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdapter, registerPlugins } from './fastify.js';

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = createAdapter({ trustProxy: false }).getInstance() as unknown as FastifyInstance;
  await registerPlugins(fastify);
  fastify.get('/found', () => ({ found: true }));
  fastify.get('/page', (_request, reply) =>
    reply.header('content-security-policy', "default-src 'self'").header('content-type', 'text/html').send('<p>'),
  );
  fastify.post('/read', () => ({ read: true }));
  fastify.get('/broken', () => {
    throw new Error('broken');
  });
  await fastify.ready();
});
afterAll(() => fastify.close());

/** Headers that prevent a page from being framed, scripted or read elsewhere (OWASP Secure Headers Project). */
const expected = {
  'content-security-policy':
    "default-src 'none';style-src 'unsafe-inline';img-src 'self' data:;frame-ancestors 'none';base-uri 'none';form-action 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
};

it.each([
  ['an existing address', 'GET', '/found', 200, ''],
  ['an unknown address', 'GET', '/nothing', 404, ''],
  ['what fails', 'GET', '/broken', 500, ''],
  ['an address with a NUL character', 'GET', '/found?a=%00', 400, ''],
  ['a body that is not JSON', 'POST', '/read', 400, '{'],
  ['a body that is too long', 'POST', '/read', 413, JSON.stringify('x'.repeat(600_000))],
  ['a body of another type', 'POST', '/read', 415, '<xml/>'],
] as const)(
  'given %s, when requested, then the response carries all security headers',
  async (_, method, url, status, body) => {
    const type = body.startsWith('<') ? 'application/xml' : 'application/json';
    const payload = body === '' ? {} : { payload: body, headers: { 'content-type': type } };
    const answer = await fastify.inject({ method, url, ...payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(expected);
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  },
);

it('given a page with its own policy, when requested, then that policy applies, to that response alone', async () => {
  const page = await fastify.inject({ url: '/page' });
  expect(page.headers['content-security-policy']).toBe("default-src 'self'");
  const next = await fastify.inject({ url: '/found' });
  expect(next.headers).toMatchObject(expected);
});
