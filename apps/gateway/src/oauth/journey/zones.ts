import { setImmediate } from 'node:timers/promises';
import { ianaName, listedZones } from '@kalends/icalendar';
import type { FastifyRequest } from 'fastify';
import { tagsIn } from './texts/texts.js';

export interface NamedZone {
  /** IANA's name. */
  tzid: string;
  /** A city, and what its time is called. */
  label: string;
}

const cityOf = (tzid: string): string => tzid.split('/').at(-1)!.replaceAll('_', ' ');

/** In a year with the rules of today: zones are named by whether they have a summer time. */
const summer = 1_750_000_000_000;

function timeName(lang: string, tzid: string): string | undefined {
  try {
    const format = new Intl.DateTimeFormat(lang, { timeZone: tzid, timeZoneName: 'longGeneric' });
    return format.formatToParts(summer).find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    // this Node's own data may be older than ours
    return undefined;
  }
}

/** A zone as people know it: its city, and what its time is called. */
export const zoneLabel = (lang: string, tzid: string): string => {
  const name = tzid === 'Etc/UTC' ? undefined : timeName(lang, tzid);
  return name === undefined || name.includes(cityOf(tzid)) ? cityOf(tzid) : `${cityOf(tzid)} – ${name}`;
};

const known = new Map<string, Promise<NamedZone[]>>();

/** Names of zones that are looked up at a time: each takes a third of a millisecond. */
const atOnce = 20;

async function nameZones(lang: string): Promise<NamedZone[]> {
  const zones = ['Etc/UTC', ...listedZones().filter((zone) => zone !== 'Etc/UTC')];
  const named: NamedZone[] = [];
  for (let start = 0; start < zones.length; start += atOnce) {
    named.push(...zones.slice(start, start + atOnce).map((tzid) => ({ tzid, label: zoneLabel(lang, tzid) })));
    // other requests are answered meanwhile
    await setImmediate();
  }
  const { compare } = new Intl.Collator(lang);
  return named.sort((a, b) => compare(a.label, b.label));
}

/** Every zone with its city, in the order of the cities. `lang`: one of the journey’s languages. */
export function namedZones(lang: string): Promise<NamedZone[]> {
  const cached = known.get(lang) ?? nameZones(lang);
  known.set(lang, cached);
  return cached;
}

/** Where a region has one zone, or most of its people have one. */
const zoneOfRegion = new Map(
  Object.entries<string>({
    AE: 'Asia/Dubai',
    AR: 'America/Argentina/Buenos_Aires',
    AT: 'Europe/Vienna',
    BE: 'Europe/Brussels',
    BR: 'America/Sao_Paulo',
    CH: 'Europe/Zurich',
    CL: 'America/Santiago',
    CO: 'America/Bogota',
    CZ: 'Europe/Prague',
    DE: 'Europe/Berlin',
    DK: 'Europe/Copenhagen',
    EG: 'Africa/Cairo',
    ES: 'Europe/Madrid',
    FI: 'Europe/Helsinki',
    FR: 'Europe/Paris',
    GB: 'Europe/London',
    IE: 'Europe/Dublin',
    IN: 'Asia/Kolkata',
    IT: 'Europe/Rome',
    JP: 'Asia/Tokyo',
    MA: 'Africa/Casablanca',
    NL: 'Europe/Amsterdam',
    NO: 'Europe/Oslo',
    NZ: 'Pacific/Auckland',
    PL: 'Europe/Warsaw',
    PT: 'Europe/Lisbon',
    SA: 'Asia/Riyadh',
    SE: 'Europe/Stockholm',
    SG: 'Asia/Singapore',
    ZA: 'Africa/Johannesburg',
  }),
);

/** Languages that are spoken in one zone, nearly. */
const zoneOfLanguage = new Map(
  Object.entries<string>({
    de: 'Europe/Berlin',
    fr: 'Europe/Paris',
    it: 'Europe/Rome',
    ja: 'Asia/Tokyo',
    nl: 'Europe/Amsterdam',
    pl: 'Europe/Warsaw',
  }),
);

/** A guess from the languages of the browser (RFC 9110 §12.5.4), where it has no better one: a region that it names, or UTC. */
export function guessZone({ headers }: Pick<FastifyRequest, 'headers'>): string {
  for (const tag of tagsIn(headers['accept-language'] ?? '')) {
    const [language = '', ...rest] = tag.split(/[-_]/);
    const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
    const zone =
      region === undefined ? zoneOfLanguage.get(language.toLowerCase()) : zoneOfRegion.get(region.toUpperCase());
    if (zone !== undefined) return zone;
  }
  return 'Etc/UTC';
}

/** The zone that a form names, in its usual spelling; UTC when it names none. */
export const enteredZone = (text: string): string => ianaName(text) ?? 'Etc/UTC';
