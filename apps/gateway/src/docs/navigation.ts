import { html, type Html } from '@kalends/design';
import { guideNames, guides } from './guides.js';
import { references, type ReferenceGroup } from './operations.js';

const link = (here: string, [path, title]: readonly [string, string]) =>
  html`<li><a href="${path}" ${path === here && html`aria-current="page"`}>${title}</a></li>`;

const groupItem = (here: string, { title, operations }: ReferenceGroup) =>
  html`<details ${operations.some(({ path }) => path === here) && html`open`}>
    <summary>${title}</summary>
    <ul>
      ${operations.map(
        ({ path, method, title: name }) =>
          html`<li>
            <a href="${path}" ${path === here && html`aria-current="page"`}
              ><span class="method ${method}">${method === 'delete' ? 'DEL' : method.toUpperCase()}</span> ${name}</a
            >
          </li>`,
      )}
    </ul>
  </details>`;

/** Links to all of the documentation; `here`: the path of the page that shows them. */
export const docsNavigation = (here: string): Html =>
  html`<div class="side">
    <input type="checkbox" id="contents" class="visually-hidden" />
    <label for="contents">Contents</label>
    <nav aria-label="Documentation">
      <h2>Guides</h2>
      <ul>
        ${guideNames.map((name) => link(here, [`/docs/${name}`, guides[name]]))}
      </ul>
      ${references().map(
        ({ path, title, groups }) =>
          html`<h2>${title}</h2>
            <ul>
              ${link(here, [path, 'Overview'])}
            </ul>
            ${groups.map((one) => groupItem(here, one))}`,
      )}
    </nav>
  </div>`;

/** A page of the documentation: its contents beside it. */
export const docsLayout = (here: string, content: Html): Html =>
  html`<div class="docs">${docsNavigation(here)} ${content}</div>`;
