import { listedZones } from '@kalends/icalendar';
import { html, type Html } from '../../http/pages/html.js';
import { page } from '../../http/pages/layout.js';
import { foreignNotice, journeyField, type Shown } from '../journey/shown.js';

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
  offered: { google: boolean; microsoft: { work: boolean; personal: boolean } };
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
          ${offered.google ? choice('google', { title: t.google, note: t.signInAt('Google') }, chosen === 'google') : null}
          ${offered.microsoft.work ? choice('exchange', { title: 'Microsoft 365', note: t.microsoft365Note }, chosen === 'exchange') : null}
          ${offered.microsoft.personal ? choice('live_connect', { title: 'Outlook.com', note: t.outlookNote }, chosen === 'live_connect') : null}
          ${choice('kalends', { title: t.builtIn, note: t.builtInNote }, chosen === 'kalends')}
          ${choice('apple', { title: t.apple, note: t.appleNote }, chosen === 'apple')}
          ${choice('caldav', { title: t.caldav, note: t.caldavNote }, chosen === 'caldav')}
        </fieldset>
        <label for="tzid">${t.timeZone}</label>
        <select id="tzid" name="tzid">
          ${zones.map((zone) => html`<option>${zone}</option>`)}
        </select>
        <div class="buttons"><button>${t.continue}</button></div>
      </form>`,
  );
}
