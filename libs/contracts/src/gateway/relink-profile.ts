import { z } from 'zod';
import { profileRecord, type ProfileRecord } from '../calendar-sync/calendar-state.js';
import { topic } from '../messaging/topic.js';
import { connectRefusal } from './connect-profile.js';

/**
 * Asks calendar-sync to try another password for a CalDAV profile that it keeps: address and user name stay as they
 * are. `sealed_password`: sealed with associated data `profile:<profile_id>`.
 */
export const relinkProfileBody = z.object({
  account_id: z.string(),
  profile_id: z.string(),
  sealed_password: z.string(),
});
export type RelinkProfile = z.infer<typeof relinkProfileBody>;

/** `unknown-profile`: the account has no such profile with a password. */
export const relinkProfileReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('connected'), profile: profileRecord }),
  z.object({
    outcome: z.literal('refused'),
    refusal: z.union([connectRefusal, z.literal('unknown-profile')]),
    description: z.string(),
  }),
]);
export type RelinkProfileReply =
  | { outcome: 'connected'; profile: ProfileRecord }
  | {
      outcome: 'refused';
      refusal: z.infer<typeof connectRefusal> | 'unknown-profile';
      description: string;
    };

export const relinkProfile = topic<RelinkProfile, RelinkProfileReply>({
  name: 'gateway.query.relink-profile.v1',
  schema: relinkProfileBody,
  reply: relinkProfileReply,
  key: (body) => body.profile_id,
  lane: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    profile_id: 'pro_n23kjnwrw2',
    sealed_password: 'v1.0a1b2c3d.AAAA.BBBB',
  },
  exampleReply: {
    outcome: 'refused',
    refusal: 'authentication-failed',
    description: 'The server did not accept the user name and password.',
  },
});
