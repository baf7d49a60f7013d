import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Radicale } from '@kalends/testing';
import { RadicaleCalendar } from '../harness/radicale-calendar.js';
import type { GoogleResource } from './google.js';
import { objectOf, resourcesOf, timeLines, type KeptEvent } from './icalendar.js';
import { stepOf, type NewEvent, type Phone, type Times } from './phone.js';

/** A calendar at a CalDAV server in another calendar app; its content is read from the server's own files. */
export class CaldavPhone implements Phone {
  private readonly kept = new Map<string, KeptEvent>();

  private constructor(
    private readonly calendar: RadicaleCalendar,
    private readonly folder: string,
  ) {}

  static async create(radicale: Radicale, user: string, password: string): Promise<CaldavPhone> {
    const calendar = await RadicaleCalendar.create(radicale, user, password, 'home');
    return new CaldavPhone(calendar, join(radicale.dir, 'collections/collection-root', user, 'home'));
  }

  create(id: string, event: NewEvent): Promise<void> {
    return this.keep(id, { ...event, uid: `${id}@phone`, exceptions: new Map() });
  }

  async rename(id: string, summary: string): Promise<void> {
    const kept = this.kept.get(id);
    if (!kept) return this.rewrite(id, (text) => text.replace(/^SUMMARY:.*$/m, `SUMMARY:${summary}`));
    return this.keep(id, { ...kept, summary });
  }

  async move(id: string, times: Times): Promise<void> {
    const kept = this.kept.get(id);
    if (kept) return this.keep(id, { ...kept, ...times });
    const [start, end] = timeLines({ ...times, zone: 'UTC' });
    return this.rewrite(id, (text) =>
      text.replace(/^DTSTART[:;].*$/m, start).replace(/^(DTEND|DURATION)[:;].*$/m, end),
    );
  }

  /** 404: it is already deleted. */
  async remove(id: string): Promise<void> {
    const status = await this.calendar.remove(`${id}.ics`);
    if (status >= 300 && status !== 404) throw new Error(`DELETE of ${id} was answered ${status}`);
  }

  async changeInstance(id: string, index: number, to: Omit<Times, 'isAllDay'> | null): Promise<void> {
    const kept = this.kept.get(id)!;
    const at = kept.start + index * stepOf(kept.rule!);
    const exceptions = new Map(kept.exceptions).set(at, to && { ...to, isAllDay: kept.isAllDay });
    return this.keep(id, { ...kept, exceptions });
  }

  async isAllDay(id: string): Promise<boolean> {
    return this.kept.get(id)!.isAllDay;
  }

  async stored(): Promise<GoogleResource[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.ics'));
    const texts = names.map(async (name) => resourcesOf(name.slice(0, -4), await this.textOf(name)));
    return (await Promise.all(texts)).flat();
  }

  /** Empty if it was deleted meanwhile. */
  private textOf(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8').catch(() => '');
  }

  private async keep(id: string, event: KeptEvent): Promise<void> {
    const status = await this.calendar.put(`${id}.ics`, objectOf(event));
    if (status >= 300) throw new Error(`PUT of ${id} was answered ${status}`);
    this.kept.set(id, event);
  }

  private async rewrite(id: string, change: (text: string) => string): Promise<void> {
    const text = await this.textOf(`${id}.ics`);
    if (text === '') return;
    const status = await this.calendar.put(
      `${id}.ics`,
      change(text.replaceAll(/\r?\n[ \t]/g, '').replaceAll('\r', '')),
    );
    if (status >= 300) throw new Error(`PUT of ${id} was answered ${status}`);
  }
}
