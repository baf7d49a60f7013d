import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { demoFor, type Demo } from './landing.js';

const demo: Demo = { sub: 'acc_1', client_id: 'c', client_secret: 's', access_token: 't', calendar_id: 'cal_1' };
const landing = { services: () => [], demo: () => demo };
const local = { HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000', TRUST_PROXY: false as const };
const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
const direct = requestWith({ host: '127.0.0.1:3000' });

describe('whether the values of the demo are shown', () => {
  it.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST', '[::1]:3000'])(
    'given a gateway and a request on this machine alone, under %s, then they are',
    (host) => expect(demoFor(requestWith({ host }), local, landing)).toBe(demo),
  );

  it('given no demo, then they are not', () =>
    expect(demoFor(direct, local, { ...landing, demo: () => null })).toBeNull());

  it.each([
    ['listens on all addresses', { HOST: '0.0.0.0' }],
    ['is public under another name', { PUBLIC_URL: 'https://calendars.example.com' }],
    ['trusts a proxy', { TRUST_PROXY: 1 }],
  ])('given a gateway that %s, then they are not', (_, changed) =>
    expect(demoFor(direct, { ...local, ...changed }, landing)).toBeNull(),
  );

  it.each([
    ['a name that someone else resolves to this machine (DNS rebinding)', { host: 'attacker.example:3000' }],
    ['a name that only begins like a loopback address', { host: '127.0.0.1.attacker.example' }],
    ['no name', {}],
    ['a header of a proxy', { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' }],
    ['the header of RFC 7239', { host: '127.0.0.1:3000', forwarded: 'for=203.0.113.7' }],
  ])('given a request with %s, then they are not', (_, headers) =>
    expect(demoFor(requestWith(headers as Record<string, string>), local, landing)).toBeNull(),
  );
});
