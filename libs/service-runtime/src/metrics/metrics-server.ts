import { createServer, type ServerResponse } from 'node:http';
import { watchEventLoop } from './event-loop.js';
import { scrape } from './registry.js';

let watching = false;

/** Serves `GET /metrics`. Measures the event loop from the first request on. */
export async function answerMetrics(response: ServerResponse): Promise<void> {
  if (!watching) watchEventLoop();
  watching = true;
  const { contentType, body } = await scrape();
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(body);
}

/** Metrics on a separate port, for a process whose other port is public. Port 0 chooses a free one. */
export async function startMetricsServer(options: { host: string; port: number }) {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.split('?')[0] === '/metrics') return void answerMetrics(response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
