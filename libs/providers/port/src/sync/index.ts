export { changedObject, type Scheduling, seriesIn } from './change-object.js';
export { eventUidOf } from './event-uid.js';
export { readJson } from './json-excess.js';
export { mapped } from './mapped.js';
export { inlineReader, type Lost, type ObjectReader, type ReadObject, ThreadedReader } from './object-reader.js';
export { type AccessTokens, issuedTokens, type ProfileTokens } from './oauth/access-tokens.js';
export {
  type RefreshDependencies,
  type RefusedRefresh,
  refreshTokens,
  type TokenEndpoint,
  type Tokens,
  tokensBody,
} from './oauth/token-endpoint.js';
export { unstoredTokens } from './oauth/unstored-tokens.js';
export {
  type CalendarProvider,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type LastRead,
  type ListedResources,
  missingEvent,
  missingInstance,
  maxConflicts,
  type NewCalendar,
  type OpenedChannel,
  ProviderError,
  type ProviderFailure,
  recurringEvent,
  refusalIn,
  type RemoteCalendar,
  type RemoteEvent,
  type RemoteResource,
  type RequestedCalendars,
  type RequestedChange,
  type SkippedObject,
  unreadableEvent,
  type WatchRequest,
  type WriteTarget,
} from './provider.port.js';
export { readObject, type SkipReason } from './read-object.js';
export { egressRefusalIn, requestFailure, retryAfterIn } from './request-failure.js';
export { isSameIdentity } from './same-identity.js';
export {
  type ConsentSync,
  notConfigured,
  type OpenedConsent,
  type OpenedPassword,
  type PasswordSync,
  type PushOptions,
  type RequestLimits,
  type Requests,
  type Revocation,
  type SyncContext,
  type SyncHalf,
  type SyncModule,
} from './sync-half.js';
export { type DayHours, maxDayHours, weeklyHours } from './weekly-hours.js';
