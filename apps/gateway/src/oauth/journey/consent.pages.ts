import { html, Html } from '@kalends/design';
import type { Scope } from '@kalends/public-api';
import { additionPart } from './addition.pages.js';
import type { Offered } from './additions.js';
import { journeyPage } from './journey-page.js';
import { freshConsentScript } from './fresh-consent.js';
import { groupRights } from './rights.js';
import type { Texts } from './texts/texts.js';
import { back, foreignNotice, journeyField, type Shown } from './shown.js';
import { zoneField, type ZoneChoice } from './zone-field.js';

/** Content of the consent page. */
interface RequestedConsent {
  scope: readonly Scope[];
  /** Names of the calendars. */
  calendars: readonly string[];
  /** The account that a link token names, if this browser is not linked to it. */
  foreign: string | null;
  /** Where the user returns to. */
  redirectHost: string;
  /** Whether calendars are still being read, and the page is to be loaded again. */
  reading: { again: string } | null;
  /** The person who connected calendars here before, and where somebody else continues; null: nobody did. */
  known: { name: string | null; other: string } | null;
  /** The day on which the provider ends the connection by itself, as text; null: no end is known. */
  endsOn: string | null;
  /** The event that is added; null: none. */
  offered: Offered | null;
  /** The choice of a zone; null: there is one already. */
  zone: ZoneChoice | null;
}

const tick = html`<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
  <path
    fill="none"
    stroke="currentColor"
    stroke-width="2.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    d="m5 13 4.5 4.5L19 7.5"
  />
</svg>`;

/** What the application will be able to do, in groups. */
const rightsList = ({ t }: Shown, scope: readonly Scope[]): Html =>
  html`<ul class="rights">
    ${groupRights(t, scope).map(
      ({ title, rights }) =>
        html`<li>
          ${tick}<span><strong>${title}</strong><span class="dim">${rights}</span></span>
        </li>`,
    )}
  </ul>`;

const calendarList = (calendars: readonly string[]): Html =>
  html`<ul class="calendars">
    ${calendars.map((name) => html`<li>${tick}<span>${name}</span></li>`)}
  </ul>`;

const knownNotice = (t: Texts, { name, other }: NonNullable<RequestedConsent['known']>): Html =>
  html`<p class="lead">${name === null ? null : t.knownAs(name)} <a href="${other}">${t.notYou}</a></p>`;

/** Seconds until the calendars are probably read. */
const refreshSeconds = 3;

export function consentPage(shown: Shown, requested: RequestedConsent): string {
  const { t, brand } = shown;
  const { scope, calendars, foreign, redirectHost, reading, known, endsOn, offered, zone } = requested;
  const head = reading
    ? html`<meta http-equiv="refresh" content="${refreshSeconds};url=${reading.again}" />`
    : undefined;
  return journeyPage(
    { t, brand, title: t.allowAccess, head },
    html`<h1>${t.allowTitle(brand.name)}</h1>
      ${foreignNotice(t, foreign)} ${known === null ? null : knownNotice(t, known)}
      <section>
        <h2>${t.ableTo}</h2>
        ${rightsList(shown, scope)}
      </section>
      <section>
        <h2>${t.inCalendars}</h2>
        ${calendarList(calendars)} ${reading ? html`<p class="dim" role="status">${t.beingRead}</p>` : null}
        ${endsOn === null ? null : html`<p class="notice notice-warn">${t.endsOn(endsOn)}</p>`}
      </section>
      <form method="post" action="/oauth/authorize/consent">
        ${journeyField(shown)} ${offered === null ? null : additionPart(t, offered)}
        ${zone === null ? null : zoneField(t, zone)}
        <p class="dim">
          ${t.youReturnTo(redirectHost)} <a href="/connected-applications">${t.connectedApplications}</a>
        </p>
        <div class="buttons">
          <button name="decision" value="allow">${t.allow}</button>
          <button class="second" name="decision" value="deny">${t.deny}</button>
        </div>
      </form>
      ${back(shown)} ${new Html(`<script>${freshConsentScript}</script>`)}`,
  );
}
