import { addDays } from '@kalends/icalendar';
import { layoutWeek, mondayOf, type Week, type WeekEvent } from './layout-week.js';

const limitMs = 2_000;
const keptMs = 1_000;

/** Reads the week of the demo through the public API, as any application does; its latest answer serves all views of a second. */
export class DemoWeek {
  private latest: { at: number; token: string; week: Promise<Week | null> } | null = null;

  /** `base`: the public URL, which is this gateway's own loopback address. */
  constructor(
    private readonly base: string,
    private readonly now: () => number,
  ) {}

  /** The week of the day after `today`, a date; null when it cannot be read. */
  read(token: string, today: string): Promise<Week | null> {
    const at = this.now();
    const { latest } = this;
    if (latest?.token === token && at >= latest.at && at < latest.at + keptMs) return latest.week;
    const week = this.request(token, today).catch(() => null);
    this.latest = { at, token, week };
    return week;
  }

  private async request(token: string, today: string): Promise<Week | null> {
    const monday = mondayOf(today);
    const query = `tzid=Etc/UTC&from=${monday}&to=${addDays(monday, 6)}`;
    const answer = await fetch(`${this.base}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(limitMs),
    });
    if (!answer.ok) return null;
    return layoutWeek(today, ((await answer.json()) as { events: WeekEvent[] }).events);
  }
}
