import type { SimulatorRequest } from '../../http/routing.js';
import { invalid } from '../api-error.js';
import type { Calendar, EventResource } from '../model.js';
import type { GoogleStore } from '../store.js';

export const meet = 'hangoutsMeet';

type Data = Record<string, unknown>;

interface Requested {
  requestId?: string;
  conferenceSolutionKey?: { type?: string };
}

/** Three letters, four, three, as in the addresses of Google Meet; the same for the same request. */
function meetingCode(store: GoogleStore): string {
  const letters = store.newId('conference').replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`;
}

/** A conference that Google has added: its members, and the link of the event. */
function added(store: GoogleStore, request: Requested): Data {
  const conferenceId = meetingCode(store);
  const uri = `https://meet.google.com/${conferenceId}`;
  return {
    hangoutLink: uri,
    conferenceData: {
      createRequest: { ...request, status: { statusCode: 'success' } },
      conferenceId,
      conferenceSolution: { key: { type: meet }, name: 'Google Meet' },
      entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
    },
  };
}

/** The conference that `createRequest` leads to, as a test has chosen. */
export function outcomeOf(store: GoogleStore, request: Requested, outcome = store.conferences): Data {
  if (outcome === 'success') return added(store, request);
  return { conferenceData: { createRequest: { ...request, status: { statusCode: outcome } } } };
}

function checked(calendar: Calendar, data: Data): Requested | undefined {
  const request = data['createRequest'] as Requested | undefined;
  if (!request) {
    if (!data['conferenceSolution'] || !Array.isArray(data['entryPoints']))
      throw invalid('Missing conference solution.');
    return undefined;
  }
  if (typeof request.requestId !== 'string') throw invalid('Missing conference request id.');
  if (!calendar.conferences || request.conferenceSolutionKey?.type !== meet)
    throw invalid('Invalid conference type value.');
  return request;
}

const requestIdIn = ({ conferenceData }: Data) =>
  (conferenceData as { createRequest?: Requested } | undefined)?.createRequest?.requestId;

/**
 * What a write changes of an event's conference: nothing without conferenceDataVersion=1, nor with the id of a request
 * that was made before.
 */
export function conferenceAfter(
  store: GoogleStore,
  request: SimulatorRequest,
  { calendar, body, present }: { calendar: Calendar; body: Data; present: Data },
): Data {
  const { conferenceData, hangoutLink } = present;
  const kept = { ...(conferenceData ? { conferenceData } : {}), ...(hangoutLink ? { hangoutLink } : {}) };
  const requested = body['conferenceData'] as Data | null | undefined;
  if (request.url.searchParams.get('conferenceDataVersion') !== '1' || requested === undefined) return kept;
  if (requested === null) return {};
  const create = checked(calendar, requested);
  if (create === undefined) return { conferenceData: requested };
  return create.requestId === requestIdIn(present) ? kept : outcomeOf(store, create);
}

/** Google ends the conferences of a calendar that are pending, as `outcome`; returns how many. */
export function finishConferences(store: GoogleStore, calendar: Calendar, outcome: 'success' | 'failure'): number {
  const pending = [...calendar.events.values()].flatMap(({ resource }) => {
    const { createRequest } = (resource['conferenceData'] ?? {}) as {
      createRequest?: { status: { statusCode: string } };
    };
    return createRequest?.status.statusCode === 'pending' ? [{ resource, createRequest }] : [];
  });
  for (const { resource, createRequest } of pending) {
    const { status: _, ...request } = createRequest;
    const updated = store.clock.iso();
    store.put(calendar, { ...resource, ...outcomeOf(store, request, outcome), updated } as EventResource);
  }
  return pending.length;
}
