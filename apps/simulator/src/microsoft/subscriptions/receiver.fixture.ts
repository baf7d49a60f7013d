import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received extends Record<string, unknown> {
  changeType?: string;
  lifecycleEvent?: string;
  resourceData?: Record<string, unknown>;
}

/** An application's endpoint: answers handshakes (`shake` may do so wrongly) and keeps the batches that it gets. */
export async function startReceiver() {
  const batches: Received[][] = [];
  const options = {
    shake: (token: string) => ({ status: 200, type: 'text/plain', text: token }),
    /** Statuses of the next answers to notifications; 202 afterwards. */
    statuses: [] as number[],
  };
  const shaken: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://receiver');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const token = url.searchParams.get('validationToken');
    if (token === null) {
      const status = options.statuses.shift() ?? 202;
      if (status === 202) batches.push((JSON.parse(body) as { value: Received[] }).value);
      response.writeHead(status).end();
      return;
    }
    shaken.push(url.pathname);
    const { status, type, text } = options.shake(token);
    response.writeHead(status, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, batches, shaken, options, close, all: () => batches.flat() };
}
