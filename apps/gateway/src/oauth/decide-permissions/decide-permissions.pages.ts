import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import { html, type Html } from '@kalends/design';
import type { Brand } from '../journey/brand.js';
import { alarm, journeyPage } from '../journey/journey-page.js';
import { consentIdOf, consentProvider } from '@kalends/provider-registry';
import type { Texts } from '../journey/texts/texts.js';
import { hasNoSignIn, type RaisedProfile } from './decide-proof.js';

/** Common input of the pages of a request for permissions. */
export interface RequestedPermissions {
  t: Texts;
  brand: Brand;
  profiles: readonly RaisedProfile[];
  /** Where the user returns to. */
  redirectHost: string;
  /** Sealed state in the form. */
  sealed: string;
}

/** With the profile that has it; a built-in one has no name of its own, and a main calendar often the name of its profile. */
function calendarName({ provider_name, profile_name }: ProfileRecord, { calendar_name }: CalendarRecord): Html {
  const isNamed = provider_name === 'kalends' || profile_name === calendar_name;
  return html`${calendar_name} ${isNamed ? null : html`<span class="dim">${profile_name}</span>`}`;
}

const calendarLine = (profile: ProfileRecord, calendar: CalendarRecord): Html =>
  html`<li>${calendarName(profile, calendar)}</li>`;

const calendarList = ({ t, profiles }: RequestedPermissions): Html =>
  html`<h2>${t.inCalendars}</h2>
    <ul>
      ${profiles.flatMap(({ profile, calendars }) => calendars.map((one) => calendarLine(profile, one)))}
    </ul>`;

const calendarChoice = (profile: ProfileRecord, one: CalendarRecord): Html =>
  html`<li>
    <label
      ><input type="checkbox" name="calendar_ids" value="${one.calendar_id}" checked /><span
        >${calendarName(profile, one)}</span
      ></label
    >
  </li>`;

/** Of several calendars, the user may allow some. */
const calendarChoices = ({ t, profiles }: RequestedPermissions): Html =>
  html`<fieldset>
    <legend>${t.permissionChoose}</legend>
    <input type="hidden" name="choosing" value="1" />
    <ul class="calendars">
      ${profiles.flatMap(({ profile, calendars }) => calendars.map((one) => calendarChoice(profile, one)))}
    </ul>
  </fieldset>`;

const denyButton = (t: Texts): Html =>
  html`<button class="second" name="decision" value="deny" formnovalidate>${t.deny}</button>`;

const form = ({ sealed }: RequestedPermissions, content: Html): Html =>
  html`<form method="post" action="/oauth/permissions">
    <input type="hidden" name="permission" value="${sealed}" />
    ${content}
  </form>`;

const passwordField = (t: Texts, isApple: boolean): Html =>
  html`${isApple ? html`<p class="dim">${t.appPasswordHelp}</p>` : null}
    <label for="password">${isApple ? t.appPassword : t.password}</label>
    <input id="password" name="password" type="password" required autocomplete="off" />`;

/** How the user proves to be the owner of a profile. */
function proof({ t }: RequestedPermissions, { profile }: RaisedProfile): Html {
  const { provider_name: provider, profile_name: name } = profile;
  if (hasNoSignIn(profile)) return html`<p>${t.permissionOtherBrowser}</p>`;
  const consent = consentIdOf(provider);
  return html`<p>${t.permissionProve}</p>
    <p class="dim">${consent === null ? t.permissionUser(name) : t.relinkAt(consentProvider(consent)!.name, name)}</p>
    ${consent === null ? passwordField(t, provider === 'apple') : null}`;
}

function requestPage(requested: RequestedPermissions, error: string | null, content: Html): string {
  const { t, brand } = requested;
  const title = t.permissionTitle(brand.name);
  return journeyPage(
    { t, title: t.allowAccess, brand },
    html`<h1>${title}</h1>
      ${alarm(t, error)}
      <section>
        <h2>${t.ableTo}</h2>
        <ul>
          <li>${t.permissionAble}</li>
        </ul>
        ${content}
      </section>`,
  );
}

/** The user must first prove to be the owner of a profile. */
export function provePage(requested: RequestedPermissions, next: RaisedProfile, error: string | null): string {
  const { t } = requested;
  const isProvable = !hasNoSignIn(next.profile);
  const buttons = html`<div class="buttons">
    ${isProvable ? html`<button name="decision" value="prove">${t.continue}</button>` : null} ${denyButton(t)}
  </div>`;
  const list = calendarList(requested);
  return requestPage(requested, error, html`${list} ${form(requested, html`${proof(requested, next)} ${buttons}`)}`);
}

/** Everything is proved: the user decides. */
export function allowPage(requested: RequestedPermissions, error: string | null): string {
  const { t, redirectHost, profiles } = requested;
  const buttons = html`<div class="buttons">
    <button name="decision" value="allow">${t.allow}</button>
    ${denyButton(t)}
  </div>`;
  const note = html`<p class="dim">
    ${t.youReturnTo(redirectHost)} <a href="/connected-applications">${t.connectedApplications}</a>
  </p>`;
  const isChoice = profiles.flatMap(({ calendars }) => calendars).length > 1;
  const choice = isChoice ? calendarChoices(requested) : null;
  const list = isChoice ? null : calendarList(requested);
  return requestPage(requested, error, html`${list} ${form(requested, html`${choice} ${note} ${buttons}`)}`);
}
