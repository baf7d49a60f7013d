import type { DocumentName } from '@kalends/public-api';
import { html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { docsNavigation } from '../navigation.js';

interface Shown {
  document: DocumentName;
  /** The address of the OpenAPI document. */
  openapi: string;
  /** The access token that "Try it out" sends unless the reader enters another; null where it may not be shown. */
  token: string | null;
}

const titles: Record<DocumentName, string> = {
  public: 'API reference',
  journey: 'API reference: browser journey',
  admin: 'API reference: administration',
};

/** The reference of one document; the browser renders it. */
export const referencePage = ({ document, openapi, token }: Shown): string =>
  developerPage(
    titles[document],
    html`${docsNavigation(document === 'public' ? '/docs' : `/docs/${document}`)}
      <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
      ${
        token !== null &&
        html`<p class="dim">“Try it out” sends the access token of the demo; “Authorize” takes another.</p>`
      }
      <div id="reference" data-openapi="${openapi}" data-token="${token ?? ''}">
        <noscript
          ><p>The reference needs scripts. Its source is <a href="${openapi}">${openapi}</a>.</p></noscript
        >
      </div>
      <script src="/docs/assets/swagger-ui-bundle.js"></script>
      <script src="/docs/assets/start.js"></script>`,
    { wide: true },
  );
