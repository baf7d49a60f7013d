import { topics } from '@kalends/contracts';
import { expect, it } from 'vitest';
import { consumers } from '../serve-asyncapi/consumers.js';
import { gatewayTopics } from './topics.js';

it('given all contracts, then the gateway registers exactly what it publishes, requests and handles', () => {
  const own = topics
    .map(({ name }) => name)
    .filter((name) => name.startsWith('gateway.') || consumers.get(name)?.includes('gateway'));
  expect(gatewayTopics.map(({ name }) => name).sort()).toEqual(own.sort());
});
