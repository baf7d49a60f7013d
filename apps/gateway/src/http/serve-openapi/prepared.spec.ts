import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';

describe('documents that are the same for everybody', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  /** Without decompression. */
  const read = (path: string, encoding?: string) =>
    new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
      const sent = request(`${gateway.url}${path}`, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
      });
      sent.on('error', reject);
      sent.end();
    });

  describe.each(['/openapi.json', '/asyncapi.json', '/.well-known/oauth-authorization-server'])('%s', (path) => {
    it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', '*', 'GZIP'])(
      'given Accept-Encoding %s, then it is compressed',
      async (encoding) => {
        const [plain, compressed] = [await read(path), await read(path, encoding)];
        expect(compressed.headers['content-encoding']).toBe('gzip');
        expect(compressed.headers.vary).toContain('Accept-Encoding');
        expect(compressed.headers['content-type']).toBe('application/json; charset=utf-8');
        // as one: comparing each byte of a megabyte takes seconds
        expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
        expect(compressed.body.length).toBeLessThan(plain.body.length);
      },
    );

    it.each([undefined, 'br', 'gzip;q=0', 'gzip;q=0.000, br', 'identity', 'x-gzip-not'])(
      'given Accept-Encoding %s, then it is not',
      async (encoding) => {
        const { headers, body } = await read(path, encoding);
        expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(body.length)]);
        expect(JSON.parse(body.toString())).toBeTypeOf('object');
      },
    );
  });
});
