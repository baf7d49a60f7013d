import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayStand, type GatewayStand } from '../../gateway.fixture.js';
import { gatewayTopics } from '../bus/topics.js';

describe('asyncapi.json', () => {
  let stand: GatewayStand;
  beforeAll(async () => (stand = await startGatewayStand()));
  afterAll(() => stand.stop());

  it('given any client and origin, then it is served, and every topic of the gateway has a channel', async () => {
    const { status, headers, body } = await stand.call('GET', '/asyncapi.json');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { asyncapi, channels } = body as { asyncapi: string; channels: Record<string, { address: string }> };
    expect(asyncapi).toMatch(/^3\./);
    const addresses = Object.values(channels).map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(gatewayTopics.map(({ name }) => name)));
  });
});
