import { listedZones } from '@kalends/icalendar';
import type { AccountKind } from '@kalends/provider-registry';
import { html, type Html } from '@kalends/design';
import { page } from '../../http/pages/layout.js';
import { foreignNotice, journeyField, type Shown } from '../journey/shown.js';
import { localized } from '../journey/texts/localized.js';

interface Described {
  title: string;
  note: string;
}

const choice = (value: string, { title, note }: Described, checked: boolean): Html =>
  html`<label class="choice"
    ><input type="radio" name="provider_name" value="${value}" ${checked ? html`checked` : null} required /><span
      ><strong>${title}</strong><span class="dim">${note}</span></span
    ></label
  >`;

export interface Choice {
  /** The provider that the application requested, or null. */
  chosen: string | null;
  /** Names of profiles that this browser's account already has. */
  connected: readonly string[];
  /** The account that a link token names, if this browser is not linked to it. */
  foreign: string | null;
  /** The kinds of accounts, in order. */
  offered: readonly AccountKind[];
}

/** The choice of a calendar to connect. */
export function choosePage(shown: Shown, { chosen, connected, foreign, offered }: Choice): string {
  const zones = ['Etc/UTC', ...listedZones().filter((zone) => zone !== 'Etc/UTC')];
  const { t } = shown;
  return page(
    t.lang,
    t.connectCalendar,
    html`<h1>${t.connectTo(shown.application)}</h1>
      ${foreignNotice(t, foreign)}
      ${
        connected.length > 0
          ? html`<section>
              <h2>${t.connectedAlready}</h2>
              <ul>
                ${connected.map((name) => html`<li>${name}</li>`)}
              </ul>
            </section>`
          : null
      }
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <fieldset>
          <legend>${t.whichCalendar}</legend>
          ${connected.length > 0 ? choice('connected', { title: t.theConnected, note: t.theConnectedNote }, true) : null}
          ${offered.map(({ name, title, note }) =>
            choice(name, { title: localized(t, title), note: localized(t, note) }, chosen === name),
          )}
        </fieldset>
        <label for="tzid">${t.timeZone}</label>
        <select id="tzid" name="tzid">
          ${zones.map((zone) => html`<option>${zone}</option>`)}
        </select>
        <div class="buttons"><button>${t.continue}</button></div>
      </form>`,
  );
}
