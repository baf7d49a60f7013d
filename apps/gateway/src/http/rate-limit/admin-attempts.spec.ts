import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Administrators } from '../admission/administrators.js';
import { Admissions } from '../admission/admissions.js';
import type { ConsoleSessions } from '../admission/console-sessions.js';
import { CredentialRefusals } from '../admission/credential-refusals.js';
import type { Refusal } from '../refusals.js';
import { openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { CredentialKinds } from '../../tokens/credential-kind.js';
import { tokenHash } from '../../tokens/hash.js';
import { attemptsPerMinute, FailedAttempts } from './failed-attempts.js';
import { Strangers } from './strangers.js';

const adminKey = 'the-admin-key-of-this-spec';
let database: GatewayDatabase;
beforeAll(async () => void (database = await openGatewayDatabase()));
afterAll(() => database.stop());

const request = (key: string, ip: string) =>
  ({ headers: { authorization: `Bearer ${key}` }, ip }) as unknown as FastifyRequest;

it('given a client that guesses the admin key, when too many were wrong, then it must wait, and the right key never does', async () => {
  const kinds = new CredentialKinds(database.pool, tokenHash(adminKey));
  const administrators = new Administrators({ ADMIN_KEY: adminKey }, database.pool);
  const refusals = new CredentialRefusals(kinds, new Strangers(0));
  const sessions = { find: () => Promise.resolve(undefined) } as unknown as ConsoleSessions;
  const admissions = new Admissions(
    {} as never,
    administrators,
    refusals,
    new FailedAttempts(),
    sessions,
    {} as never,
    {} as never,
  );

  const status = (key: string, ip: string) =>
    admissions.administrator(request(key, ip)).then(
      () => 200,
      (refusal: Refusal) => refusal.getStatus(),
    );
  const statuses = [];
  for (let n = 0; n < attemptsPerMinute; n++) statuses.push(await status(`guess-${n}`, '192.0.2.1'));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await status('another-guess', '192.0.2.1')).toBe(429);
  expect(await status(adminKey, '192.0.2.1')).toBe(200);
  expect(await status('guess', '192.0.2.2')).toBe(401);
});
