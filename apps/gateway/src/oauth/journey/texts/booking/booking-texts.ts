import type { Texts, Wide } from '../texts.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';

/** The texts of the page of a booking link, in one language. */
export type BookingTexts = Wide<typeof en>;

export const bookingLanguages = new Map(Object.entries<BookingTexts>({ en, de, fr, es, it, nl, pt, pl, ja, ar }));

/** Those in the language of the page's other texts. */
export const bookingTextsOf = ({ lang }: Pick<Texts, 'lang'>): BookingTexts => bookingLanguages.get(lang) ?? en;
