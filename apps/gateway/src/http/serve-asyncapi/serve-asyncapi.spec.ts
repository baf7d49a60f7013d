import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { gatewayTopics } from '../bus/topics.js';

describe('asyncapi.json', () => {
  let testGateway: TestGateway;
  beforeAll(async () => (testGateway = await startTestGateway()));
  afterAll(() => testGateway.stop());

  it('given any client and origin, then it is served, and every topic of the gateway has a channel', async () => {
    const { status, headers, body } = await testGateway.call('GET', '/asyncapi.json');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { asyncapi, channels } = body as { asyncapi: string; channels: Record<string, { address: string }> };
    expect(asyncapi).toMatch(/^3\./);
    const addresses = Object.values(channels).map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(gatewayTopics.map(({ name }) => name)));
  });
});
