import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const perEvent = 'rows of an event, whose instances are bounded (ADR 0035)';
const events = 'events have no quota: what a request may write is bounded (EVT-39), and the rate of requests (HTTP-11)';
const perCalendar = 'one of a calendar (CAL-6, CAL-7), and of days around now';
const perProfile = 'one of a profile (ACC-6)';
const oneEach = 'one of an account (ACC-8)';
const calendars = '500 of a profile (CAL-6, CAL-7)';
const pages = 'erased within a day or an hour; pages are limited per address (HTTP-35)';

/** What bounds the rows of each table: a number, time, or what its owner is bounded by. */
const bounds = new Map([
  ['availability.Projection', 'one'],
  ['availability.Profile', perProfile],
  ['availability.Calendar', calendars],
  ['availability.Event', events],
  ['availability.BusyBlock', perCalendar],
  ['availability.AvailabilityRule', '100 of an account (AVL-23)'],
  ['availability.AvailablePeriod', '10,000 of an account (AVL-23)'],
  ['availability.Hold', '10,000 of an application that have not ended (AVL-25), for a day'],
  ['availability.HoldMember', '100 of a hold'],
  ['availability.Member', oneEach],
  ['availability.ErasedAccount', oneEach],
  ['availability.BookableEvent', '100,000 of an application (AVL-24)'],
  ['availability.Registration', '10,000 of a bookable event'],
  ['calendar-sync.Profile', '50 of an account (ACC-6)'],
  ['calendar-sync.Calendar', calendars],
  ['calendar-sync.SyncedEvent', events],
  ['calendar-sync.StagedProfile', pages],
  ['calendar-sync.AccountAccess', oneEach],
  ['calendar-sync.ErasedAccount', oneEach],
  ['calendar-sync.Departure', 'for seven days, of profiles (ACC-6)'],
  ['calendar-sync.OtherObject', 'objects of one bounded answer of a provider'],
  ['calendar-sync.PendingWrite', 'one of an event'],
  ['calendar-sync.RefusedWrite', 'one of an event'],
  ['calendar-sync.OauthToken', perProfile],
  ['calendar-sync.PushChannel', 'few of a calendar, for days'],
  ['gateway.Developer', '1,000 of the deployment (ADM-9)'],
  ['gateway.Application', 'APPLICATIONS of the deployment, 100 of a developer (ADM-8)'],
  ['gateway.ApplicationSecret', '10 of an application (ADM-8)'],
  ['gateway.Account', 'ACCOUNTS_PER_APPLICATION (ACC-8)'],
  ['gateway.ProfileIdentity', perProfile],
  ['gateway.StagedConnection', pages],
  ['gateway.JourneyEnd', pages],
  ['gateway.UnrestrictedCalendar', 'one of a calendar (CAL-6, CAL-7)'],
  ['gateway.PermissionRequest', '100 open ones of an account (PERM-5), for a day'],
  ['gateway.AuthorizationGrant', '100 of an account (AUTH-15)'],
  ['gateway.RefreshToken', 'two of a grant of a public client for 60 s; superseded ones with the grant'],
  ['gateway.AccessToken', 'for a day after the hour in which one is valid'],
  ['gateway.AuthorizationCode', pages],
  ['gateway.BrowserAccount', 'an account of each journey that was allowed; pages are limited per address (HTTP-35)'],
  ['gateway.Projection', 'one'],
  ['gateway.ProfileState', '50 of an account (ACC-6)'],
  ['gateway.CalendarState', calendars],
  ['gateway.EventState', events],
  ['gateway.Occurrence', perEvent],
  ['gateway.OccurrenceCount', perCalendar],
  ['gateway.OccurrenceRevision', oneEach],
  ['gateway.CalendarLoad', 'one of a calendar (CAL-6, CAL-7)'],
  ['gateway.TruncatedSeries', perEvent],
  ['gateway.FormerPlace', 'a place of an event, for as long as the horizon'],
  ['gateway.ChangeLog', 'for 30 days (CHG-5)'],
  ['gateway.WindowRoll', 'one'],
  ['gateway.PendingWrite', 'one of an event'],
  ['gateway.PendingProfile', '50 of an account (ACC-6)'],
  ['gateway.PendingCalendar', calendars],
  ['gateway.RateLease', 'one of an application and window'],
  ['gateway.IdempotencyKey', '10,000 of an owner, for 24 hours (HTTP-25)'],
  ['invites.Invite', 'INVITES_PER_APPLICATION (INV-17)'],
  ['invites.InviteCount', 'one of an application'],
  ['invites.Reply', 'those of mails to the address of an invite, which only its recipients know'],
  ['invites.RecipientAddress', '200 of an invite (INV-16)'],
  ['invites.RawMail', 'until it is read'],
  ['invites.UnmatchedMail', 'for UNMATCHED_MAIL_DAYS'],
  ['notifier.Application', 'APPLICATIONS of the deployment (ADM-8)'],
  ['notifier.Callback', 'for 30 days after it is settled'],
  ['notifier.Delivery', 'of callbacks that are not settled'],
  ['notifier.Attempt', 'for 30 days'],
  ['notifier.Endpoint', 'an address of callbacks that are kept'],
  ['notifier.Worker', 'one of a process'],
  ['notifier.Channel', 'CHANNELS_PER_ACCOUNT (CBK-8)'],
  ['notifier.SeenProfile', '50 of an account (ACC-6)'],
  ['notifier.SeenCalendar', calendars],
  ['notifier.SeenEvent', events],
  ['notifier.ErasedAccount', oneEach],
]);

/** Tables, as `service.Model`. */
const modelsIn = (service: string, schema: string): string[] =>
  [...schema.matchAll(/^model (\w+)/gm)].map(([, model]) => `${service}.${model}`);

const schemaOf = (service: string) => join(root, 'apps', service, 'src/prisma/schema.prisma');
const stored = readdirSync(join(root, 'apps'))
  .filter((service) => existsSync(schemaOf(service)))
  .flatMap((service) => modelsIn(service, readFileSync(schemaOf(service), 'utf8')));

describe('stored rows', () => {
  it('given the tables of every service, then each states what bounds its rows', () => {
    expect(stored.length).toBeGreaterThan(50);
    expect([...stored].sort()).toEqual([...bounds.keys()].sort());
  });

  it('given a table that states nothing, then it is found', () => {
    const planted = modelsIn('gateway', 'model Planted {\n  id String @id\n}');
    expect(planted.filter((model) => !bounds.has(model))).toEqual(['gateway.Planted']);
  });
});
