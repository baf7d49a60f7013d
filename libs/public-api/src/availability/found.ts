import { z } from 'zod';

export const foundTime = {
  start: z.string().describe('First instant, in UTC.'),
  end: z.string().describe('Instant at which it has ended, in UTC.'),
  participants: z
    .array(z.object({ sub: z.string().describe('The id of the account.') }))
    .describe('Members who are free for all of it, by groups, in the order of the request.'),
};

export const refusalReason = z
  .enum(['busy', 'held', 'buffer', 'outside_periods', 'unknown'])
  .describe('Why: an event, a hold, too little buffer, time outside the available periods, or time that is not known.');

export const refusedTime = z.object({
  start: z.string().describe('First instant, in UTC.'),
  end: z.string().describe('Instant at which it has ended, in UTC.'),
  members: z
    .array(z.object({ sub: z.string().describe('The id of the account.'), reason: refusalReason }))
    .describe('Members who prevent it.'),
});

const sub = 'acc_5ba21743f408617d1269ea1e';

/** A time in which nobody but this account takes part. */
export const foundExample = {
  start: '2026-11-20T10:00:00Z',
  end: '2026-11-20T11:00:00Z',
  participants: [{ sub }],
};

/** What an answer reports of members whose time is not known. */
export const unknownExample = {
  members: [{ sub, status: 'unknown', reason: 'disconnected' }],
  member_statuses: [{ sub, sync_status: 'disconnected' }],
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
