import { json, type Answer, type Route, type SimulatorRequest } from '../http/routing.js';
import { adminConsent, authorize, decide } from './entra/authorize.js';
import { token } from './entra/token.js';
import { bearerOf, grantOf } from './graph/authenticate.js';
import {
  changeCalendar,
  createCalendar,
  deleteCalendar,
  getCalendar,
  listCalendars,
  listGroups,
} from './graph/calendars.js';
import { readApplication } from './graph/applications.js';
import { runBatch } from './graph/batch.js';
import { calendarViewDelta } from './graph/delta.js';
import { calendarView, getEvent, listEvents, listInstances } from './graph/read-events.js';
import { cancelEvent, respondWith } from './graph/respond.js';
import { changeEvent, createEvent, deleteEvent } from './graph/write-events.js';
import { GraphError, throttled } from './graph-error.js';
import {
  mailboxHours,
  mailboxSettings,
  mailboxTimeZone,
  masterCategories,
  supportedTimeZones,
} from './graph/mailbox.js';
import { listRoomLists, listRooms } from './graph/places.js';
import { getSchedule } from './graph/schedule.js';
import { graphIdOf } from './graph/user-id.js';
import type { MicrosoftStore } from './store.js';
import { subscribe } from './subscriptions/subscribe.js';
import {
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  reauthorize,
  renewSubscription,
} from './subscriptions/renew.js';
import type { Deliveries } from '../http/deliveries.js';
import type { Fault } from '../faults.js';

const api = '/v1.0';
type Handle = (store: MicrosoftStore, request: SimulatorRequest) => Answer | Promise<Answer>;
type Row = readonly [method: string, path: string, name: string, handle: Handle];

function me(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const user = store.users.get(grantOf(store, request, 'User.Read').email)!;
  const { email, name, kind } = user;
  return json({
    id: graphIdOf(user),
    displayName: name,
    mail: kind === 'personal' ? null : email,
    userPrincipalName: email,
  });
}

const entra: Row[] = [
  ['GET', '/:tenant/oauth2/v2.0/authorize', 'authorize', authorize],
  ['POST', '/:tenant/oauth2/v2.0/authorize', 'decide', decide],
  ['POST', '/:tenant/oauth2/v2.0/token', 'token', token],
  ['GET', '/:tenant/v2.0/adminconsent', 'adminconsent', adminConsent],
  ['POST', '/:tenant/v2.0/adminconsent', 'adminconsent.decide', adminConsent],
];

/** Addresses below a calendar, which is the default one at `/me` itself. */
const ofCalendar = (base: string): Row[] => [
  ['GET', `${base}/events`, 'events.list', listEvents],
  ['POST', `${base}/events`, 'events.create', createEvent],
  ['GET', `${base}/events/:eventId`, 'events.get', getEvent],
  ['PATCH', `${base}/events/:eventId`, 'events.change', changeEvent],
  ['DELETE', `${base}/events/:eventId`, 'events.delete', deleteEvent],
  ['POST', `${base}/events/:eventId/accept`, 'events.accept', respondWith('accepted')],
  ['POST', `${base}/events/:eventId/tentativelyAccept`, 'events.tentative', respondWith('tentativelyAccepted')],
  ['POST', `${base}/events/:eventId/decline`, 'events.decline', respondWith('declined')],
  ['POST', `${base}/events/:eventId/cancel`, 'events.cancel', cancelEvent],
  ['GET', `${base}/events/:eventId/instances`, 'events.instances', listInstances],
  ['GET', `${base}/calendarView`, 'calendarView', calendarView],
  ['GET', `${base}/calendarView/delta`, 'calendarView.delta', calendarViewDelta],
];

const graph: Row[] = [
  ['GET', `${api}/me`, 'me', me],
  ['GET', `${api}/me/calendarGroups`, 'calendarGroups.list', listGroups],
  ['GET', `${api}/me/calendarGroups/:groupId/calendars`, 'calendars.list', listCalendars],
  ['GET', `${api}/me/calendars`, 'calendars.list', listCalendars],
  ['POST', `${api}/me/calendars`, 'calendars.create', createCalendar],
  ['GET', `${api}/me/calendar`, 'calendars.get', getCalendar],
  ['GET', `${api}/me/calendars/:calendarId`, 'calendars.get', getCalendar],
  ['PATCH', `${api}/me/calendars/:calendarId`, 'calendars.change', changeCalendar],
  ['DELETE', `${api}/me/calendars/:calendarId`, 'calendars.delete', deleteCalendar],
  ['GET', `${api}/users/:owner/calendars`, 'calendars.list', listCalendars],
  ['GET', `${api}/users/:owner/calendar`, 'calendars.get', getCalendar],
  ['GET', `${api}/users/:owner/calendars/:calendarId`, 'calendars.get', getCalendar],
  ...[`${api}/me/calendar`, `${api}/me/calendars/:calendarId`, `${api}/users/:owner/calendar`].map((base): Row => [
    'POST',
    `${base}/getSchedule`,
    'getSchedule',
    getSchedule,
  ]),
  ['GET', `${api}/me/mailboxSettings`, 'mailboxSettings.get', mailboxSettings],
  ['GET', `${api}/me/mailboxSettings/timeZone`, 'mailboxSettings.timeZone', mailboxTimeZone],
  ['GET', `${api}/me/mailboxSettings/workingHours`, 'mailboxSettings.workingHours', mailboxHours],
  ['GET', `${api}/me/outlook/masterCategories`, 'masterCategories.list', masterCategories],
  ['GET', `${api}/me/outlook/supportedTimeZones`, 'supportedTimeZones', supportedTimeZones],
  ['GET', `${api}/me/outlook/:function`, 'supportedTimeZones', supportedTimeZones],
  ['GET', `${api}/places/microsoft.graph.room`, 'rooms.list', listRooms],
  ['GET', `${api}/places/microsoft.graph.roomlist`, 'roomLists.list', listRoomLists],
  ['GET', `${api}/places/:list/microsoft.graph.roomlist/rooms`, 'rooms.list', listRooms],
  ...ofCalendar(`${api}/users/:owner`),
  ...ofCalendar(`${api}/users/:owner/calendar`),
  ...ofCalendar(`${api}/users/:owner/calendars/:calendarId`),
  ...ofCalendar(`${api}/me`),
  ...ofCalendar(`${api}/me/calendar`),
  ...ofCalendar(`${api}/me/calendars/:calendarId`),
];

/** Names with a key in parentheses; after every other address. */
const applications: Row[] = [['GET', `${api}/:function`, 'applications.get', readApplication]];

const subscriptionsAt = (deliveries: Deliveries): Row[] => [
  ['POST', `${api}/subscriptions`, 'subscriptions.create', (store, request) => subscribe(store, deliveries, request)],
  ['GET', `${api}/subscriptions`, 'subscriptions.list', listSubscriptions],
  ['GET', `${api}/subscriptions/:subscriptionId`, 'subscriptions.get', getSubscription],
  ['PATCH', `${api}/subscriptions/:subscriptionId`, 'subscriptions.renew', renewSubscription],
  ['DELETE', `${api}/subscriptions/:subscriptionId`, 'subscriptions.delete', deleteSubscription],
  ['POST', `${api}/subscriptions/:subscriptionId/reauthorize`, 'subscriptions.reauthorize', reauthorize],
];

/** A scripted fault as Graph answers it; its message is empty for an unknown error. */
const faultAnswer = ({ status = 500, reason = 'UnknownError', retryAfter }: Fault): Answer => {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new GraphError(status, reason, reason === 'UnknownError' ? '' : 'A scripted fault.', headers).answer();
};

/** Counts a mailbox's requests in flight; the fifth at once is refused. */
function admit(store: MicrosoftStore, request: Pick<SimulatorRequest, 'headers'>): Answer | (() => void) {
  const email = bearerOf(store, request)?.email;
  if (email === undefined) return () => undefined;
  const { inFlight, limits } = store;
  if ((inFlight.get(email) ?? 0) >= limits.inFlight) return throttled().answer();
  inFlight.set(email, (inFlight.get(email) ?? 0) + 1);
  return () => void inFlight.set(email, Math.max(0, (inFlight.get(email) ?? 0) - 1));
}

function toRoute(store: MicrosoftStore, [method, path, name, handle]: Row): Route {
  const answer = async (request: SimulatorRequest) => {
    store.count(name);
    try {
      return await handle(store, request);
    } catch (error) {
      if (error instanceof GraphError) return error.answer();
      throw error;
    }
  };
  return { method, path, handle: answer, refuse: faultAnswer };
}

/** The addresses of Entra and Graph that the simulator serves, each counted under its name. */
export function microsoftRoutes(store: MicrosoftStore, deliveries: Deliveries): Route[] {
  const single = [...graph, ...subscriptionsAt(deliveries)].map((row) => toRoute(store, row));
  const batch: Row = ['POST', `${api}/$batch`, 'batch', (_store, request) => runBatch(store, single, request)];
  const ofGraph = [...single, toRoute(store, batch)];
  return [
    ...entra.map((row) => toRoute(store, row)),
    ...ofGraph.map((route): Route => ({ ...route, admit: (request) => admit(store, request) })),
    ...applications.map((row) => toRoute(store, row)),
  ];
}
