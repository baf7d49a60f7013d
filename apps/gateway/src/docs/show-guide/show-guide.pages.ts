import { readFileSync } from 'node:fs';
import { html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { guides, type GuideName } from '../guides.js';
import { docsNavigation } from '../navigation.js';
import { renderGuide } from './render-guide.js';

/** The same place from sources, builds, bundles and images. */
const folder = new URL('../../../../../docs/guides/', import.meta.url);

const rendered = new Map<GuideName, string>();

/** The page of a guide, rendered once. */
export function guidePage(name: GuideName): string {
  const page = rendered.get(name) ?? pageOf(name);
  rendered.set(name, page);
  return page;
}

function pageOf(name: GuideName): string {
  const content = renderGuide(readFileSync(new URL(`${name}.md`, folder), 'utf8'));
  return developerPage(
    guides[name],
    html`${docsNavigation(`/docs/${name}`)}
      <article>${content}</article>`,
  );
}
