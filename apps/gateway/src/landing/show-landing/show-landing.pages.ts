import { consentPlaces, everyConsentPlace } from '@kalends/contracts';
import { html, landingStyles, type Html } from '@kalends/design';
import { codeBlock } from '../../http/code/highlight.js';
import { developerPage } from '../../http/pages/layout.js';
import { callList } from '../calls.js';
import type { Demo } from '../landing.js';
import type { Week } from './layout-week.js';
import { weekView } from './week.pages.js';

export interface ServiceState {
  name: string;
  status: 'ok' | 'degraded' | 'failed';
  /** Names of the checks that did not succeed. */
  failing: readonly string[];
}

interface Shown {
  /** The public URL. */
  base: string;
  services: readonly ServiceState[];
  /** Null: nothing of it may be shown. */
  demo: Demo | null;
  hasDemo: boolean;
  /** Of the demo; null where it may not be shown or cannot be read. */
  week: Week | null;
  /** Where providers are played, for users of this machine. */
  simulatorUrl: string | null;
  hasExample: boolean;
  /** The local date. */
  today: string;
}

const badges = { ok: 'badge-ok', degraded: 'badge-warn', failed: 'badge-danger' };
const words = { ok: 'works', degraded: 'works, but needs an operator', failed: 'does not work' };

const stateOf = ({ name, status, failing }: ServiceState) =>
  html`<li class="badge ${badges[status]}">
    ${name} ${words[status]}${failing.length > 0 && ` (${failing.join(', ')})`}
  </li>`;

const state = (services: readonly ServiceState[]) =>
  html`<section>
    <h2>State</h2>
    <ul class="states">
      ${services.map(stateOf)}
    </ul>
    <p class="dim">
      As of the time this page was loaded. For monitoring, use <a href="/health/ready">/health/ready</a>.
    </p>
  </section>`;

const card = (path: string, title: string, text: string): Html =>
  html`<li>
    <a href="${path}"><strong>${title}</strong> <span>${text}</span></a>
  </li>`;

const further = ({ simulatorUrl }: Shown): Html =>
  html`<section>
    <h2>Further</h2>
    <ul class="cards">
      ${card('/docs/quick-start', 'Quick start', 'From nothing to the first event in five minutes.')}
      ${card('/docs', 'Guides', 'OAuth, events, availability, Smart Invites, callbacks and more.')}
      ${card('/docs/api', 'API reference', 'Every call, explained, with examples, and to try.')}
      ${card('/console', 'Console', 'Applications, their accounts and their callbacks.')}
      ${simulatorUrl && card(`${simulatorUrl}/`, 'Play a user', `Mailboxes of your own at ${everyConsentPlace}, which are played here.`)}
      ${card('/connected-applications', 'Connected applications', 'What the user of this browser has connected.')}
    </ul>
    <p class="dim">
      For programs: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a>,
      <a href="/asyncapi.json">asyncapi.json</a>, <a href="/.well-known/api-catalog">api-catalog</a>
    </p>
  </section>`;

const calls = (demo: Demo, { base, today }: Shown): Html =>
  html`<section>
    <h2>The first three calls</h2>
    <p>With the token of a demo account, which is valid for an hour. The third one appears in the week above.</p>
    ${callList({ base, today, accessToken: demo.access_token, calendarId: demo.calendar_id })}
  </section>`;

const journey = ({ simulatorUrl }: Shown): Html =>
  html`<section>
    <h2>Connect a calendar</h2>
    <p>
      Go through the journey that your users will: choose a calendar, sign in, allow. The demo application then shows
      what it may read.
      ${
        simulatorUrl
          ? html`${everyConsentPlace} are played here: continue as <code>ada@example.com</code>, and then
              <a href="${simulatorUrl}/">play the user</a>.`
          : html`A built-in calendar needs no sign-in.`
      }
    </p>
    <p class="row"><a class="button" href="/demo/connect">Begin the journey</a></p>
  </section>`;

const example = html`<section>
  <h2>A whole application</h2>
  <p>
    A week of all calendars, booking, and Smart Invites with live status, in a few small files. In another terminal:
  </p>
  ${codeBlock('npm run example', 'sh')}
  <p>Then open <a href="http://127.0.0.1:8080/">http://127.0.0.1:8080/</a>.</p>
</section>`;

const hidden = html`<section>
  <h2>Demo</h2>
  <p>
    This installation has a demo application and account. Their values are not shown, because others than users of its
    machine may reach this page: they are in <code>demo.json</code> in its data directory.
  </p>
</section>`;

const hero = ({ demo, week, today }: Shown): Html =>
  html`<section class="hero ${!week && 'alone'}">
    <div>
      <h1>One API for every calendar</h1>
      <p class="lead">
        Kalends is a self-hosted calendar API. It reads and writes the calendars of your application's users, at
        ${consentPlaces}, Apple and any CalDAV server, finds times, sends Smart Invites, and is the OAuth provider for
        all of it.
      </p>
      <p class="row">
        <a class="button" href="/docs/quick-start">Quick start</a>
        ${demo && html`<a class="button button-quiet" href="/demo/connect">Connect a calendar</a>`}
      </p>
    </div>
    ${
      week &&
      html`<div class="stack-s">
        <h2>The demo's week <span class="badge badge-accent">live</span></h2>
        ${weekView(week, today)}
      </div>`
    }
  </section>`;

/** What this is, how it is, and what to do first. */
export const landingPage = (shown: Shown): string =>
  developerPage(
    'Calendar API',
    html`<main id="content" class="plain home">
      ${hero(shown)} ${state(shown.services)}
      ${shown.demo ? html`${calls(shown.demo, shown)} ${journey(shown)} ${shown.hasExample && example}` : shown.hasDemo && hidden}
      ${further(shown)}
    </main>`,
    { here: '/', styles: landingStyles },
  );
