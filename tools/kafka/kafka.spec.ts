import { createServer, type AddressInfo } from 'node:net';
import { skipFor } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { missingForKafka, startKafka } from './kafka.mjs';

describe('a local Kafka', () => {
  it('given a port that another program accepts connections on, when it is started there, then it fails with the reason', async (context) => {
    const missing = await missingForKafka();
    if (missing) return skipFor(context, missing);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(startKafka({ port })).rejects.toThrow('Address already in use');
    await new Promise((resolve) => other.close(resolve));
  });
});
