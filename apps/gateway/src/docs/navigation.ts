import { html, type Html } from '@kalends/design';
import { guides } from './guides.js';

const references = [
  ['/docs', 'API'],
  ['/docs/journey', 'Browser journey'],
  ['/docs/admin', 'Administration'],
] as const;

const guidePages = Object.entries(guides).map(([name, title]) => [`/docs/${name}`, title] as const);

/** Links to all of the documentation; `here`: the path of the page that shows them. */
export const docsNavigation = (here: string): Html => {
  const link = ([path, title]: readonly [string, string]) =>
    html`<a href="${path}" ${path === here && html`aria-current="page"`}>${title}</a>`;
  return html`<nav aria-label="Documentation"><a href="/">Kalends</a> ${references.map(link)}</nav>
    <nav aria-label="Guides">${guidePages.map(link)}</nav>`;
};
