import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * The user has allowed it: the staged credentials become a profile of the account, or replace those of an existing one.
 */
const publishStaged = z.object({
  kind: z.literal('publish'),
  account_id: z.string(),
  /** As in the stage request. */
  staged_id: z.string(),
  /** The profile that gets the credentials; `staged_id` itself for a new one. */
  profile_id: z.string(),
  /** As in `access-ended`. */
  access: z.number().int().optional(),
  /** IANA zone that the user has chosen meanwhile, in place of the stage request's. */
  default_tzid: z.string().optional(),
});

/** The user has denied it, or has left: the credentials are erased, tokens revoked at the provider. */
const dropStaged = z.object({ kind: z.literal('drop'), staged_id: z.string() });

export const settleProfileBody = z.discriminatedUnion('kind', [publishStaged, dropStaged]);
export type SettleProfile = z.infer<typeof settleProfileBody>;

/** How a staged profile (`gateway.query.stage-profile.v1`) is settled. One of the two is sent, once, for each. */
export const settleProfile = topic<SettleProfile>({
  name: 'gateway.command.settle-profile.v1',
  schema: settleProfileBody,
  key: (body) => body.staged_id,
  lane: (body) => (body.kind === 'publish' ? body.account_id : body.staged_id),
  example: {
    kind: 'publish',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    staged_id: 'pro_n23kjnwrw2',
    profile_id: 'pro_n23kjnwrw2',
    access: 1,
    default_tzid: 'Europe/London',
  },
});
