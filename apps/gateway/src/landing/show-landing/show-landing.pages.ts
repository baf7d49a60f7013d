import { html, type Html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { callList } from '../calls.js';
import type { Demo } from '../landing.js';

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
  /** The local date. */
  today: string;
}

const words = { ok: 'works', degraded: 'works, but needs an operator', failed: 'does not work' };

const stateOf = ({ name, status, failing }: ServiceState) =>
  html`<li class="${status}">${name} ${words[status]}${failing.length > 0 && ` (${failing.join(', ')})`}</li>`;

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

const reading = html`<section>
  <h2>Read</h2>
  <ul>
    <li><a href="/docs">API reference</a>: every call, explained, with examples</li>
    <li>Guides, from the <a href="/docs/quick-start">quick start</a> to moving an application here</li>
    <li>
      <a href="/openapi.json">openapi.json</a> for tools, <a href="/asyncapi.json">asyncapi.json</a> for operators
    </li>
    <li>
      <a href="/connected-applications">Connected applications</a>: what this browser's user has connected, and how to
      revoke it
    </li>
  </ul>
</section>`;

const calls = (demo: Demo, { base, today }: Shown): Html =>
  html`<section>
    <h2>The first three calls</h2>
    <p>With the token of a demo account, which is valid for an hour. A click selects a command.</p>
    ${callList({ base, today, accessToken: demo.access_token, calendarId: demo.calendar_id })}
  </section>`;

const demoSections = (demo: Demo, shown: Shown): Html =>
  html`${calls(demo, shown)}
    <section>
      <h2>Connect a calendar</h2>
      <p>
        Go through the journey that your users will: choose a calendar, sign in, allow. The demo application then shows
        what it may read. A built-in calendar needs no sign-in.
      </p>
      <p><a class="button" href="/demo/connect">Connect a calendar</a></p>
    </section>
    <section>
      <h2>A whole application</h2>
      <p>
        A week of all calendars, booking, and Smart Invites with live status, in a few small files. In another terminal:
      </p>
      <pre tabindex="0" role="group" aria-label="Start the example"><code>npm run example</code></pre>
      <p>Then open <a href="http://127.0.0.1:8080/">http://127.0.0.1:8080/</a>.</p>
    </section>`;

const hidden = html`<section>
  <h2>Demo</h2>
  <p>
    This installation has a demo application and account. Their values are not shown, because others than users of its
    machine may reach this page: they are in <code>demo.json</code> in its data directory.
  </p>
</section>`;

/** What this is, how it is, and what to do first. */
export const landingPage = (shown: Shown): string =>
  developerPage(
    'Calendar API',
    html`<h1>Kalends</h1>
      <p>
        A self-hosted calendar API: one HTTP API over the calendars of your application's users, whichever provider they
        use. It reads and writes events, finds times, sends Smart Invites, and is the OAuth provider for all of it.
      </p>
      ${state(shown.services)} ${shown.demo ? demoSections(shown.demo, shown) : shown.hasDemo && hidden} ${reading}`,
  );
