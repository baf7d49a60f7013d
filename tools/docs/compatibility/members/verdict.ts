import type { Scene } from './scene.fixture.js';

/** What a member is sent as, which may depend on the ids of the scene. */
export type Value = unknown;

type Input = Record<string, unknown>;

interface With {
  /** Members that the request has beside the one in question. */
  with?: Input | ((scene: Scene) => Input);
  /** What precedes it. */
  given?: (scene: Scene) => Promise<unknown>;
}

/**
 * The call with `value` and the call with `other` (absent: without the member) must be seen to differ: in the answer, or in
 * what is read afterwards; `in: 'message'`: in the messages to other services.
 */
export interface Honoured extends With {
  kind: 'honoured';
  value: Value;
  other?: Value;
  in?: 'message';
}

/** A 4xx that names the member: `at` its path in `errors`, else its name in the description of an OAuth error. */
export interface Refused extends With {
  kind: 'refused';
  value: Value;
  key: string;
  at?: string;
}

/** The call is seen to be the same with the member and without it, and nobody misses it: `reason`. */
export interface Ignored extends With {
  kind: 'ignored';
  value: Value;
  other?: Value;
  reason: string;
}

export type Verdict = Honoured | Refused | Ignored;

export const honoured = (value: Value, other?: Value, more: With & { in?: 'message' } = {}): Honoured => ({
  kind: 'honoured',
  value,
  other,
  ...more,
});

export const refused = (value: Value, more: With & { key?: string; at?: string } = {}): Refused => ({
  kind: 'refused',
  value,
  key: 'errors.not_supported',
  ...more,
});

export const ignored = (reason: string, value: Value, more: With & { other?: Value } = {}): Ignored => ({
  kind: 'ignored',
  reason,
  value,
  ...more,
});

/** How the members of a call are tried. */
export interface CallCase {
  /** Where the members are. */
  input: 'body' | 'query';
  path: (scene: Scene) => string;
  token?: (scene: Scene) => string;
  headers?: (scene: Scene) => Record<string, string>;
  /** A valid request, without the members that are not needed. */
  base: (scene: Scene) => Input;
  /** What precedes the call. */
  prepare?: (scene: Scene) => Promise<unknown>;
  /** Addresses of what is read after the call, with the user's token; without any, members are seen in messages. */
  reads?: (scene: Scene) => string[];
  /** What else shows the effect of the call; `body`: its answer. */
  after?: (scene: Scene, body: unknown) => Promise<unknown>;
  members: Record<string, Verdict>;
}
