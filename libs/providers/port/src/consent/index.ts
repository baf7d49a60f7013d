export {
  away,
  type ConsentError,
  ConsentFailed,
  type ConsentProblem,
  declined,
  failureIn,
  failureOfAnswer,
  failureOfRedirect,
  statusOf,
} from './consent-failure.js';
export { consentEnd } from '../consent-end.js';
export type { ConsentContext, ConsentHalf, ConsentModule } from './consent-half.js';
export {
  type Answers,
  type Consent,
  ConsentStrategy,
  type OAuthClient,
  type StartOptions,
  type StrategyRequest,
} from './consent-strategy.js';
export {
  requestOnce,
  fine,
  refusalOf,
  type RegistrationCheck,
  registrationChecks,
  type RegistrationFinding,
  signInUrl,
} from './registration.js';
export { driveStrategy, nonceOf } from './drive-strategy.js';
