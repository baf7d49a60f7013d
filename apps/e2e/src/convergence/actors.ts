import { waitUntil } from '@kalends/testing';
import { call, type Account, type Kalends } from '../harness/kalends.js';
import type { Google, GoogleTime, Person } from './google.js';
import type { Random } from './random.js';

/** One account with a Google calendar, and what is to be there in the end. */
export interface World {
  account: Account;
  person: Person;
  calendarId: string;
  /** Of the application's events: the summary accepted last, null when it was deleted. */
  ours: Map<string, string | null>;
  /** Of the events made in the other calendar app. */
  theirs: Map<string, { summary: string | null; isSeries: boolean; hasExceptions: boolean }>;
  /** Events of the application that the other app changed, too: which of the two came last nobody can say. */
  contested: Set<string>;
}

export interface Scene {
  kalends: Kalends;
  google: Google;
  /** Epoch ms, midnight UTC: all events begin in the 28 days from here. */
  base: number;
}

const [minute, day] = [60_000, 86_400_000];
const patience = { timeout: 120_000, interval: 50 };
/** Events that each actor has at most: so each is changed several times. */
const most = 40;
/** Zones that keep one offset, so that the oracle needs no rules of them. */
const zones = ['UTC', 'Asia/Kolkata', 'Asia/Tokyo'];
const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');

interface Times {
  start: number;
  end: number;
  isAllDay: boolean;
}

function someTimes(random: Random, { base }: Scene, isAllDay = random.chance(0.1), days = 28): Times {
  const start = base + random.below(days) * day + (isAllDay ? 0 : random.below(96) * 15 * minute);
  const length = isAllDay ? (1 + random.below(2)) * day : (1 + random.below(4)) * 15 * minute;
  return { start, end: start + length, isAllDay };
}

const writtenTime = (ms: number, isAllDay: boolean) => (isAllDay ? iso(ms).slice(0, 10) : iso(ms));

/** The application's changes, one after the other; each is repeated until it is accepted. */
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
    const live = [...world.ours].filter(([, summary]) => summary !== null).map(([id]) => id);
    if (live.length > 0 && random.chance(live.length / most / 2)) return this.remove(random.of(live));
    const anew = random.chance(0.5) || live.length === 0;
    return this.upsert(anew ? `${this.name}-${random.below(most)}` : random.of(live));
  }

  private async upsert(eventId: string): Promise<void> {
    const summary = `${eventId} v${++this.changes}`;
    const { start, end, isAllDay } = someTimes(this.random, this.scene);
    const times = { start: writtenTime(start, isAllDay), end: writtenTime(end, isAllDay) };
    const transparency = this.random.chance(0.2) ? 'transparent' : 'opaque';
    await this.send('POST', { event_id: eventId, summary, ...times, transparency });
    this.world.ours.set(eventId, summary);
  }

  private async remove(eventId: string): Promise<void> {
    await this.send('DELETE', { event_id: eventId });
    this.world.ours.set(eventId, null);
  }

  private async send(method: string, body: object): Promise<void> {
    const { account, calendarId } = this.world;
    const url = this.scene.kalends.url(`/v1/calendars/${calendarId}/events`);
    await waitUntil(
      async () => {
        const { status, text } = await call(method, url, { token: account.access_token, body });
        if (status === 202) return true;
        if (status < 500) refused.push(`${method} ${JSON.stringify(body)}: ${status} ${text}`);
        return status < 500;
      },
      { ...patience, what: `${method} ${JSON.stringify(body)} to be accepted` },
    );
  }
}

/** What the application was refused: nothing, in a good run. */
export const refused: string[] = [];

/** The same person with another calendar app, directly at the provider. */
export class PhoneActor {
  private changes = 0;

  constructor(
    private readonly scene: Scene,
    private readonly world: World,
    private readonly random: Random,
  ) {}

  async change(): Promise<void> {
    const { random, world } = this;
    if (random.chance(0.04)) return this.touchOurs();
    const live = [...world.theirs].filter(([, { summary }]) => summary !== null).map(([id]) => id);
    if (live.length < 5 || random.chance(0.5 - live.length / most / 2)) return this.create();
    const id = random.of(live);
    const { isSeries, hasExceptions } = world.theirs.get(id)!;
    if (random.chance(0.3)) return this.remove(id);
    if (isSeries && random.chance(0.6)) return this.changeInstance(id);
    return hasExceptions || random.chance(0.4) ? this.rename(id) : this.move(id, isSeries);
  }

  private async create(): Promise<void> {
    const { random } = this;
    const id = `t${String(random.below(2 ** 31)).padStart(10, '0')}`;
    const isSeries = random.chance(0.25);
    const times = someTimes(random, this.scene, random.chance(0.1), isSeries ? 13 : 28);
    const summary = this.nameFor(id);
    const rule = random.of(['FREQ=DAILY;COUNT=4', 'FREQ=WEEKLY;COUNT=3']);
    const transparency = random.chance(0.2) ? { transparency: 'transparent' } : {};
    const recurrence = isSeries ? { recurrence: [`RRULE:${rule}`] } : {};
    await this.done('POST', null, { id, summary, ...this.written(times), ...transparency, ...recurrence });
    this.world.theirs.set(id, { summary, isSeries, hasExceptions: false });
  }

  private async rename(id: string): Promise<void> {
    const summary = this.nameFor(id);
    await this.done('PATCH', id, { summary });
    this.world.theirs.get(id)!.summary = summary;
  }

  private async move(id: string, isSeries: boolean): Promise<void> {
    const times = someTimes(this.random, this.scene, isSeries ? false : undefined, isSeries ? 13 : 28);
    await this.done('PATCH', id, this.written(times));
  }

  private async remove(id: string): Promise<void> {
    await this.done('DELETE', id);
    this.world.theirs.get(id)!.summary = null;
  }

  /** Moves or cancels one of the first three instances; one that is cancelled already stays so. */
  private async changeInstance(id: string): Promise<void> {
    const held = (await this.scene.google.event(this.world.person, id))!;
    const step = held.recurrence![0]!.includes('DAILY') ? day : 7 * day;
    const at = Date.parse(held.start!.date ?? held.start!.dateTime!) + this.random.below(3) * step;
    const isAllDay = held.start!.date !== undefined;
    const stamp = iso(at).replaceAll(/[-:]/g, '');
    const instance = `${id}_${isAllDay ? stamp.slice(0, 8) : stamp}`;
    this.world.theirs.get(id)!.hasExceptions = true;
    if (this.random.chance(0.5)) await this.done('DELETE', instance);
    else await this.done('PATCH', instance, this.written(someTimes(this.random, this.scene, isAllDay)));
  }

  private async touchOurs(): Promise<void> {
    const { person, contested } = this.world;
    const listed = await this.scene.google.listed(person);
    const ours = listed.filter(({ summary = '', status }) => status !== 'cancelled' && summary.startsWith('app'));
    if (ours.length === 0) return;
    const { id, summary = '' } = this.random.of(ours);
    contested.add(summary.split(' ')[0]!);
    if (this.random.chance(0.3)) await this.done('DELETE', id);
    else if (this.random.chance(0.5)) await this.done('PATCH', id, { summary: `${summary} by phone` });
    else await this.done('PATCH', id, this.written(someTimes(this.random, this.scene)));
  }

  private nameFor(id: string): string {
    return `${id} p${++this.changes}`;
  }

  private written({ start, end, isAllDay }: Times): { start: GoogleTime; end: GoogleTime } {
    const timeZone = this.random.of(zones);
    const at = (ms: number) =>
      isAllDay
        ? { date: iso(ms).slice(0, 10), dateTime: null, timeZone: null }
        : { dateTime: iso(ms), timeZone, date: null };
    return { start: at(start), end: at(end) } as unknown as { start: GoogleTime; end: GoogleTime };
  }

  /** 410: it is deleted already, by the application for instance. */
  private async done(method: string, id: string | null, body?: object): Promise<void> {
    const status = await this.scene.google.others(this.world.person, method, id, body);
    if (status >= 400 && status !== 410) {
      throw new Error(`the phone's ${method} ${id} ${JSON.stringify(body)} was answered ${status}`);
    }
  }
}
