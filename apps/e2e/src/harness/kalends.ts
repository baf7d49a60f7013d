import { skipFor } from '@kalends/testing';
import { beforeEach, describe, inject } from 'vitest';
import type { Deployment } from './deployment.js';

type Json = Record<string, unknown>;

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** One HTTP call. `body` is sent as JSON; `raw` as it is. `from`: the client address that a proxy would report. */
export async function call<Body = Json>(
  method: string,
  url: string,
  options: { token?: string; body?: unknown; raw?: string; type?: string; from?: string } = {},
): Promise<Answer<Body>> {
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
      ...(options.from ? { 'x-forwarded-for': options.from } : {}),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
    body: payload,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
}

export interface Application {
  client_id: string;
  secret_id: string;
  client_secret: string;
  name: string;
  redirect_uris: string[];
}

export interface Account {
  sub: string;
  access_token: string;
  refresh_token: string;
  scope: string;
  calendar_id: string;
  expires_in: number;
}

/** A deployment with the calls that every test makes first. */
export class Kalends {
  constructor(readonly deployment: Deployment) {}

  url(path: string): string {
    return `${this.deployment.baseUrl}${path}`;
  }

  admin<Body = Json>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return call<Body>(method, this.url(`/admin/v1${path}`), { token: this.deployment.adminKey, body });
  }

  async application(redirectUris: string[] = ['http://127.0.0.1:9/callback']): Promise<Application> {
    const body = { name: 'Test application', redirect_uris: redirectUris };
    return (await this.admin<Application>('POST', '/applications', body)).body;
  }

  async account(application: Application, more: Json = {}): Promise<Account> {
    const body = { email: 'ada@example.com', name: 'Ada', ...more };
    return (await this.admin<Account>('POST', `/applications/${application.client_id}/accounts`, body)).body;
  }

  /** A new application with one account on the built-in calendar. */
  async user(more: Json = {}): Promise<Account & { application: Application }> {
    const application = await this.application();
    return { ...(await this.account(application, more)), application };
  }

  get<Body = Json>(token: string, path: string): Promise<Answer<Body>> {
    return call<Body>('GET', path.startsWith('http') ? path : this.url(path), { token });
  }

  upsert(user: Pick<Account, 'access_token' | 'calendar_id'>, event: unknown): Promise<Answer> {
    return call('POST', this.url(`/v1/calendars/${user.calendar_id}/events`), {
      token: user.access_token,
      body: event,
    });
  }

  /** The three OpenAPI documents as one: every operation. */
  async documents<Document = Json>(): Promise<Document> {
    type Part = { paths: Record<string, object>; components: { schemas?: object } };
    const read = async (path: string) => (await call<Part>('GET', this.url(path))).body;
    const parts = await Promise.all(['/openapi.json', '/docs/journey.json', '/docs/admin.json'].map(read));
    const paths: Record<string, object> = {};
    for (const part of parts)
      for (const [path, methods] of Object.entries(part.paths)) paths[path] = { ...paths[path], ...methods };
    const schemas = Object.assign({}, ...parts.map(({ components }) => components.schemas)) as object;
    return { ...parts[0], paths, components: { ...parts[0]!.components, schemas } } as Document;
  }

  /** All events of all pages. */
  async events<Event = Json>(token: string, query: string): Promise<Event[]> {
    const events: Event[] = [];
    let next: string | undefined = this.url(`/v1/events?${query}`);
    while (next) {
      const page: Answer<{ events: Event[]; pages: { next_page?: string } }> = await this.get(token, next);
      events.push(...page.body.events);
      next = page.body.pages.next_page;
    }
    return events;
  }
}

/** A suite that runs once per transport; if the transport is unavailable, its tests are skipped with the reason. */
export function e2e(name: string, suite: (kalends: () => Kalends) => void): void {
  describe(name, () => {
    const provided = inject('kalends');
    beforeEach((context) => {
      if ('skip' in provided) skipFor(context, provided.skip);
    });
    suite(() => {
      if ('skip' in provided) throw new Error(provided.skip);
      return new Kalends(provided.deployment);
    });
  });
}
