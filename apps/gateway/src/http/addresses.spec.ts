import { endpoints } from '@kalends/public-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { unofferedCalls } from './unoffered-calls.js';

describe('an address without a route', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  it.each([
    ['PUT', '/v1/calendars/cal_1/events', 'POST, DELETE'],
    ['PATCH', '/v1/events?tzid=Etc/UTC', 'GET, HEAD, DELETE'],
    ['PUT', '/v1/calendars/cal_1/events/uid/participation_status', 'POST'],
    ['GET', '/v1/batch', 'POST'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('given %s %s, when sent, then 405 has Allow (HTTP-18)', async (method, path, allow) => {
    const { status, headers, body } = await gateway.call(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toMatchObject({ error: 'method_not_allowed', description: expect.stringContaining('send') as string });
  });

  it.each(['/v1/event', '/v2/events', '/events', '/v1'])(
    'given %s, when read, then 404 states where to look',
    async (path) => {
      const { status, body } = await gateway.call('GET', path);
      expect([status, body]).toMatchObject([
        404,
        { error: 'not_found', description: expect.stringContaining('openapi') as string },
      ]);
    },
  );

  it.each(unofferedCalls)(
    'given %s %s, when sent, then 501 links to what is offered (HTTP-19)',
    async (method, path) => {
      const { status, headers, body } = await gateway.call(method, path.replaceAll(/:\w+/g, 'x'));
      const documentation = `${publicUrl}/docs`;
      expect([status, headers.get('link')]).toEqual([501, `<${documentation}>; rel="help"`]);
      expect(body).toMatchObject({ error: 'errors.not_supported', documentation });
      expect((await gateway.call('GET', documentation.slice(publicUrl.length))).status).toBe(200);
    },
  );

  it('given an unreadable request to an unknown address, when sent, then the answer is about what cannot be read', async () => {
    expect((await gateway.call('GET', '/v1/events%00')).status).toBe(400);
    expect((await gateway.call('POST', '/nothing', { body: ['x'.repeat(600_000)] })).status).toBe(413);
  });

  it('given the calls that are offered, then none is reported as not offered', () => {
    const offered = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':')}`);
    const unoffered = unofferedCalls.map(([method, path]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(unoffered.filter((one) => offered.includes(one))).toEqual([]);
  });
});
