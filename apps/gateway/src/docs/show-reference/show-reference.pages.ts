import { endpoints, type Endpoint } from '@kalends/public-api';
import { html, referenceStyles, type Html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import type { Demo } from '../../landing/landing.js';
import { guideNames, guides, guideTexts } from '../guides.js';
import { docsLayout } from '../navigation.js';
import { references, type Reference, type ReferenceGroup, type ShownOperation } from '../operations.js';

const openapiOf = ({ name }: Reference) => (name === 'public' ? '/openapi.json' : `/docs/${name}.json`);

const operationRow = ({ path, method, address, title }: ShownOperation): Html =>
  html`<li>
    <a href="${path}"
      ><span class="method ${method}">${method.toUpperCase()}</span> <strong>${title}</strong>
      <code>${address}</code></a
    >
  </li>`;

const groupSection = ({ title, text, operations }: ReferenceGroup): Html =>
  html`<h2>${title}</h2>
    <p class="dim">${text}</p>
    <ul class="operations">
      ${operations.map(operationRow)}
    </ul>`;

/** All operations of a reference in the order in which people need them. */
export const overviewPage = (reference: Reference): string =>
  developerPage(
    reference.title,
    docsLayout(
      reference.path,
      html`<main id="content" class="content">
        <article>
          <h1>${reference.title}</h1>
          <p>${reference.text}</p>
          <p class="dim">For tools: <a href="${openapiOf(reference)}">${openapiOf(reference)}</a> (OpenAPI 3.0)</p>
          ${reference.groups.map(groupSection)}
        </article>
      </main>`,
    ),
    { here: reference.path },
  );

const card = (path: string, title: string, text: string): Html =>
  html`<li>
    <a href="${path}"><strong>${title}</strong> <span>${text}</span></a>
  </li>`;

/** Where the documentation begins. */
export const startPage = (): string =>
  developerPage(
    'Documentation',
    docsLayout(
      '/docs',
      html`<main id="content" class="content">
        <article>
          <h1>Documentation</h1>
          <p>From the first call to an application in production.</p>
          <h2>Guides</h2>
          <ul class="cards">
            ${guideNames.map((name) => card(`/docs/${name}`, guides[name], guideTexts[name]))}
          </ul>
          <h2>References</h2>
          <ul class="cards">
            ${references().map(({ path, title, text }) => card(path, title, text))}
          </ul>
          <p class="dim">
            For programs: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a>,
            <a href="/asyncapi.json">asyncapi.json</a>
          </p>
        </article>
      </main>`,
    ),
    { here: '/docs' },
  );

/** Which scheme a call of the demo uses, and the token for it. */
function credentialsOf(
  { credential }: Endpoint,
  demo: Demo | null,
): { scheme: string; tokens: Record<string, string> } {
  const scheme = credential === 'api-key-or-token' ? 'access-token' : credential;
  const token = { 'access-token': demo?.access_token, 'api-key': demo?.client_secret }[scheme as 'api-key'];
  return { scheme, tokens: token === undefined ? {} : { [scheme]: token } };
}

const hints = new Map(
  Object.entries({
    'access-token': 'A call is sent with the access token of the demo.',
    'api-key': 'A call is sent with the key of the demo application.',
  }),
);

/** One operation; the browser renders it. `demo`: null where its values may not be shown. */
export function operationPage(reference: Reference, id: string, demo: Demo | null): string {
  const group = reference.groups.find(({ operations }) => operations.some((one) => one.id === id))!;
  const operation = group.operations.find((one) => one.id === id)!;
  const endpoint = endpoints.find((one) => one.operation === id)!;
  const { scheme, tokens } = credentialsOf(endpoint, demo);
  const all = reference.groups.flatMap(({ operations }) => operations);
  const at = all.indexOf(operation);
  const [previous, next] = [all[at - 1], all[at + 1]];
  return developerPage(
    operation.title,
    docsLayout(
      operation.path,
      html`<main id="content" class="content wide">
        <div>
          <p class="dim"><a href="${reference.path}">${reference.title}</a> › ${group.title}</p>
          ${Object.keys(tokens).length > 0 && html`<p class="dim">${hints.get(scheme)}</p>`}
          <div
            id="reference"
            data-openapi="${operation.path}.json"
            data-scheme="${scheme}"
            data-try="${reference.name === 'journey' ? 'no' : 'yes'}"
            data-tokens="${JSON.stringify(tokens)}"
          ></div>
          <div id="waiting">
            <h1>${operation.title}</h1>
            <p>
              <span class="method ${operation.method}">${operation.method.toUpperCase()}</span>
              <code>${operation.address}</code>
            </p>
            <p>${operation.text}</p>
            <noscript
              ><p>
                Members and examples are shown by a script. Their source is
                <a href="${operation.path}.json">${operation.path}.json</a>.
              </p></noscript
            >
          </div>
          <nav class="turn" aria-label="Previous and next">
            ${previous && html`<a rel="prev" href="${previous.path}"><small>Previous</small> ${previous.title}</a>`}
            ${next && html`<a rel="next" class="next" href="${next.path}"><small>Next</small> ${next.title}</a>`}
          </nav>
        </div>
        <script src="/docs/assets/reference.js" defer></script>
        <script src="/docs/assets/start.js" defer></script>
      </main>`,
    ),
    { here: operation.path, foreign: { selector: '#reference', styles: referenceStyles } },
  );
}
