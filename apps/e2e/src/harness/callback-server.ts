import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  /** The redirect address to register. */
  url: string;
  /** The queries that it was called with, in order. */
  calls: URLSearchParams[];
  close(): Promise<void>;
}

/** The application's side of the journey: receives the redirect on a loopback port. */
export async function startCallbackServer(): Promise<CallbackServer> {
  const calls: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1');
    if (url.pathname === '/callback') calls.push(url.searchParams);
    response.setHeader('content-type', 'text/html').end('<h1>Back at the application</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { url, calls, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
