import type { EpochMs } from '@kalends/icalendar';
import type { Texts } from './texts/texts.js';

/** A day in the language of the page, in an IANA zone. */
export const dayText = ({ lang }: Texts, at: EpochMs, timeZone: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone }).format(at);
