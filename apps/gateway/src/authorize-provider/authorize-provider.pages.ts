import { html } from '../pages/html.js';
import { alarm, page } from '../pages/layout.js';

/** The Google account cannot be added to this account: the user chooses another, or goes back. */
export const connectedElsewherePage = (email: string, application: string, journey: string): string =>
  page(
    'Connected elsewhere',
    html`<h1>${email} is connected already</h1>
      ${alarm(`This Google account belongs to another account of ${application}. Nothing was changed.`)}
      <section>
        <p>
          A calendar can be in one account of an application only. Choose another one, or go back and sign in to
          ${application} with the account that has it.
        </p>
        <form method="get" action="/oauth/authorize/choose">
          <input type="hidden" name="journey" value="${journey}" />
          <div class="buttons"><button>Choose another calendar</button></div>
        </form>
        <form method="post" action="/oauth/authorize/consent">
          <input type="hidden" name="journey" value="${journey}" />
          <div class="buttons">
            <button class="second" name="decision" value="deny">Back to ${application}</button>
          </div>
        </form>
      </section>`,
  );
