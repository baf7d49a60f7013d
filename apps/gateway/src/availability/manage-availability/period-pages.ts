import type { ManagedAvailabilityReply } from '@kalends/contracts';
import { formatInstant, isTimeZone } from '@kalends/icalendar';
import { z } from 'zod';

export const pageSize = 100;

/** Which periods of an account are listed, and how; encoded in the address of a page. The account is the token's. */
const pageShape = z.object({
  /** Epoch ms, `[from, to)`; null = unbounded. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  tzid: z.string().refine(isTimeZone),
  localized: z.boolean(),
  number: z.number().int().min(1).max(100_000),
});
export type PeriodPage = z.infer<typeof pageShape>;

type Periods = Extract<ManagedAvailabilityReply, { outcome: 'periods' }>['periods'];

export const firstPage = (bounds: Pick<PeriodPage, 'from' | 'to'>, tzid: string, localized: boolean): PeriodPage => ({
  ...bounds,
  tzid,
  localized,
  number: 1,
});

const encode = (page: PeriodPage) => Buffer.from(JSON.stringify(page)).toString('base64url');

/** The page that an address encodes, or null when it is invalid. */
export function readPage(cursor: string): PeriodPage | null {
  try {
    return pageShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** The `pages` member; `total` periods altogether. `next_page` has no query string (HTTP-9). */
export function pageAfter(page: PeriodPage, total: number, base: string) {
  const count = Math.max(1, Math.ceil(total / pageSize));
  const next = page.number < count ? `${base}/${encode({ ...page, number: page.number + 1 })}` : undefined;
  return { current: page.number, total: count, ...(next ? { next_page: next } : {}) };
}

/** A period as listed: in the requested zone, or with `localized_times` in its own. */
export function presentPeriod({ available_period_id, start, end, tzid }: Periods[number], page: PeriodPage) {
  const zone = (page.localized ? tzid : undefined) ?? page.tzid;
  const timeText = (ms: number) =>
    page.localized ? { time: formatInstant(ms, zone), tzid: zone } : formatInstant(ms, zone);
  return { available_period_id, start: timeText(start), end: timeText(end) };
}
