import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * The last grant of an account was revoked: its application may receive nothing more about it. `at`: epoch ms. `access`
 * numbers the ends and beginnings of the account's access, ascending, with those of `settle-profile`: of two, the higher
 * one is valid, in whichever order they arrive.
 */
export const accessEndedBody = z.object({
  client_id: z.string(),
  account_id: z.string(),
  at: z.number().int(),
  access: z.number().int().optional(),
});
export type AccessEnded = z.infer<typeof accessEndedBody>;

/**
 * Published by the gateway in the transaction that ended the grant; notifier closes the account's channels, calendar-sync
 * ends its access to providers.
 */
export const accessEnded = topic<AccessEnded>({
  name: 'gateway.event.access-ended.v1',
  schema: accessEndedBody,
  key: (body) => body.account_id,
  example: {
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    at: 1794700000000,
    access: 2,
  },
});
