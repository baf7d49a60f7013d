import { afterAll, expect, it } from 'vitest';
import { columnsOfServices } from './tables.fixture.js';

const perEvent = 'rows of an event, whose instances are bounded (ADR 0035)';
const events = 'events have no quota: what a request may write is bounded (EVT-39), and the rate of requests (HTTP-11)';
const perCalendar = 'one of a calendar (CAL-6, CAL-7), and of days around now';
const perProfile = 'one of a profile (ACC-6)';
const oneEach = 'one of an account (ACC-8)';
const calendars = '500 of a profile (CAL-6, CAL-7)';
const pages = 'erased within a day or an hour; pages are limited per address (HTTP-35)';

/** What bounds the rows of each table: a number, time, or what its owner is bounded by. */
const bounds = new Map([
  ['availability.projection', 'one'],
  ['availability.profile', perProfile],
  ['availability.calendar', calendars],
  ['availability.event', events],
  ['availability.busy_block', perCalendar],
  ['availability.calendar_counting', calendars],
  ['availability.availability_rule', '100 of an account (AVL-23)'],
  ['availability.available_period', '10,000 of an account (AVL-23)'],
  ['availability.hold', '10,000 of an application that have not ended (AVL-25), for a day'],
  ['availability.hold_member', '100 of a hold'],
  ['availability.member', oneEach],
  ['availability.erased_account', oneEach],
  ['availability.bookable_event', '100,000 of an application (AVL-24)'],
  ['availability.registration', '10,000 of a bookable event'],
  ['calendar-sync.profile', '50 of an account (ACC-6)'],
  ['calendar-sync.calendar', calendars],
  ['calendar-sync.event', events],
  ['calendar-sync.staged_profile', pages],
  ['calendar-sync.account_access', oneEach],
  ['calendar-sync.erased_account', oneEach],
  ['calendar-sync.departure', 'for seven days, of profiles (ACC-6)'],
  ['calendar-sync.other_object', 'objects of one bounded answer of a provider'],
  ['calendar-sync.pending_write', 'one of an event'],
  ['calendar-sync.refused_write', 'one of an event'],
  ['calendar-sync.oauth_token', perProfile],
  ['calendar-sync.push_channel', 'few of a calendar, for days'],
  ['calendar-sync.provider_use', 'one of a provider and hour, for eight days'],
  ['calendar-sync.provider_closure', 'one of a provider'],
  ['calendar-sync.provider_process', 'one of a process, for half a minute after its end'],
  ['gateway.developer', '1,000 of the deployment (ADM-9)'],
  ['gateway.application', 'APPLICATIONS of the deployment, 100 of a developer (ADM-8)'],
  ['gateway.application_logo', 'one of an application, at most 64 kB'],
  ['gateway.application_secret', '10 of an application (ADM-8)'],
  ['gateway.account', 'ACCOUNTS_PER_APPLICATION (ACC-8)'],
  ['gateway.profile_identity', perProfile],
  ['gateway.staged_connection', pages],
  ['gateway.journey_end', pages],
  ['gateway.unrestricted_calendar', 'one of a calendar (CAL-6, CAL-7)'],
  ['gateway.permission_request', '100 open ones of an account (PERM-5), for a day'],
  ['gateway.authorization_grant', '100 of an account (AUTH-15)'],
  ['gateway.refresh_token', 'two of a grant of a public client for 60 s; superseded ones with the grant'],
  ['gateway.access_token', 'for a day after the hour in which one is valid'],
  ['gateway.authorization_code', pages],
  ['gateway.browser_account', 'an account of each journey that was allowed; pages are limited per address (HTTP-35)'],
  ['gateway.projection', 'one'],
  ['gateway.profile_state', '50 of an account (ACC-6)'],
  ['gateway.calendar_state', calendars],
  ['gateway.event_state', events],
  ['gateway.occurrence', perEvent],
  ['gateway.occurrence_count', perCalendar],
  ['gateway.occurrence_revision', oneEach],
  ['gateway.calendar_load', 'one of a calendar (CAL-6, CAL-7)'],
  ['gateway.truncated_series', perEvent],
  ['gateway.former_place', 'a place of an event, for as long as the horizon'],
  ['gateway.change_log', 'for 30 days (CHG-5)'],
  ['gateway.window_roll', 'one'],
  ['gateway.application_usage', 'one of an application and day, for 35 days'],
  [
    'gateway.application_error',
    'one of an application, hour, route, status and code, which are closed sets, for 25 hours',
  ],
  ['gateway.audit_entry', 'one for each change of who has a key that the operator issues; kept for ever (ADM-12)'],
  ['gateway.console_session', 'one for each sign-in, for 12 hours'],
  ['gateway.calendar_addition', 'at most 100,000 of an application that work, for 30 days (SCH-14)'],
  ['gateway.booking_link', 'at most 100,000 of an application (SCH-8), erased 90 days after their last time (SCH-9)'],
  ['gateway.booking_link_step', 'at most 102 of a link (ADM-37)'],
  ['gateway.console_link', 'one for each call of the admin key, for 10 minutes and until the next hour'],
  ['gateway.provider_check', 'one of a provider'],
  ['gateway.pending_write', 'one of an event'],
  ['gateway.pending_profile', '50 of an account (ACC-6)'],
  ['gateway.pending_calendar', calendars],
  ['gateway.rate_lease', 'one of an application and window'],
  ['gateway.idempotency_key', '10,000 of an owner, for 24 hours (HTTP-25)'],
  ['invites.invite', 'INVITES_PER_APPLICATION (INV-17)'],
  ['invites.invite_count', 'one of an application'],
  ['invites.reply', 'those of mails to the address of an invite, which only its recipients know'],
  ['invites.recipient_address', '200 of an invite (INV-16)'],
  ['invites.raw_mail', 'until it is read'],
  ['invites.unmatched_mail', 'for UNMATCHED_MAIL_DAYS'],
  ['notifier.application', 'APPLICATIONS of the deployment (ADM-8)'],
  ['notifier.callback', 'for 30 days after it is settled'],
  ['notifier.delivery', 'of callbacks that are not settled'],
  ['notifier.attempt', 'for 30 days'],
  ['notifier.endpoint', 'an address of callbacks that are kept'],
  ['notifier.worker', 'one of a process'],
  ['notifier.channel', 'CHANNELS_PER_ACCOUNT (CBK-8)'],
  ['notifier.seen_profile', '50 of an account (ACC-6)'],
  ['notifier.seen_calendar', calendars],
  ['notifier.seen_event', events],
  ['notifier.erased_account', oneEach],
]);

const readColumns = columnsOfServices(afterAll);

it('given the tables of every service, then each states what bounds its rows', async () => {
  const stored = new Set((await readColumns()).map(({ service, table }) => `${service}.${table}`));
  expect(stored.size).toBeGreaterThan(50);
  expect([...stored].sort()).toEqual([...bounds.keys()].sort());
});
