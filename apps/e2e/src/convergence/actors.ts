import { waitUntil } from '@kalends/testing';
import { call, type Kalends } from '../harness/kalends.js';
import type { Connected } from './journey.js';
import { day, iso, zones, type Phone, type Times } from './phone.js';
import type { Random } from './random.js';

/** One account with a calendar at a provider, and its expected final state. */
export interface World {
  account: Connected;
  /** Gets a new access token. */
  renew(): Promise<void>;
  phone: Phone;
  /** Injects a fault between the service and the provider; returns its name. */
  injectFault(random: Random): Promise<string>;
  calendarId: string;
  /** Events of the application: the last accepted summary, null when deleted. */
  applicationEvents: Map<string, string | null>;
  /** Events created in the other calendar app. */
  otherAppEvents: Map<string, { summary: string | null; isSeries: boolean; hasExceptions: boolean }>;
  /** Events of the application that the other app changed as well: which change came last is undefined. */
  contested: Set<string>;
}

export interface Scene {
  kalends: Kalends;
  /** Epoch ms, midnight UTC: all events begin within the 28 days from here. */
  base: number;
}

const minute = 60_000;
const waitOptions = { timeout: 120_000, interval: 50 };
/** Maximum number of events per actor, so that each is changed several times. */
const maxEvents = 40;
/** Changes that an actor of the application makes with one pool of event ids. */
const perPool = 250;

function someTimes(random: Random, { base }: Scene, isAllDay = random.chance(0.1), days = 28): Times {
  const start = base + random.below(days) * day + (isAllDay ? 0 : random.below(96) * 15 * minute);
  const length = isAllDay ? (1 + random.below(2)) * day : (1 + random.below(4)) * 15 * minute;
  return { start, end: start + length, isAllDay, zone: random.of(zones) };
}

const writtenTime = (ms: number, isAllDay: boolean) => (isAllDay ? iso(ms).slice(0, 10) : iso(ms));

/** The application's changes, in sequence; each is repeated until it is accepted. */
export class ApplicationActor {
  private changes = 0;

  constructor(
    private readonly scene: Scene,
    private readonly world: World,
    private readonly random: Random,
    private readonly name: string,
  ) {}

  async change(): Promise<void> {
    const { random, world } = this;
    // its own: which of two concurrent changes of one event came last, only the server knows
    const live = [...world.applicationEvents].flatMap(([id, summary]) =>
      summary !== null && id.startsWith(`${this.name}-`) ? [id] : [],
    );
    if (live.length > 0 && random.chance(live.length / maxEvents / 2)) return this.remove(random.of(live));
    const isNew = random.chance(0.5) || live.length === 0;
    return this.upsert(isNew ? this.newId() : random.of(live));
  }

  /**
   * From a pool of ids that advances: in a long run the other app touches every id once, and such events have no certain
   * outcome.
   */
  private newId(): string {
    const pool = Math.floor(this.changes / perPool);
    return `${this.name}-${pool > 0 ? `${pool}-` : ''}${this.random.below(maxEvents)}`;
  }

  private async upsert(eventId: string): Promise<void> {
    const summary = `${eventId} v${++this.changes}`;
    const { start, end, isAllDay } = someTimes(this.random, this.scene);
    const times = { start: writtenTime(start, isAllDay), end: writtenTime(end, isAllDay) };
    const transparency = this.random.chance(0.2) ? 'transparent' : 'opaque';
    await this.send('POST', { event_id: eventId, summary, ...times, transparency });
    this.world.applicationEvents.set(eventId, summary);
  }

  private async remove(eventId: string): Promise<void> {
    await this.send('DELETE', { event_id: eventId });
    this.world.applicationEvents.set(eventId, null);
  }

  private async send(method: string, body: object): Promise<void> {
    const { account, calendarId } = this.world;
    const url = this.scene.kalends.url(`/v1/calendars/${calendarId}/events`);
    await waitUntil(
      async () => {
        const { status, text } = await call(method, url, { token: account.access_token, body });
        if (status === 202) return true;
        if (status === 401) await this.world.renew();
        const again = status >= 500 || status === 429 || status === 401;
        if (!again) refused.push(`${method} ${JSON.stringify(body)}: ${status} ${text}`);
        return !again;
      },
      { ...waitOptions, what: `${method} ${JSON.stringify(body)} to be accepted` },
    );
  }
}

/** Changes of the application that were refused: none in a good run. */
export const refused: string[] = [];

/** The same person with another calendar app, directly at the provider. */
export class PhoneActor {
  private changes = 0;
  private created = 0;

  constructor(
    private readonly scene: Scene,
    private readonly world: World,
    private readonly random: Random,
  ) {}

  async change(): Promise<void> {
    const { random, world } = this;
    if (random.chance(0.04)) return this.changeApplicationEvent();
    const live = [...world.otherAppEvents].filter(([, { summary }]) => summary !== null).map(([id]) => id);
    if (live.length < 5 || random.chance(0.5 - live.length / maxEvents / 2)) return this.create();
    const id = random.of(live);
    const { isSeries, hasExceptions } = world.otherAppEvents.get(id)!;
    if (random.chance(0.3)) return this.remove(id);
    if (isSeries && random.chance(0.6)) return this.changeInstance(id);
    if (hasExceptions || random.chance(0.4)) return this.rename(id);
    const times = someTimes(
      random,
      this.scene,
      isSeries ? await world.phone.isAllDay(id) : undefined,
      isSeries ? 13 : 28,
    );
    return world.phone.move(id, times);
  }

  private async create(): Promise<void> {
    const { random } = this;
    const id = `t${String(random.below(2 ** 31)).padStart(10, '0')}o${++this.created}`;
    const isSeries = random.chance(0.25);
    const times = someTimes(random, this.scene, undefined, isSeries ? 13 : 28);
    const summary = this.nameFor(id);
    const rule = isSeries ? random.of(['FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=3']) : null;
    const transparency = random.chance(0.2) ? 'transparent' : 'opaque';
    await this.world.phone.create(id, { ...times, summary, transparency, rule });
    this.world.otherAppEvents.set(id, { summary, isSeries, hasExceptions: false });
  }

  private async rename(id: string): Promise<void> {
    const summary = this.nameFor(id);
    await this.world.phone.rename(id, summary);
    this.world.otherAppEvents.get(id)!.summary = summary;
  }

  private async remove(id: string): Promise<void> {
    await this.world.phone.remove(id);
    this.world.otherAppEvents.get(id)!.summary = null;
  }

  /** One of the first three instances; a cancelled one may be moved or stay cancelled. */
  private async changeInstance(id: string): Promise<void> {
    const { random, world } = this;
    world.otherAppEvents.get(id)!.hasExceptions = true;
    const isAllDay = await world.phone.isAllDay(id);
    const to = random.chance(0.5) ? null : someTimes(random, this.scene, isAllDay);
    await world.phone.changeInstance(id, random.below(3), to);
  }

  private async changeApplicationEvent(): Promise<void> {
    const { random, world } = this;
    const applicationEvents = (await world.phone.stored()).filter(
      ({ summary = '', status, recurrence, recurringEventId }) =>
        status !== 'cancelled' &&
        summary.startsWith('app') &&
        recurrence === undefined &&
        recurringEventId === undefined,
    );
    if (applicationEvents.length === 0) return;
    const { id, summary = '' } = random.of(applicationEvents);
    world.contested.add(summary.split(' ')[0]!);
    if (random.chance(0.3)) await world.phone.remove(id);
    else if (random.chance(0.5)) await world.phone.rename(id, `${summary} by phone`);
    else await world.phone.move(id, someTimes(random, this.scene));
  }

  private nameFor(id: string): string {
    return `${id} p${++this.changes}`;
  }
}
