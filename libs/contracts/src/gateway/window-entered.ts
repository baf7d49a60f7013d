import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * Time has brought events of these calendars into the window of reads without bounds. `changed_since`: when the first of
 * them last changed, epoch ms; `managed_since`: the same of those that the application created, null if there are none.
 */
export const windowEnteredBody = z.object({
  client_id: z.string(),
  account_id: z.string(),
  calendars: z.array(
    z.object({
      calendar_id: z.string(),
      changed_since: z.number().int(),
      managed_since: z.number().int().nullable(),
    }),
  ),
});
export type WindowEntered = z.infer<typeof windowEnteredBody>;

/** Published by the gateway once a day for an account with such events; notifier notifies its channels. */
export const windowEntered = topic<WindowEntered>({
  name: 'gateway.event.window-entered.v1',
  schema: windowEnteredBody,
  key: (body) => body.account_id,
  example: {
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    calendars: [
      { calendar_id: 'cal_n23kjnwrw2_jsdfjksn234', changed_since: 1794700000000, managed_since: 1794700500000 },
    ],
  },
});
