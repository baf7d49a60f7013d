import { html, type Html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { docsLayout } from '../navigation.js';
import type { Hit } from './search-index.js';

const shownLength = 140;

/** The text around the first word of the query, else its beginning. */
function excerptOf(text: string, query: string): string {
  const solid = text.replaceAll(/\s+/g, ' ').trim();
  const [word = ''] = query.toLowerCase().split(/\s+/);
  const start = Math.max(0, solid.toLowerCase().indexOf(word) - shownLength / 3);
  const shown = solid.slice(start, start + shownLength);
  return `${start > 0 ? '…' : ''}${shown}${start + shownLength < solid.length ? '…' : ''}`;
}

const hitItem = ({ id, title, within, text }: Hit, query: string): Html =>
  html`<li>
    <a href="${id}"><strong>${title}</strong> <small>${within}</small> <span>${excerptOf(text, query)}</span></a>
  </li>`;

const none = (query: string): Html =>
  query === ''
    ? html`<p class="dim">Enter what you are looking for.</p>`
    : html`<p class="dim">Nothing was found for “${query}”.</p>`;

/** What was found; the script of all pages shows the part `results` while the reader types. */
export const searchPage = (query: string, hits: readonly Hit[]): string =>
  developerPage(
    'Search',
    docsLayout(
      '/docs/search',
      html`<main id="content" class="content">
        <article>
          <h1>Search</h1>
          <div id="results">
            ${
              hits.length === 0
                ? none(query)
                : html`<ul class="hits">
                    ${hits.map((hit) => hitItem(hit, query))}
                  </ul>`
            }
          </div>
        </article>
      </main>`,
    ),
    { here: '/docs/search', query },
  );
