import { HttpException } from '@nestjs/common';
import type { ValidationErrors } from '@kalends/public-api';
import type { z } from 'zod';
import { misspeltMembers } from './misspelt.js';
import { errorsOf, unworded } from './validation-errors.js';

/** A response other than success, with its body and headers; the filter writes it. */
export class Refusal extends HttpException {
  constructor(
    status: number,
    body: object | string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body, status);
  }
}

const challenge = (error?: string, extra = '') => ({
  'WWW-Authenticate': `Bearer realm="kalends"${error ? `, error="${error}"` : ''}${extra}`,
});

/** RFC 6750 §3.1. */
export const unauthorized = (given: boolean, description = 'The credentials are unknown, expired or revoked.') =>
  new Refusal(
    401,
    { error: given ? 'invalid_token' : 'unauthorized', description },
    challenge(given ? 'invalid_token' : undefined),
  );

export const insufficientScope = (scopes: readonly string[]) =>
  new Refusal(
    403,
    {
      error: 'insufficient_scope',
      description: `The user has not granted ${scopes.join(' or ')}: request it as scope at /oauth/authorize.`,
    },
    challenge('insufficient_scope', `, scope="${scopes.join(' ')}"`),
  );

export const forbidden = (description: string) => new Refusal(403, { error: 'forbidden', description });

/** What to do when there is no such thing. */
const instead = new Map(
  Object.entries<string>({
    calendar: 'GET /v1/calendars lists those of this account.',
    profile: 'GET /v1/profiles lists those of this account.',
    channel: 'GET /v1/channels lists those of this account.',
    page: 'A next_page is valid as it is, for the call and the credential that it came from; begin again with the first page.',
  }),
);

export const notFound = (what: string) => {
  const description = [`There is no such ${what}.`, instead.get(what)].filter((one) => one !== undefined).join(' ');
  return new Refusal(404, { error: 'not_found', description });
};

/** More invalid fields are not named: otherwise an answer could be many times as large as its request. */
const maxErrors = 50;

export const invalid = (errors: ValidationErrors['errors']) =>
  new Refusal(422, { errors: Object.fromEntries(Object.entries(errors).slice(0, maxErrors)) });

/** One invalid field: `key` without the `errors.` prefix. */
export const invalidField = (field: string, key: string, description: string) =>
  invalid({ [field]: [{ key: `errors.${key}`, description }] });

/** No grant covers the account: its user has revoked it, or the code of a journey was never redeemed. */
export const notAuthorized = (sub: string) => ({
  key: 'errors.not_authorized',
  description: `the application has no access to ${sub}: its user has revoked it, or the journey was not completed; a new one at /oauth/authorize grants it again`,
});

export const unavailable = (description: string) =>
  new Refusal(503, { error: 'unavailable', description }, { 'Retry-After': '2' });

export const tooMany = (description: string) =>
  new Refusal(429, { error: 'too_many_requests', description }, { 'Retry-After': '2' });

export const timedOut = (description: string) => new Refusal(504, { error: 'timeout', description });

/** 402: the application's plan lacks the feature. */
export const planTooSmall = (needed: string) =>
  new Refusal(402, { error: 'plan', description: `This requires the plan ${needed}; an operator can change it.` });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The parsed input, or a 422 that names every invalid field and every misspelt one. A body that is not an object counts as
 * one without fields.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const subject = input === undefined || input === null || input === '' ? {} : input;
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const misspelt = isObject(subject) ? misspeltMembers(subject, known) : {};
  const parsed = schema.safeParse(subject, { error: () => unworded });
  if (parsed.success && Object.keys(misspelt).length === 0) return parsed.data;
  const { errors } = errorsOf((parsed.error?.issues ?? []) as never, subject);
  throw invalid({ ...errors, ...misspelt });
}
