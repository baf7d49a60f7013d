import type { SimulatorClock } from '../clock.js';
import type { Fault, Faults } from '../faults.js';
import { finishConferences } from '../google/calendar/conferences.js';
import type { EventResource } from '../google/model.js';
import type { GoogleStore } from '../google/store.js';
import { json, nothing, objectOf, type Answer, type Route } from '../http/routing.js';
import type { MicrosoftStore } from '../microsoft/store.js';
import type { Notifications } from '../microsoft/subscriptions/notifications.js';
import {
  expireTokens,
  microsoftActions,
  microsoftState,
  revokeGrants,
  seedMicrosoft,
  type MicrosoftSeed,
} from './microsoft.js';
import { seed, type Seed } from './seed.js';

export interface Controlled {
  clock: SimulatorClock;
  faults: Faults;
  google: GoogleStore;
  microsoft: MicrosoftStore;
  notifications: Notifications;
}

/** As Google answers clients in Testing. */
const sevenDays = 604_799;

const byEmail = (email: unknown) => (one: { email: string }) => email === undefined || one.email === email;

function calendarOf(google: GoogleStore, id: unknown) {
  const calendar = google.calendars.get(String(id));
  if (!calendar) throw new Error(`there is no calendar ${String(id)}`);
  return calendar;
}

const isOutcome = (value: unknown): value is GoogleStore['conferences'] =>
  typeof value === 'string' && ['pending', 'success', 'failure'].includes(value);

const isHandling = (value: unknown): value is GoogleStore['exceptions'] =>
  typeof value === 'string' && ['drop', 'move', 'keep'].includes(value);

/** What a test can do with the simulator beyond the provider's own API; each is a POST with a JSON object. */
function actions(controlled: Controlled): Record<string, (body: Record<string, unknown>) => unknown> {
  const { clock, faults, google, microsoft, notifications } = controlled;
  return {
    ...microsoftActions(microsoft, notifications),
    reset: () => {
      clock.reset();
      faults.clear();
      google.reset();
      microsoft.reset();
      notifications.reset();
    },
    seed: ({ microsoft: ofMicrosoft, ...body }) => ({
      ...seed(google, body as Seed),
      ...(ofMicrosoft === undefined ? {} : { microsoft: seedMicrosoft(microsoft, ofMicrosoft as MicrosoftSeed) }),
    }),
    clock: ({ now, advance_ms }) => {
      if (now !== undefined) clock.set(new Date(String(now)).getTime());
      if (advance_ms !== undefined) clock.advance(Number(advance_ms));
      return { now: clock.iso() };
    },
    faults: (body) => faults.add({ times: 1, ...body } as Fault),
    'faults/clear': () => faults.clear(),
    latency: ({ ms }) => void (faults.latencyMs = Number(ms)),
    limits: (body) => void Object.assign(google.limits, body),
    'expire-tokens': ({ email }) => {
      for (const token of google.accessTokens.values()) if (byEmail(email)(token.grant)) token.expires = 0;
      expireTokens(microsoft, email);
    },
    'revoke-grants': ({ email }) => {
      for (const grant of google.grants.filter(byEmail(email))) grant.revoked = true;
      revokeGrants(microsoft, email);
    },
    'rotate-refresh-tokens': ({ on = true }) => void (google.rotateRefreshTokens = on === true),
    'testing-mode': ({ on = true, seconds = sevenDays }) => {
      if (typeof seconds !== 'number') throw new Error('seconds must be a number');
      google.consentSeconds = on === true ? seconds : null;
    },
    'invalidate-sync-tokens': ({ calendar }) => {
      google.listEpoch += 1;
      for (const one of google.calendars.values()) if (calendar === undefined || one.id === calendar) one.epoch += 1;
      for (const one of microsoft.calendars.values()) if (calendar === undefined || one.id === calendar) one.epoch += 1;
    },
    exceptions: ({ handling }) => {
      if (!isHandling(handling)) throw new Error('handling must be drop, move or keep');
      google.exceptions = handling;
    },
    conferences: ({ outcome = 'success' }) => {
      if (!isOutcome(outcome)) throw new Error('outcome must be pending, success or failure');
      google.conferences = outcome;
    },
    'finish-conferences': ({ calendar, outcome = 'success' }) => {
      if (outcome !== 'success' && outcome !== 'failure') throw new Error('outcome must be success or failure');
      return { finished: finishConferences(google, calendarOf(google, calendar), outcome) };
    },
    invitations: ({ on = true }) => void (google.invitations = on === true),
    pushes: (body) => void Object.assign(google.pushes, body),
    'remove-calendar': ({ calendar }) => google.removeCalendar(String(calendar)),
    'put-event': ({ calendar, event }) => google.put(calendarOf(google, calendar), event as EventResource).resource,
  };
}

/** The control addresses, `/control/…`; invalid requests get status 400 with a reason. */
export function controlRoutes(controlled: Controlled): Route[] {
  const { google, microsoft } = controlled;
  const posts = Object.entries(actions(controlled)).map(([name, act]): Route => {
    const handle = (body: Record<string, unknown>): Answer => {
      try {
        const result = act(body);
        google.onRequest();
        return result === undefined ? nothing() : json(result);
      } catch (error) {
        return json({ error: (error as Error).message }, 400);
      }
    };
    return { method: 'POST', path: `/control/${name}`, handle: (request) => handle(objectOf(request)) };
  });
  const state: Route = {
    method: 'GET',
    path: '/control/state',
    handle: () =>
      json({
        now: controlled.clock.iso(),
        counts: Object.fromEntries(google.counts),
        microsoft: microsoftState(microsoft),
        channels: [...google.channels.values()],
        calendars: [...google.calendars.values()].map(({ events, rules, ...rest }) => ({
          ...rest,
          rules: Object.fromEntries(rules),
          events: [...events.values()].map(({ resource }) => resource),
        })),
      }),
  };
  return [...posts, state];
}
