import type { Fault } from '../faults.js';

/** One request as handlers see it; the body is the complete text. */
export interface SimulatorRequest {
  method: string;
  url: URL;
  params: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** `body`: a string is sent unchanged (HTML by default), anything else as JSON. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: string;
  /** Segments that begin with `:` are parameters. */
  path: string;
  /** How its provider answers a scripted fault, if not as Google does. */
  refuse?(fault: Fault): Answer;
  /** Begins a request; what it returns is an answer that refuses it, or is called at the request's end. */
  admit?(request: Pick<SimulatorRequest, 'headers'>): Answer | (() => void);
  handle(request: SimulatorRequest): Answer | Promise<Answer>;
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
});
export const html = (body: string, status = 200): Answer => ({ status, body });
export const redirect = (location: string): Answer => ({ status: 302, headers: { location } });
export const nothing = (): Answer => ({ status: 204 });

export const formOf = (request: SimulatorRequest): URLSearchParams => new URLSearchParams(request.body);

/** The body's JSON object; empty if it is anything else. */
export function objectOf(request: SimulatorRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(request.body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

export const headerOf = (request: SimulatorRequest, name: string): string | undefined =>
  [request.headers[name]].flat()[0];

function match(pattern: string, path: string): Record<string, string> | undefined {
  const segments = pattern.split('/');
  const given = path.split('/');
  if (segments.length !== given.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, part] of segments.entries()) {
    if (part.startsWith(':')) {
      try {
        params.set(part.slice(1), decodeURIComponent(given[index]!));
      } catch {
        return undefined;
      }
    } else if (part !== given[index]) return undefined;
  }
  return Object.fromEntries(params);
}

/** The route of a request, and its parameters. */
export function routeFor(routes: readonly Route[], method: string, path: string) {
  for (const route of routes) {
    const params = route.method === method ? match(route.path, path) : undefined;
    if (params) return { route, params };
  }
  return undefined;
}
