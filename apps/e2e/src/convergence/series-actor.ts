import { waitUntil } from '@kalends/testing';
import { call } from '../harness/kalends.js';
import { day, iso } from './phone.js';
import type { Random } from './random.js';
import { refused, type Scene, type World } from './actors.js';

interface Instance {
  event_id?: string;
  event_uid: string;
  start: string;
}

interface Page {
  events: Instance[];
  pages: { next_page?: string };
}

const slot = 900_000;
/** Series at a time, so that each is changed several times. */
const maxSeries = 4;

/** The application's changes of single instances of its own series, and of those that follow. */
export class SeriesActor {
  private created = 0;
  private changes = 0;

  constructor(
    private readonly scene: Scene,
    private readonly world: World,
    private readonly random: Random,
    private readonly name: string,
  ) {}

  async change(): Promise<void> {
    const instances = await this.instances();
    const known = [...new Set(instances.map(({ event_id }) => event_id!))];
    if (known.length === 0 || (known.length < maxSeries && this.random.chance(0.5))) return this.create();
    const id = this.random.of(known);
    const own = instances.filter(({ event_id }) => event_id === id);
    const index = this.random.below(own.length);
    const { event_uid } = own[index]!;
    const named = { event_id: id, event_uid };
    const kind = this.random.below(8);
    if (kind < 2) return void (await this.send('DELETE', { ...named, apply_to: 'instance' }));
    if (kind === 2) return this.deleteFollowing(named, index === 0);
    if (kind < 5) return this.changeFollowing(named, own[index]!, index === 0);
    const summary = `${id} own ${++this.changes}`;
    await this.send('POST', { ...named, apply_to: 'instance', summary, ...this.timesOn(own[index]!) });
  }

  private async create(): Promise<void> {
    const id = `${this.name}-s${++this.created}`;
    const summary = `${id} v${++this.changes}`;
    const start = this.scene.base + this.random.below(13) * day + this.random.below(80) * slot;
    const rule = this.random.of([
      { frequency: 'daily', count: 4 },
      { frequency: 'weekly', count: 3 },
    ]);
    const times = { start: iso(start), end: iso(start + 2 * slot) };
    if (await this.send('POST', { event_id: id, summary, ...times, recurrence: { rules: [rule] } }))
      this.world.applicationEvents.set(id, summary);
  }

  private async deleteFollowing(named: { event_id: string; event_uid: string }, isFirst: boolean): Promise<void> {
    const isDone = await this.send('DELETE', { ...named, apply_to: 'following' });
    if (isDone && isFirst) this.world.applicationEvents.set(named.event_id, null);
  }

  private async changeFollowing(named: { event_id: string; event_uid: string }, first: Instance, isFirst: boolean) {
    const rest = `${named.event_id}${/_[^_]*$/.exec(named.event_uid)![0]}`;
    const id = isFirst ? named.event_id : rest;
    const summary = `${id} v${++this.changes}`;
    const isDone = await this.send('POST', { ...named, apply_to: 'following', summary, ...this.timesOn(first) });
    // an answer that was lost: the instance is one of the rest by now
    const exists = isDone || (await this.instances()).some(({ event_id }) => event_id === rest);
    if (exists) this.world.applicationEvents.set(id, summary);
  }

  /** Other times on the same day, or none. */
  private timesOn({ start }: Instance) {
    if (this.random.chance(0.4)) return {};
    const at = Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + this.random.below(80) * slot;
    return { start: iso(at), end: iso(at + (1 + this.random.below(4)) * slot) };
  }

  /** The instances that readers see, in order. */
  private async instances(): Promise<Instance[]> {
    const { kalends, base } = this.scene;
    const query = `tzid=Etc/UTC&from=${iso(base - day).slice(0, 10)}&to=${iso(base + 45 * day).slice(0, 10)}`;
    const first = `/v1/events?${query}&only_managed=true&calendar_ids[]=${this.world.calendarId}`;
    const read: Instance[] = [];
    for (let url: string | undefined = kalends.url(first); url !== undefined;) url = await this.page(url, read);
    return read.filter(({ event_id = '' }) => event_id.startsWith(`${this.name}-s`));
  }

  /** Adds a page; returns the address of the next. */
  private async page(url: string, read: Instance[]): Promise<string | undefined> {
    let next: string | undefined;
    const isRead = async () => {
      const answer = await call<Page>('GET', url, { token: this.world.account.access_token });
      if (answer.status === 401) await this.world.renew();
      if (answer.status !== 200) return false;
      read.push(...answer.body.events);
      next = answer.body.pages.next_page;
      return true;
    };
    await waitUntil(isRead, { timeout: 120_000, interval: 50, what: 'the series to be read' });
    return next;
  }

  /** Repeated until it is answered; false: there is no such instance any more. */
  private async send(method: string, body: object): Promise<boolean> {
    const url = this.scene.kalends.url(`/v1/calendars/${this.world.calendarId}/events`);
    let isDone = false;
    await waitUntil(
      async () => {
        const { status, text } = await call(method, url, { token: this.world.account.access_token, body });
        isDone = status === 202;
        if (status === 401) await this.world.renew();
        if (status >= 500 || status === 429 || status === 401) return false;
        if (!isDone && status !== 404) refused.push(`${method} ${JSON.stringify(body)}: ${status} ${text}`);
        return true;
      },
      { timeout: 120_000, interval: 50, what: `${method} ${JSON.stringify(body)} to be answered` },
    );
    return isDone;
  }
}
