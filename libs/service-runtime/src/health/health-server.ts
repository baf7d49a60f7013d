import { createServer, type ServerResponse } from 'node:http';
import { answerMetrics } from '../metrics/metrics-server.js';
import { type HealthCheck, readiness, statusCode } from './readiness.js';

interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** Health and metrics endpoints of a service without its own HTTP server. Port 0 chooses a free one. */
export async function startHealthServer(options: {
  host: string;
  port: number;
  checks: readonly HealthCheck[];
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, { status: 'method not allowed' });
    if (path === '/health/live') return answer(response, 200, { status: 'ok' });
    if (path === '/metrics') return void answerMetrics(response);
    if (path !== '/health/ready') return answer(response, 404, { status: 'not found' });
    void readiness(options.checks).then((report) => answer(response, statusCode(report), report));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
