import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, unprocessable } from '../shared/errors.js';
import { listFields, nextAfter } from '../shared/list-fields.js';

/** What an administrator can have done. */
export const auditActions = [
  'application.created',
  'application.changed',
  'application.deleted',
  'secret.created',
  'secret.deleted',
  'developer.created',
  'developer.key_replaced',
  'developer.deleted',
  'account.created',
  'account.deleted',
  'grant.revoked',
  'profile.connected',
  'profile.disconnected',
  'events.viewed',
  'booking_link.disabled',
  'callback.replayed',
  'callbacks.replayed',
  'callback.viewed',
  'callback_endpoint.enabled',
  'dead_letter.viewed',
  'dead_letter.replayed',
  'dead_letter.discarded',
  'console.signed_in',
  'console.link_created',
] as const;

export type AuditAction = (typeof auditActions)[number];

const text = (name: string) => z.string({ error: keyed('must_be_string', `${name} must be a string`) }).max(200);

export const listAuditQuery = z.object({
  client_id: text('client_id').optional().describe('Only entries about this application. Default: all.'),
  sub: text('sub').optional().describe('Only entries about this account. Default: all.'),
  action: z
    .enum(auditActions, {
      error: keyed('not_recognized', 'action must be one of those that the reference lists, such as account.deleted'),
    })
    .optional()
    .describe('Only entries with this action. Default: all.'),
  ...listFields,
});

export type ListAuditQuery = z.output<typeof listAuditQuery>;

const values = (when: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(`What concerned values were ${when}, without secrets; null if there were none.`);

export const auditEntryShape = z
  .object({
    audit_id: z.string().describe('The number of the entry.'),
    at: z.string().describe('When it was done, in UTC.'),
    actor: z
      .string()
      .describe('Who did it: admin key, developer with its id, or the e-mail address of a person who signed in.'),
    action: z.enum(auditActions).describe('What was done.'),
    client_id: z.string().nullable().describe('The application that it concerns, or null.'),
    sub: z.string().nullable().describe('The account that it concerns, or null.'),
    subject: z.string().nullable().describe('The id of what it was done to, such as a grant or a secret, or null.'),
    before: values('before'),
    after: values('after'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why details of events, a message or the body of a callback were viewed, in the words of who viewed them, or null.',
      ),
    request_id: z.string().nullable().describe('The request that did it, as in the log.'),
  })
  .meta({ id: 'AuditEntry' });

export const listAudit = endpoint({
  method: 'get',
  path: '/admin/v1/audit',
  operation: 'listAudit',
  summary: 'What administrators have changed and viewed, newest first',
  ...byAdminKey,
  description: 'Entries are never changed or deleted. A developer sees those about its own applications.',
  query: listAuditQuery,
  responses: {
    200: {
      description: 'A page of entries',
      schema: z.object({ entries: z.array(auditEntryShape).describe('The newest first.'), next_after: nextAfter }),
      example: {
        entries: [
          {
            audit_id: '1042',
            at: '2026-11-19T08:00:00.000Z',
            actor: 'admin key',
            action: 'application.changed',
            client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
            sub: null,
            subject: null,
            before: { plan: 'starter' },
            after: { plan: 'emerging' },
            reason: null,
            request_id: '7f0c2a1e-9b7d-4b1c-8a40-5d0e3f6a2b91',
          },
        ],
        next_after: null,
      },
    },
    422: unprocessable,
    ...adminDenied,
  },
});
