import { z } from 'zod';
import { topic } from '@kalends/topics';
import { consentProviderName, passwordProviderName } from './provider-names.js';

/**
 * A CalDAV account as the user entered it. `url` may be omitted for `apple`: iCloud's address. Of a published calendar (`ics`), the password
 * is its address, `url` the origin of it, `username` its host.
 */
const passwordCredentials = z.object({
  kind: z.literal('password'),
  provider_name: passwordProviderName,
  url: z.string().optional(),
  username: z.string(),
  /** Sealed with associated data `profile:<profile_id>`. */
  sealed_password: z.string(),
  /** A profile from before identities were proved: reports whether its stored password proves the same identity. */
  earlier_profile_id: z.string().optional(),
});

/** Another password for a CalDAV profile: address and user name stay as stored. */
const anotherPassword = z.object({
  kind: z.literal('another-password'),
  account_id: z.string(),
  /** The profile to relink. */
  stored_profile_id: z.string(),
  /** Sealed with associated data `profile:<profile_id>`. */
  sealed_password: z.string(),
});

/** A consent at the provider (OAuth 2.0). */
const oauthCredentials = z.object({
  kind: z.literal('oauth'),
  provider_name: consentProviderName,
  /** The user's identity at the provider, as reported by the provider. */
  subject: z.string(),
  profile_name: z.string(),
  /** JSON `{access_token, refresh_token, expires_at, refresh_ends_at?}` (epoch ms), sealed like a password. */
  sealed_tokens: z.string(),
  scope: z.array(z.string()),
  /** Whether the user permitted less than was requested. */
  less_granted: z.boolean().optional(),
});

/**
 * Requests that calendar-sync try and stage credentials: stored under `profile_id`, which the gateway chooses, but
 * neither published nor synced until {@link settleProfile} commits or discards them. Idempotent by `profile_id`.
 */
export const stageProfileBody = z.object({
  profile_id: z.string(),
  default_tzid: z.string(),
  credentials: z.discriminatedUnion('kind', [passwordCredentials, anotherPassword, oauthCredentials]),
});
export type StageProfile = z.infer<typeof stageProfileBody>;
export type StagedCredentials = StageProfile['credentials'];

/** The identity that a CalDAV server has authenticated: the origin that answered, and its `current-user-principal`. */
export const provedIdentity = z.object({ origin: z.string(), principal: z.string() });
export type ProvedIdentity = z.infer<typeof provedIdentity>;

/**
 * Why a profile was not connected. `identity-not-proved`: the server does not check passwords, or does not report whose
 * calendars these are. `another-user`: the server reports a different principal than before.
 */
export const connectRefusal = z.enum([
  'address-refused',
  'address-unreachable',
  'authentication-failed',
  'not-a-caldav-server',
  'identity-not-proved',
  'another-user',
  'unknown-profile',
]);
export type ConnectRefusal = z.infer<typeof connectRefusal>;

/** Providers that admit other programs only with app passwords; `gmx` stands for all brands of that group. */
export const appPasswordIssuers = ['apple', 'fastmail', 'gmx', 'nextcloud', 'yahoo', 'zoho'] as const;
export type AppPasswordIssuer = (typeof appPasswordIssuers)[number];

export const stageProfileReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('staged'),
    provider_name: z.string(),
    profile_name: z.string(),
    /** Of a CalDAV server; proved: it refused another password. Of a published calendar, the hash of its address: it is nobody's. */
    identity: provedIdentity.optional(),
    /** Whether the stored password of `earlier_profile_id` was accepted for the same identity. */
    earlier_profile_proved: z.boolean(),
    /** Names of the calendars found; the first 200. */
    calendar_names: z.array(z.string()),
    /** IANA zone of the account's primary calendar or mailbox; absent: the provider states none, or UTC, which many state by default. */
    time_zone: z.string().optional(),
  }),
  z.object({
    outcome: z.literal('refused'),
    refusal: connectRefusal,
    description: z.string(),
    /** Whose app passwords the user may need: one of {@link appPasswordIssuers}. */
    app_passwords_of: z.string().optional(),
  }),
]);
export type StageProfileReply = z.infer<typeof stageProfileReply>;

export const stageProfile = topic<StageProfile, StageProfileReply>({
  name: 'gateway.query.stage-profile.v1',
  schema: stageProfileBody,
  reply: stageProfileReply,
  key: (body) => body.profile_id,
  lane: (body) => body.profile_id,
  example: {
    profile_id: 'pro_n23kjnwrw2',
    default_tzid: 'Europe/London',
    credentials: {
      kind: 'password',
      provider_name: 'caldav',
      url: 'https://calendar.example.com/',
      username: 'ada',
      sealed_password: 'v1.0a1b2c3d.AAAA.BBBB',
    },
  },
  exampleReply: {
    outcome: 'staged',
    provider_name: 'caldav',
    profile_name: 'ada',
    identity: { origin: 'https://calendar.example.com', principal: '/principals/ada/' },
    earlier_profile_proved: false,
    calendar_names: ['Work'],
    time_zone: 'Europe/London',
  },
});
