import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application's callback endpoint that accepts requests and does not answer until released. */
export async function startSilentReceiver() {
  const ids: string[] = [];
  let answering = false;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      ids.push(String(request.headers['webhook-id']));
      if (answering) response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    /** One per request, in order of arrival. */
    ids,
    answer: () => void (answering = true),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
