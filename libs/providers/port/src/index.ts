export { type CalendarRights, type EventsRight, losesRights } from './calendar-rights.js';
export { httpAddress } from './http-address.js';
export {
  type AccountKind,
  type ChannelReport,
  type ConsentDescription,
  defineProvider,
  type Language,
  type Localized,
  type PasswordForm,
  type Preset,
  type Provider,
  type SettingsOf,
} from './provider.js';
