import { html, type Html } from '../http/pages/html.js';

const references = [
  ['/docs', 'API'],
  ['/docs/journey', 'Browser journey'],
  ['/docs/admin', 'Administration'],
] as const;

/** Links to all of the documentation; `here`: the path of the page that shows them. */
export const docsNavigation = (here: string): Html =>
  html`<nav aria-label="Documentation">
    <a href="/">Kalends</a>
    ${references.map(
      ([path, name]) => html`<a href="${path}" ${path === here && html`aria-current="page"`}>${name}</a>`,
    )}
  </nav>`;
