import { z } from 'zod';
import { topic } from '@kalends/topics';

/** Requests the rooms that a profile may list at its provider. */
export const resourcesQueryBody = z.object({ account_id: z.string(), profile_id: z.string() });
export type ResourcesQuery = z.infer<typeof resourcesQueryBody>;

/** A room: its address, which an event invites, and its name. */
export const listedResource = z.object({ email: z.string(), name: z.string() });
export type ListedResource = z.infer<typeof listedResource>;

/**
 * `truncated`: the provider has more than are listed. `not-supported`: the provider or this account has no such list, or may
 * not read it. `not-connected`: the owner has to connect the profile again. `unavailable`: the provider did not answer; the
 * same request may be repeated.
 */
export const resourcesReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('listed'),
    resources: z.array(listedResource).max(3_000),
    truncated: z.boolean(),
  }),
  z.object({
    outcome: z.literal('refused'),
    refusal: z.enum(['unknown-profile', 'not-connected', 'not-supported', 'unavailable']),
    description: z.string(),
  }),
]);
export type ResourcesReply = z.infer<typeof resourcesReply>;

/** In order per account. */
export const resourcesQuery = topic<ResourcesQuery, ResourcesReply>({
  name: 'gateway.query.resources.v1',
  schema: resourcesQueryBody,
  reply: resourcesReply,
  key: (body) => body.profile_id,
  lane: (body) => body.account_id,
  example: { account_id: 'acc_5ba21743f408617d1269ea1e', profile_id: 'pro_n23kjnwrw2' },
  exampleReply: {
    outcome: 'listed',
    resources: [{ email: 'board-room@example.com', name: 'Board Room' }],
    truncated: false,
  },
});
