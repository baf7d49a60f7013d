import { accentOf, accentStyles, documentOf, html, journeyStyles, type Html } from '@kalends/design';
import type { Brand } from './brand.js';
import type { Texts } from './texts/texts.js';

interface JourneyPage {
  t: Texts;
  title: string;
  /** The application whose page it is; null: it is unknown, or there are several. */
  brand: Brand | null;
  /** Further elements of the head. */
  head?: Html | undefined;
}

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';

/** Whose page it is. */
export const brandHeader = ({ name, logo }: Brand): Html =>
  html`<header class="journey-head">
    ${
      logo === null
        ? html`<span class="initial" aria-hidden="true">${initialOf(name)}</span>`
        : html`<img class="logo" src="${logo}" alt="" width="40" height="40" />`
    }
    <span>${name}</span>
  </header>`;

/** A link that leaves this server. */
export const outside = (address: string, text: string): Html => html`<a href="${address}" rel="noreferrer">${text}</a>`;

/** What people want to know before they enter a password. */
const footer = (t: Texts, brand: Brand): Html =>
  html`<footer class="journey-foot">
    <details>
      <summary>${t.howStored}</summary>
      <p>${t.storedWhat(brand.name)}</p>
      <p>${t.storedPasswords(brand.name)}</p>
      <p>${t.storedUntil}</p>
    </details>
    <nav>
      ${brand.privacyUrl === null ? null : outside(brand.privacyUrl, t.privacy(brand.name))}
      ${brand.supportUrl === null ? null : outside(brand.supportUrl, t.support(brand.name))}
      <a href="/connected-applications">${t.connectedApplications}</a>
    </nav>
  </footer>`;

/** The styles of a page in the colour of its application. */
export const brandedStyles = (styles: string, brand: Brand | null): string => {
  const accent = brand?.accent ? accentOf(brand.accent) : null;
  return accent === null ? styles : `${styles}\n${accentStyles(accent)}`;
};

/** A whole page of the journey: one card, works on a phone, by keyboard and with a screen reader. */
export function journeyPage({ t, title, brand, head }: JourneyPage, content: Html): string {
  return documentOf(
    {
      lang: t.lang,
      dir: t.dir === 'rtl' ? 'rtl' : 'ltr',
      title: brand === null ? title : `${title} – ${brand.name}`,
      styles: brandedStyles(journeyStyles, brand),
      icon: brand?.logo,
      head,
    },
    html`${brand === null ? null : brandHeader(brand)}
      <main>${content}</main>
      ${brand === null ? null : footer(t, brand)}`,
  );
}

/** The error, announced to screen readers. */
export const alarm = ({ didNotWork }: { didNotWork: string }, text: string | null): Html | null =>
  text === null ? null : html`<div class="alarm" role="alert"><strong>${didNotWork}</strong> ${text}</div>`;
