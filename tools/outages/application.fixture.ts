import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminKey } from '../k8s/program.fixture.js';

export interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
  /** From the request to the complete response. */
  ms: number;
}

/** How long a client of the API waits before it counts a request as lost. */
const clientTimeoutMs = 30_000;

/** An application with one user that calls the API on one port and receives callbacks about replies on another. */
export class Application {
  private constructor(
    /** Origin of the API. */
    private readonly api: string,
    readonly callbackUrl: string,
    /** Ids of the callbacks for each Smart Invite. */
    readonly callbacks: Map<string, Set<string>>,
    readonly stop: () => Promise<void>,
  ) {}

  secret = '';
  user: Record<string, string> = {};

  /** `api`: its origin, or its port on 127.0.0.1; `receiver`: the address on which callbacks arrive. */
  static async make(api: string | number, receiver = '127.0.0.1'): Promise<Application> {
    const callbacks = new Map<string, Set<string>>();
    const server = createServer((request, response) => {
      // somebody may still connect to the previous user of this port
      if (request.method !== 'POST' || request.url !== '/replies') return response.writeHead(404).end();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { smart_invite: { smart_invite_id: string } };
        const { smart_invite_id: invite } = body.smart_invite;
        callbacks.set(invite, (callbacks.get(invite) ?? new Set()).add(String(request.headers['webhook-id'])));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, receiver, resolve));
    const stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    const url = `http://${receiver}:${(server.address() as AddressInfo).port}/replies`;
    const application = new Application(
      typeof api === 'number' ? `http://127.0.0.1:${api}` : api,
      url,
      callbacks,
      stop,
    );
    await application.register();
    return application;
  }

  /** Status 0: no response, or a connection that broke. */
  async request(method: string, path: string, token: string, body?: object): Promise<Answer> {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const url = `${this.api}${path}`;
      const signal = AbortSignal.timeout(clientTimeoutMs);
      const response = await fetch(url, { method, headers, signal, body: body && JSON.stringify(body) });
      const text = await response.text();
      const ms = performance.now() - began;
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text, ms };
    } catch (error) {
      const text = error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
      return { status: 0, retryAfter: null, text, ms: performance.now() - began };
    }
  }

  /** Summaries of all the user's events in the span (UTC instants), page by page. */
  async summaries(from: string, to: string): Promise<string[]> {
    const found: string[] = [];
    let path: string | undefined = `/v1/events?tzid=Etc/UTC&from=${from}&to=${to}`;
    while (path) {
      const { status, text } = await this.request('GET', path, this.user.access_token!);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      const page = JSON.parse(text) as { events: { summary: string }[]; pages: { next_page?: string } };
      found.push(...page.events.map(({ summary }) => summary));
      const { next_page: next } = page.pages;
      path = next && new URL(next).pathname + new URL(next).search;
    }
    return found;
  }

  private async register(): Promise<void> {
    const create = async (path: string, body: object) => {
      const { status, text } = await this.request('POST', path, adminKey, body);
      if (status >= 300 || status === 0) throw new Error(`${path}: ${status} ${text}`);
      return JSON.parse(text) as Record<string, string>;
    };
    const { client_id, client_secret } = await create('/admin/v1/applications', {
      name: 'A',
      redirect_uris: ['http://127.0.0.1:9/'],
    });
    this.secret = client_secret!;
    const accounts = `/admin/v1/applications/${client_id}/accounts`;
    this.user = await create(accounts, { email: 'ada@example.com', name: 'Ada' });
  }
}
