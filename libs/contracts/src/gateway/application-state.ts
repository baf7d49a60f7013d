import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * What other services may use of an application. `secrets`: its live client secrets, oldest first, each sealed with
 * associated data `client-secret:<secret_id>`: callbacks are signed with all of them. A deleted application has no
 * secrets.
 */
export const applicationStateRecord = z.object({
  client_id: z.string(),
  /** A projection applies a record only if its revision is greater than the stored one. */
  revision: z.number().int(),
  deleted: z.boolean(),
  name: z.string(),
  plan: z.enum(['starter', 'emerging']),
  secrets: z.array(z.object({ secret_id: z.string(), sealed: z.string() })),
});
export type ApplicationStateRecord = z.infer<typeof applicationStateRecord>;

/** State topic: one record per application; a deletion is a record `deleted: true`. */
export const applicationState = topic<ApplicationStateRecord>({
  name: 'gateway.event.application-state.v1',
  retention: 'compact',
  schema: applicationStateRecord,
  key: (record) => record.client_id,
  example: {
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    revision: 1794700000000,
    deleted: false,
    name: 'Demo application',
    plan: 'emerging',
    secrets: [{ secret_id: 'sec_3f2a9c1b7d5e', sealed: 'v1.0a1b2c3d.AAAA.BBBB' }],
  },
});
