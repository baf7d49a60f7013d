import { z } from 'zod';
import { topic } from '../messaging/topic.js';
import { connectProfileReply, type ConnectProfileReply } from './connect-profile.js';

/**
 * Asks calendar-sync to keep a profile whose owner consented at the provider (OAuth 2.0). Idempotent by `profile_id`,
 * which the gateway chooses; a user whom the account has connected before gets that profile back (relinking keeps its
 * ids). `sealed_tokens`: JSON `{access_token, refresh_token, expires_at}` (epoch ms), sealed with associated data
 * `profile:<profile_id>`. `subject`: who it is at the provider, never typed by anybody.
 */
export const connectOauthProfileBody = z.object({
  account_id: z.string(),
  profile_id: z.string(),
  provider_name: z.enum(['google']),
  subject: z.string(),
  profile_name: z.string(),
  sealed_tokens: z.string(),
  scope: z.array(z.string()),
  default_tzid: z.string(),
});
export type ConnectOauthProfile = z.infer<typeof connectOauthProfileBody>;

export const connectOauthProfile = topic<ConnectOauthProfile, ConnectProfileReply>({
  name: 'gateway.query.connect-oauth-profile.v1',
  schema: connectOauthProfileBody,
  reply: connectProfileReply,
  key: (body) => body.profile_id,
  lane: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    profile_id: 'pro_n23kjnwrw2',
    provider_name: 'google',
    subject: '108204268033311374519',
    profile_name: 'ada@example.com',
    sealed_tokens: 'v1.0a1b2c3d.AAAA.BBBB',
    scope: ['https://www.googleapis.com/auth/calendar'],
    default_tzid: 'Europe/London',
  },
  exampleReply: {
    outcome: 'refused',
    refusal: 'connected-elsewhere',
    description: 'This Google account belongs to another account of the application.',
  },
});
