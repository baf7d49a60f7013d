import { z } from 'zod';

export const foundTime = {
  start: z.string().describe('First instant, in UTC.'),
  end: z.string().describe('Instant at which it has ended, in UTC.'),
  participants: z
    .array(z.object({ sub: z.string().describe('The id of the account.') }))
    .describe('Members who are free for all of it, by groups, in the order of the request.'),
};

export const unknownMembers = z
  .array(
    z.object({
      sub: z.string().describe('The id of the account.'),
      status: z.literal('unknown').describe('Always unknown.'),
      reason: z
        .enum(['initial-sync', 'disconnected', 'stale', 'unknown-calendar'])
        .describe(
          'Why: the calendars have not been read yet, are disconnected, were last read too long ago, or are not known.',
        ),
    }),
  )
  .optional()
  .describe('Members whose time is not known, who count as never free; absent if there are none.');

export const memberStatuses = z
  .array(
    z.object({
      sub: z.string().describe('The id of the account.'),
      sync_status: z
        .enum(['active', 'pending', 'disconnected'])
        .describe(
          'Of the calendars that count: active if they are known, pending if they have still to be read or were last read too long ago, else disconnected.',
        ),
    }),
  )
  .optional()
  .describe('Every member once, in the order of the request; only with include_member_statuses.');
