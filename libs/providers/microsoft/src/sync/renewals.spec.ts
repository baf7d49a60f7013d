import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMicrosoft } from './microsoft.fixture.js';

describe('subscriptions at the simulated Microsoft', () => {
  let microsoft: Awaited<ReturnType<typeof startMicrosoft>>;
  let receiver: Server;
  let address: string;
  beforeEach(async () => {
    microsoft = await startMicrosoft();
    receiver = createServer((request, response) => {
      const token = new URL(request.url!, 'http://receiver').searchParams.get('validationToken');
      response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`;
  });
  afterEach(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await microsoft.close();
  });

  const of = (mailbox: string) => microsoft.provider(undefined, { push: true, mailbox });
  const home = async () => (await of('one').calendars())[0]!;
  const channel = (channelId: string) => ({ channelId, address, token: `proof of ${channelId}` });

  it('given a subscription whose answer was lost, when subscribed again, then it is replaced; that of another profile is not', async () => {
    const calendar = await home();
    await microsoft.control('faults', { path: '/subscriptions', method: 'POST', lostAnswer: true });
    await expect(of('one').watch!(calendar, channel('lost'))).rejects.toMatchObject({ failure: 'unavailable' });
    const { resourceId } = await of('one').watch!(calendar, channel('again'));
    expect(resourceId).toBeTruthy();
    await expect(of('two').watch!(calendar, channel('other'))).rejects.toMatchObject({ failure: 'unavailable' });
    const { value } = (await microsoft.others('GET', '/subscriptions')) as { value: { id: string }[] };
    expect(value.map(({ id }) => id)).toEqual([resourceId]);
  });

  it('given a subscription, when renewed, then it is the same one for longer; a missing one is null', async () => {
    const { resourceId, expiresAt } = await of('one').watch!(await home(), channel('one'));
    await microsoft.control('clock', { advance_ms: 1_800_000 });
    // the provider's own clock has not moved
    const later = { push: true, mailbox: 'one', clock: () => Date.now() + 1_800_000 };
    const renewed = await microsoft.provider(undefined, later).renewWatch({ resourceId });
    expect(renewed!.expiresAt).toBeGreaterThan(expiresAt + 1_700_000);
    await of('one').unwatch({ resourceId });
    expect(await of('one').renewWatch({ resourceId })).toBeNull();
  });
});
