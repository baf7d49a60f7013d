import { html, Html } from './html.js';
import { baseStyles } from './styles/base.js';
import { tokenStyles } from './tokens.js';

interface DocumentOptions {
  /** BCP 47. */
  lang: string;
  dir?: 'ltr' | 'rtl';
  /** The whole title. */
  title: string;
  /** What this kind of page has beyond the base. */
  styles: string;
  /** What only some of its parts have; what is in `foreign` has nothing of the rest. */
  foreign?: { selector: string; styles: string } | undefined;
  /** Seconds after which the browser loads it again. */
  refresh?: number | undefined;
  /** Address of its icon; by default the mark. */
  icon?: string | null | undefined;
  /** Further elements of the head. */
  head?: Html | undefined;
}

/** The styles of our own elements, kept from those that bring theirs. */
const kept = (styles: string, foreign: DocumentOptions['foreign']) =>
  foreign ? `@scope (html) to (${foreign.selector}){${styles}}\n${foreign.styles}` : styles;

const withoutEscaping = (text: string): Html => new Html(text);

/** A whole page in the design of all pages. It runs no script and loads nothing but the favicon. */
export function documentOf(
  { lang, dir = 'ltr', title, styles, foreign, refresh, icon, head }: DocumentOptions,
  body: Html,
): string {
  return html`<!doctype html>
    <html lang="${lang}" ${dir === 'rtl' && html`dir="rtl"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}" />`}
        <title>${title}</title>
        ${icon ? html`<link rel="icon" href="${icon}" />` : html`<link rel="icon" type="image/svg+xml" href="/favicon.svg" />`}
        <style>
          ${withoutEscaping(`${tokenStyles}\n${kept(`${baseStyles}\n${styles}`, foreign)}`)}
        </style>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}
