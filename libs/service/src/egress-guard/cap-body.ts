import { EgressRefused } from './egress-refused.js';

/**
 * The same response with a body that fails with `too-large` beyond `limit` bytes (counted after decompression) and
 * whose other failures are passed through `translate`.
 */
export function capBody(response: Response, limit: number, translate: (error: unknown) => unknown): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    void reader.cancel();
    throw tooLarge(limit);
  }
  const { status, statusText, headers } = response;
  const capped = new Response(counted(reader, limit, translate), { status, statusText, headers });
  return Object.defineProperty(capped, 'url', { value: response.url });
}

type Bytes = Uint8Array<ArrayBuffer>;

function counted(
  reader: ReadableStreamDefaultReader<Bytes>,
  limit: number,
  translate: (error: unknown) => unknown,
): ReadableStream<Bytes> {
  let seen = 0;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        if (seen <= limit) return controller.enqueue(value);
      } catch (error) {
        return controller.error(translate(error));
      }
      controller.error(tooLarge(limit));
      await reader.cancel().catch(() => undefined);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function tooLarge(limit: number): EgressRefused {
  return new EgressRefused('too-large', `the answer is longer than ${limit} bytes`);
}
