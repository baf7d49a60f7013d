import { z } from 'zod';

/** The scopes that an application can request (contract: OAuth). */
export const scopes = [
  'create_calendar',
  'read_events',
  'create_event',
  'delete_event',
  'read_free_busy',
  'change_participation_status',
  'event_reminders',
  'read_account',
  'list_calendars',
] as const;

export type Scope = (typeof scopes)[number];

/** Names that expand to several scopes when an application requests them. */
export const scopeBundles = new Map(
  Object.entries<readonly Scope[]>({
    read_write: [
      'create_calendar',
      'read_events',
      'create_event',
      'delete_event',
      'read_free_busy',
      'change_participation_status',
      'event_reminders',
      'read_account',
      'list_calendars',
    ],
    read_only: ['read_events', 'read_free_busy', 'read_account', 'list_calendars'],
    write_only: [
      'create_calendar',
      'create_event',
      'delete_event',
      'event_reminders',
      'read_account',
      'list_calendars',
    ],
    free_busy: ['read_free_busy', 'read_account', 'list_calendars'],
    free_busy_write: ['read_free_busy', 'create_event', 'delete_event', 'read_account', 'list_calendars'],
  }),
);

export type Credential =
  | 'access-token'
  | 'api-key'
  | 'api-key-or-token'
  | 'api-key-or-client'
  | 'admin-key'
  | 'client-in-body'
  | 'element-token'
  | 'browser'
  | 'none';

/** What the page of an element token may do. */
export const elementPermissions = [
  'agenda',
  'account_management',
  'availability',
  'managed_availability',
  'booking',
] as const;

export type ElementPermission = (typeof elementPermissions)[number];

export interface ResponseShape {
  description: string;
  schema?: z.ZodType;
  /** A body as clients get it; fits `schema`. */
  example?: unknown;
  /** Further bodies by what each shows; together they have every member. */
  moreExamples?: Readonly<Record<string, unknown>>;
  /** `application/json` by default. */
  contentType?: string;
  headers?: Record<string, string>;
}

/**
 * One HTTP endpoint: the same schemas validate and document it. `path` is an OpenAPI template. `anyScope`: one of these
 * scopes is required; `allScopes`: a user's token needs all of them.
 */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  /** What the summary leaves out: what it is for, what happens and when. */
  readonly description?: string;
  /** A body as clients send it; fits `body`. */
  readonly example?: unknown;
  /** Further bodies by what each shows; together they have every member. */
  readonly moreExamples?: Readonly<Record<string, unknown>>;
  readonly tag:
    | 'events'
    | 'calendars'
    | 'availability'
    | 'scheduling'
    | 'smart-invites'
    | 'callbacks'
    | 'channels'
    | 'identity'
    | 'elements'
    | 'oauth'
    | 'admin'
    | 'operations';
  readonly credential: Credential;
  readonly anyScope?: readonly Scope[];
  readonly allScopes?: readonly Scope[];
  /** A page may make this call with an element token that has one of these permissions (ELT-3). */
  readonly elements?: readonly ElementPermission[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyTypes?: readonly string[];
  readonly responses: Readonly<Record<number, ResponseShape>>;
}

/** Declares an endpoint; keeps the schemas' own types for callers that parse with them. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type OfApplication<E extends Endpoint> = Pick<Endpoint, 'path' | 'operation'> &
  Omit<E, 'credential' | 'tag' | 'path' | 'operation' | 'params'> & {
    credential: 'admin-key';
    tag: 'admin';
    params: z.ZodObject;
  };

/** The same endpoint for the operator: with the admin key, and the application in the path. */
export const ofApplication = <const E extends Endpoint>(one: E): OfApplication<E> => ({
  ...one,
  credential: 'admin-key',
  tag: 'admin',
  path: one.path.replace('/v1/', '/admin/v1/applications/{client_id}/'),
  operation: `${one.operation}OfApplication`,
  params: z
    .object({ client_id: z.string().describe('The application, by its client_id.') })
    .extend(one.params?.shape ?? {}),
});
