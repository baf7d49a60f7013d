import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { GraphError } from '../graph-error.js';
import { plainId } from '../event-ids.js';
import type { MicrosoftCalendar, StoredEvent } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { calendarOf, grantOf, isBasic } from './authenticate.js';
import { onlyOptions } from './odata.js';
import { instancesOf, isWithin, itemOf, type Bounds, type Item } from './occurrences.js';
import { preferencesOf } from './preferences.js';
import { etagOf, presentEvent } from './present.js';
import { boundsOf } from './read-events.js';

type Row = Record<string, unknown>;

/** What a delta token contains: the bounds of its first request, and which changes are known. */
interface DeltaToken extends Bounds {
  calendar: string;
  epoch: number;
  since: number;
}

const printToken = (token: DeltaToken) => Buffer.from(JSON.stringify(token)).toString('base64url');
const malformed = () => new GraphError(400, 'BadRequest', 'Badly formed token.');
const stateNotFound = () => new GraphError(410, 'SyncStateNotFound', 'The sync state generation is not found.');

function readToken(text: string): DeltaToken {
  try {
    const token = JSON.parse(Buffer.from(text.slice(0, 1000), 'base64url').toString()) as DeltaToken;
    const numbers = [token.start, token.end, token.epoch, token.since];
    if (typeof token.calendar === 'string' && numbers.every(Number.isSafeInteger)) return token;
  } catch {
    // refused below
  }
  throw malformed();
}

/** Pages of earlier rounds that nobody fetched. */
const keptPages = 200;

/** The rows of one round: what was added or changed since a token, and what is no longer within its bounds. */
class Round {
  constructor(
    private readonly store: MicrosoftStore,
    private readonly calendar: MicrosoftCalendar,
    private readonly request: SimulatorRequest,
  ) {}

  private full(item: Item): Row {
    const preferences = preferencesOf(this.request);
    const { email } = this.calendar;
    const viewer = grantOf(this.store, this.request);
    const ofViewer = { isBasic: isBasic(viewer), isGuest: viewer.email !== email };
    return presentEvent(item, { store: this.store, email, preferences, ...ofViewer });
  }

  /** An occurrence, which has only its place in the series. */
  private stub(item: Item): Row {
    const { id, type, seriesMasterId, start, end } = this.full(item);
    return { '@odata.etag': etagOf(item.event), id, type, seriesMasterId, start, end };
  }

  private removed(id: string, event: StoredEvent): Row {
    const master = event.exception ? this.calendar.events.get(event.exception.masterId) : event;
    return removedRow(preferencesOf(this.request).isImmutable ? id : plainId(id, master));
  }

  private ofSeries(master: StoredEvent, { bounds, since }: { bounds: Bounds; since: number }): Row[] {
    const item = itemOf(this.calendar, master);
    const instances = instancesOf(this.store, { calendar: this.calendar, master }, bounds);
    const isChanged = master.changed > since;
    const exceptions = this.store.exceptionsOf(this.calendar, master.id).filter(({ changed }) => changed > since);
    const shown = exceptions.map((one) => itemOf(this.calendar, one));
    const moved =
      since === 0 ? [] : shown.filter((one) => !isWithin(one, bounds)).map(({ id, event }) => this.removed(id, event));
    const rows = shown.filter((one) => isWithin(one, bounds)).map((one) => this.full(one));
    if (!isChanged) return [...rows, ...moved];
    const stubs = instances.filter(({ type }) => type === 'occurrence').map((one) => this.stub(one));
    if (isWithin(item, bounds)) return [this.full(item), ...rows, ...stubs, ...moved];
    const isOutside = instances.length === 0 && since > 0;
    return isOutside ? [this.removed(master.id, master), ...moved] : [...rows, ...stubs, ...moved];
  }

  rows({ start, end, since }: DeltaToken): Row[] {
    const bounds = { start, end };
    const living = [...this.calendar.events.values()].flatMap((event): Row[] => {
      if (event.exception) return [];
      if (event.recurrence) return this.ofSeries(event, { bounds, since });
      if (event.changed <= since) return [];
      const item = itemOf(this.calendar, event);
      if (isWithin(item, bounds)) return [this.full(item)];
      return since > 0 ? [this.removed(event.id, event)] : [];
    });
    if (since === 0) return living;
    const gone = [...this.calendar.removed].filter(
      ([id, { changed }]) => changed > since && !this.calendar.events.has(id),
    );
    const { isImmutable } = preferencesOf(this.request);
    return [...living, ...gone.map(([id, { plainId: plain }]) => removedRow(isImmutable ? id : plain))];
  }
}

const removedRow = (id: string): Row => ({ '@removed': { reason: 'deleted' }, id });

/** Cuts rows into pages; the scripted ones are empty, or begin with the last row of the one before. */
function pagesOf(store: MicrosoftStore, rows: Row[], size: number): Row[][] {
  const pages: Row[][] = Array.from({ length: Math.min(100, store.delta.emptyPages) }, () => []);
  for (let at = 0; at < rows.length; at += size) {
    const again = store.delta.repeats && at > 0 ? [rows[at - 1]!] : [];
    pages.push([...again, ...rows.slice(at, at + size)]);
  }
  return pages.length > 0 ? pages : [[]];
}

interface Rest {
  pages: Row[][];
  /** The token that the last page has. */
  token: string;
}

function answerPage(
  store: MicrosoftStore,
  request: SimulatorRequest,
  { pages: [value = [], ...pages], token }: Rest,
): Answer {
  const { headers } = preferencesOf(request);
  const link = (name: string, text: string) => `${request.url.origin}${request.url.pathname}?${name}=${text}`;
  if (pages.length === 0) return json({ value, '@odata.deltaLink': link('$deltatoken', token) }, 200, headers);
  const skip = store.newId('skip');
  store.pages.set(skip, [{ pages, token, path: request.url.pathname }]);
  if (store.pages.size > keptPages) store.pages.delete(store.pages.keys().next().value!);
  return json({ value, '@odata.nextLink': link('$skiptoken', skip) }, 200, headers);
}

/** GET …/calendarView/delta: bounds first, then the links of earlier answers, unchanged. */
export function calendarViewDelta(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'read');
  onlyOptions(request, 'startDateTime', 'endDateTime', '$deltatoken', '$skiptoken');
  const query = request.url.searchParams;
  const [skip, delta] = [query.get('$skiptoken'), query.get('$deltatoken')];
  if ((skip ?? delta) !== null && query.size > 1) throw malformed();
  if (skip !== null) {
    if (!/^AAMk\w{1,60}$/.test(skip)) throw malformed();
    const rest = store.pages.get(skip)?.[0] as (Rest & { path: string }) | undefined;
    if (!rest || rest.path !== request.url.pathname || readToken(rest.token).epoch !== calendar.epoch)
      throw stateNotFound();
    return answerPage(store, request, rest);
  }
  const first = { calendar: calendar.id, epoch: calendar.epoch, since: 0 };
  const token = delta === null ? { ...first, ...boundsOf(request) } : readToken(delta);
  if (token.calendar !== calendar.id) throw malformed();
  if (token.epoch !== calendar.epoch) throw stateNotFound();
  const rows = new Round(store, calendar, request).rows(token);
  const size = Math.min(preferencesOf(request).pageSize ?? store.limits.deltaPageSize, 1000);
  const next = printToken({ ...token, since: Math.max(1, store.latest) });
  return answerPage(store, request, { pages: pagesOf(store, rows, size), token: next });
}
