import { z } from 'zod';
import { topic } from '@kalends/topics';

/** Somebody read an account, or queried its availability; `at`: epoch ms. */
export const accountUsedBody = z.object({ account_id: z.string(), at: z.number().int() });
export type AccountUsed = z.infer<typeof accountUsedBody>;

/**
 * Published by the gateway, at most once in two hours for each account and replica; calendar-sync polls accounts in use more often. One that
 * is lost costs only that.
 */
export const accountUsed = topic<AccountUsed>({
  name: 'gateway.event.account-used.v1',
  schema: accountUsedBody,
  key: (body) => body.account_id,
  example: { account_id: 'acc_5ba21743f408617d1269ea1e', at: 1794700000000 },
});
