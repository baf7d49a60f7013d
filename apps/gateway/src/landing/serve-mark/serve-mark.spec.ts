import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

describe('the mark', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  it('given the icon that pages name, when requested, then it is an SVG image that browsers keep', async () => {
    const { status, headers, body } = await gateway.call('GET', '/favicon.svg');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(headers.get('cache-control')).toMatch(/max-age=\d+/);
    expect(String(body)).toMatch(/^<svg /);
  });

  it('given the icon of old browsers, when requested, then it leads to the same', async () => {
    const { status, headers } = await gateway.call('GET', '/favicon.ico');
    expect([status, headers.get('location')]).toEqual([302, '/favicon.svg']);
  });
});
