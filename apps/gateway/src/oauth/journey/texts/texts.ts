import type { FastifyRequest } from 'fastify';
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

/** The shape of a language's texts, whatever they read. */
export type Wide<Value> = Value extends string
  ? string
  : Value extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { [Name in keyof Value]: Wide<Value[Name]> };

/** The texts of the journey's pages, in one language; functions receive the names in a sentence. */
export type Texts = Wide<typeof en>;

export const languages = new Map(Object.entries<Texts>({ en, de, fr, es, it, nl, pt, pl, ja, ar }));

/** The texts of a language tag (BCP 47), if there are any, by its first subtag: `de-AT` is `de`. */
function textsOf(tag: string): Texts | undefined {
  const primary = tag.toLowerCase().split(/[-_]/)[0]!;
  return languages.has(primary) ? languages.get(primary) : undefined;
}

/** Tags of an Accept-Language header (RFC 9110 §12.5.4) in the order of their weights, without those of weight 0. */
export function tagsIn(header: string): string[] {
  const weighted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.map((one) => /^q=([\d.]+)$/i.exec(one)?.[1]).find((one) => one !== undefined);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The texts in the requested language; if it is unsupported, in the browser's, else in English. */
export function textsFor(locale: string | null, request: Pick<FastifyRequest, 'headers'>): Texts {
  const tags = [...(locale === null ? [] : [locale]), ...tagsIn(request.headers['accept-language'] ?? '')];
  return tags.map(textsOf).find((one) => one !== undefined) ?? en;
}

interface RefusedConnection {
  /** Whether a published calendar was to be connected, by its address alone. */
  isPublished?: boolean;
  refusal: keyof Texts['refusals'];
  description: string;
  app_passwords_of?: string | undefined;
}

/**
 * Why a calendar was not connected: the provider's text in English, which names its app passwords; in other languages a generic sentence,
 * and where the provider issues them.
 */
export const refusalText = (
  texts: Texts,
  { refusal, description, app_passwords_of: issuer, isPublished = false }: RefusedConnection,
): string => {
  if (texts.lang === 'en') return description;
  if (isPublished && refusal === 'another-user') return texts.anotherPublished;
  if (isPublished && ['authentication-failed', 'not-a-caldav-server'].includes(refusal)) return texts.notPublished;
  const hint = new Map(Object.entries(texts.appPasswords)).get(issuer ?? '');
  return hint === undefined ? texts.refusals[refusal] : `${texts.refusals[refusal]} ${hint}`;
};
