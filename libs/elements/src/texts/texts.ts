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

/** Every text that Elements show, in one language. */
export type Texts = typeof en;

const all = new Map(Object.entries<Texts>({ ar, de, en, es, fr, it, ja, nl, pl, pt }));

export const languages = [...all.keys()];

const languageOf = (locale: string) => locale.toLowerCase().split('-')[0]!;

/** The texts of a locale; those of English for a language that Elements do not have. */
export const textsFor = (locale: string): Texts => all.get(languageOf(locale)) ?? en;

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The direction of a locale whose texts Elements have: English texts run from left to right. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  all.has(languageOf(locale)) && rightToLeft.has(languageOf(locale)) ? 'rtl' : 'ltr';
