import { z } from 'zod';
import { profileRecord } from '../calendar-sync/calendar-state.js';
import { topic } from '../messaging/topic.js';

/**
 * Asks calendar-sync to try a CalDAV account and keep it. Idempotent by `profile_id`, which the gateway chooses; an
 * account that already has the same user at the same address gets that profile back (relinking keeps its ids).
 * `sealed_password`: sealed with associated data `profile:<profile_id>`.
 */
export const connectProfileBody = z.object({
  account_id: z.string(),
  profile_id: z.string(),
  provider_name: z.enum(['apple', 'caldav']),
  url: z.string().optional(),
  username: z.string(),
  sealed_password: z.string(),
  default_tzid: z.string(),
});
export type ConnectProfile = z.infer<typeof connectProfileBody>;

/** Why a profile was not connected, named for the person who reads it. */
export const connectRefusal = z.enum([
  'address-refused',
  'address-unreachable',
  'authentication-failed',
  'not-a-caldav-server',
  'connected-elsewhere',
]);

export const connectProfileReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('connected'), profile: profileRecord }),
  z.object({ outcome: z.literal('refused'), refusal: connectRefusal, description: z.string() }),
]);
export type ConnectProfileReply = z.infer<typeof connectProfileReply>;

export const connectProfile = topic<ConnectProfile, ConnectProfileReply>({
  name: 'gateway.query.connect-profile.v1',
  schema: connectProfileBody,
  reply: connectProfileReply,
  key: (body) => body.profile_id,
  lane: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    profile_id: 'pro_n23kjnwrw2',
    provider_name: 'caldav',
    url: 'https://calendar.example.com/',
    username: 'ada',
    sealed_password: 'v1.0a1b2c3d.AAAA.BBBB',
    default_tzid: 'Europe/London',
  },
  exampleReply: {
    outcome: 'refused',
    refusal: 'authentication-failed',
    description: 'The server did not accept the user name and password.',
  },
});
