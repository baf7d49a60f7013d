import type { ConnectOauthProfile } from '@kalends/contracts';
import type { ProfileRow } from '../state/rows.js';
import type { CalendarProvider } from './provider.port.js';

/** Makes the provider that a profile lives at. `signal` ends all its requests. */
export type ProviderOf = (profile: ProfileRow, signal?: AbortSignal) => CalendarProvider;

/** A provider as seen with tokens that were just brought and are not kept yet. */
export type ConnectionOf = (ask: ConnectOauthProfile, signal: AbortSignal) => CalendarProvider;
