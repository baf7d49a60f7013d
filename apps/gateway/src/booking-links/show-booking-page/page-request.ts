import { ianaName, instantMs, listedName, parseDate, type EpochMs, type LocalDate } from '@kalends/icalendar';

/** What the address of the page names; anything that cannot be read is absent. */
export interface PageRequest {
  /** IANA name; null: the visitor's zone is not known yet. */
  tzid: string | null;
  /** Whether the address has a zone, a usable one or not. */
  isZoneGiven: boolean;
  day: LocalDate | null;
  /** Of a day with very many times, 0 to 23. */
  hour: number | null;
  /** How hours are counted; null: as the link or the language has it. */
  hours: 'h' | 'H' | null;
  /** BCP 47. */
  locale: string | null;
  /** A picked time that is to be confirmed. */
  start: EpochMs | null;
  isZoneChoice: boolean;
  /** How often the page has been loaded since its visitor booked; null: nobody has just booked. */
  waited: number | null;
}

const maxWaited = 1_000;

/** Days that a calendar on paper could have: those beyond have no neighbours. */
const isNear = (date: LocalDate) => date > '1970-01-01' && date < '9000-01-01';

/** The first instant of the year 9000. */
const farMs = 221_845_392_000_000;

const textOf = (query: unknown, name: string): string | null => {
  const value = new Map(Object.entries(query ?? {})).get(name) as unknown;
  return typeof value === 'string' && value !== '' && value.length <= 100 ? value : null;
};

const numberOf = (text: string | null, most: number): number | null =>
  text !== null && /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** An instant as the page writes it in its forms. */
export const readStart = (text: string | null): EpochMs | null => {
  const start = text === null ? null : instantMs(text);
  return start !== null && start > 0 && start < farMs ? start : null;
};

/** Browsers have older names of some cities than people. */
export function readZone(text: string | null): string | null {
  const name = text === null ? null : ianaName(text);
  return name === null ? null : listedName(name);
}

export function readPageRequest(query: unknown): PageRequest {
  const of = (name: string) => textOf(query, name);
  const day = parseDate(of('day') ?? '');
  const hours = of('hours');
  return {
    tzid: readZone(of('tzid')),
    isZoneGiven: of('tzid') !== null,
    day: day !== null && isNear(day) ? day : null,
    hour: numberOf(of('hour'), 23),
    hours: hours === 'h' || hours === 'H' ? hours : null,
    locale: of('locale'),
    start: readStart(of('start')),
    isZoneChoice: of('zone') === 'choose',
    waited: numberOf(of('waited'), maxWaited),
  };
}

/** The form that the page posts. */
export interface PostedForm {
  nonce: string;
  action: string;
  tzid: string | null;
  start: EpochMs | null;
  /** Which parts of a sequence the page has shown; '' of a single time. */
  parts: string;
}

const longestReason = 500;

/** Why a booking is cancelled, as its visitor wrote it; null: no reason. */
export function readReason(form: unknown): string | null {
  const value = new Map(Object.entries(form ?? {})).get('reason') as unknown;
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\r\n', '\n').trim();
  return text === '' ? null : [...text].slice(0, longestReason).join('');
}

export function readPostedForm(form: unknown): PostedForm {
  const all = new Map(Object.entries(form ?? {}));
  const nonce = all.get('nonce') as unknown;
  return {
    nonce: typeof nonce === 'string' && nonce.length <= 1_000 ? nonce : '',
    action: textOf(form, 'action') ?? '',
    tzid: readZone(textOf(form, 'tzid')),
    start: readStart(textOf(form, 'start')),
    parts: textOf(form, 'parts') ?? '',
  };
}
