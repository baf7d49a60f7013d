import { json, type Answer, type Route, type SimulatorRequest } from '../http/routing.js';
import { ApiError } from './api-error.js';
import { checkRequest, reduced } from './checks.js';
import { grantOf } from './authenticate.js';
import { runBatch } from './batch.js';
import { changeRule, deleteRule, getRule, insertRule, listRules } from './calendar/acl.js';
import {
  changeCalendar,
  clearCalendar,
  deleteCalendar,
  getCalendar,
  insertCalendar,
  transferOwnership,
} from './calendar/calendars.js';
import { changeEntry, deleteEntry, getEntry, insertEntry } from './calendar/entries.js';
import { queryFreeBusy } from './calendar/free-busy.js';
import { listCalendars, listEvents, listInstances } from './calendar/list.js';
import { importEvent, moveEvent, quickAdd } from './calendar/other-writes.js';
import { getColors, getSetting, listSettings } from './calendar/settings.js';
import { stopChannel, watch, type Pushes } from './calendar/watch.js';
import { changeEvent, deleteEvent, getEvent, insertEvent } from './calendar/write.js';
import { authorize, decide } from './oauth/authorize.js';
import { revoke, token } from './oauth/token.js';
import type { GoogleStore } from './store.js';

const api = '/calendar/v3';
const events = `${api}/calendars/:calendarId/events`;

function userinfo(store: GoogleStore, request: SimulatorRequest): Answer {
  const { email, name, sub } = store.users.get(grantOf(store, request).email)!;
  return json({ sub, id: sub, email, email_verified: true, name });
}

type Handle = (request: SimulatorRequest) => Answer | Promise<Answer>;
/** A method and its paths. */
type Address = readonly [method: string, path: string, ...more: string[]];

type Row = readonly [method: string, path: string, name: string, handle: Act];
type Act = (store: GoogleStore, request: SimulatorRequest) => Answer;

const entry = `${api}/users/:userId/calendarList/:calendarId`;
const calendar = `${api}/calendars/:calendarId`;
const rest: Row[] = [
  ['POST', `${api}/users/:userId/calendarList`, 'calendarList.insert', insertEntry],
  ['GET', entry, 'calendarList.get', getEntry],
  ['PATCH', entry, 'calendarList.patch', (store, request) => changeEntry(store, request, 'patch')],
  ['PUT', entry, 'calendarList.update', (store, request) => changeEntry(store, request, 'update')],
  ['DELETE', entry, 'calendarList.delete', deleteEntry],
  ['POST', `${api}/calendars`, 'calendars.insert', insertCalendar],
  ['GET', calendar, 'calendars.get', getCalendar],
  ['PATCH', calendar, 'calendars.patch', (store, request) => changeCalendar(store, request, 'patch')],
  ['PUT', calendar, 'calendars.update', (store, request) => changeCalendar(store, request, 'update')],
  ['DELETE', calendar, 'calendars.delete', deleteCalendar],
  ['POST', `${calendar}/clear`, 'calendars.clear', clearCalendar],
  ['POST', `${calendar}/transferOwnership`, 'calendars.transferOwnership', transferOwnership],
  ['GET', `${calendar}/acl`, 'acl.list', listRules],
  ['POST', `${calendar}/acl`, 'acl.insert', insertRule],
  ['GET', `${calendar}/acl/:ruleId`, 'acl.get', getRule],
  ['PATCH', `${calendar}/acl/:ruleId`, 'acl.patch', (store, request) => changeRule(store, request, 'patch')],
  ['PUT', `${calendar}/acl/:ruleId`, 'acl.update', (store, request) => changeRule(store, request, 'update')],
  ['DELETE', `${calendar}/acl/:ruleId`, 'acl.delete', deleteRule],
  ['POST', `${events}/import`, 'events.import', importEvent],
  ['POST', `${events}/quickAdd`, 'events.quickAdd', quickAdd],
  ['POST', `${events}/:eventId/move`, 'events.move', moveEvent],
  ['GET', `${events}/:eventId/instances`, 'events.instances', listInstances],
  ['POST', `${api}/freeBusy`, 'freebusy.query', queryFreeBusy],
  ['GET', `${api}/colors`, 'colors.get', getColors],
  ['GET', `${api}/users/:userId/settings`, 'settings.list', listSettings],
  ['GET', `${api}/users/:userId/settings/:setting`, 'settings.get', getSetting],
];

const watched = [
  ['events', events],
  ['acl', `${calendar}/acl`],
  ['calendarList', `${api}/users/:userId/calendarList`],
  ['settings', `${api}/users/:userId/settings`],
] as const;

/** The addresses of Google that the simulator serves, each counted under its name. */
export function googleRoutes(store: GoogleStore, pushes: Pushes): Route[] {
  const route = ([method, path]: Address, name: string, handle: Handle): Route => ({
    method,
    path,
    handle: async (request) => {
      store.count(name);
      try {
        checkRequest(store, name, request);
        const answer = reduced(request, await handle(request));
        if (method !== 'GET') store.onRequest();
        return answer;
      } catch (error) {
        if (error instanceof ApiError) return error.answer();
        throw error;
      }
    },
  });
  const both = ([method, ...paths]: Address, name: string, handle: Handle) =>
    paths.map((path) => route([method, path], name, handle));
  const all = [
    route(['GET', '/o/oauth2/v2/auth'], 'authorize', (request) => authorize(store, request)),
    route(['POST', '/o/oauth2/v2/auth/callback'], 'decide', (request) => decide(store, request)),
    ...both(['POST', '/token', '/oauth2/token'], 'token', (request) => token(store, request)),
    ...both(['POST', '/revoke', '/oauth2/revoke'], 'revoke', (request) => revoke(store, request)),
    ...both(['GET', '/v1/userinfo', '/oauth2/v2/userinfo', '/oauth2/v3/userinfo'], 'userinfo', (request) =>
      userinfo(store, request),
    ),
    route(['GET', `${api}/users/:userId/calendarList`], 'calendarList.list', (request) =>
      listCalendars(store, request),
    ),
    ...rest.map(([method, path, name, handle]) => route([method, path], name, (request) => handle(store, request))),
    route(['GET', events], 'events.list', (request) => listEvents(store, request)),
    route(['POST', events], 'events.insert', (request) => insertEvent(store, request)),
    ...watched.map(([kind, path]) =>
      route(['POST', `${path}/watch`], `${kind}.watch`, (request) => watch(store, pushes, { request, kind })),
    ),
    route(['GET', `${events}/:eventId`], 'events.get', (request) => getEvent(store, request)),
    route(['PATCH', `${events}/:eventId`], 'events.patch', (request) => changeEvent(store, request, 'patch')),
    route(['PUT', `${events}/:eventId`], 'events.update', (request) => changeEvent(store, request, 'update')),
    route(['DELETE', `${events}/:eventId`], 'events.delete', (request) => deleteEvent(store, request)),
    route(['POST', `${api}/channels/stop`], 'channels.stop', (request) => stopChannel(store, request)),
  ];
  const batch = (request: SimulatorRequest) => runBatch(store, all, request);
  return [...all, route(['POST', `/batch${api}`], 'batch', batch)];
}
