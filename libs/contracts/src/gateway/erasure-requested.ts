import { z } from 'zod';
import { topic } from '@kalends/topics';

/** Everything of an account, or of an application and its accounts, must be erased in every service. */
export const erasureRequestedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), client_id: z.string(), account_id: z.string() }),
  z.object({ kind: z.literal('application'), client_id: z.string(), account_ids: z.array(z.string()) }),
]);
export type ErasureRequested = z.infer<typeof erasureRequestedBody>;

/**
 * Published by the gateway in the transaction that deleted its own rows; handled by invites, availability and notifier.
 */
export const erasureRequested = topic<ErasureRequested>({
  name: 'gateway.event.erasure-requested.v1',
  schema: erasureRequestedBody,
  key: (body) => body.client_id,
  example: {
    kind: 'account',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    account_id: 'acc_5ba21743f408617d1269ea1e',
  },
});
