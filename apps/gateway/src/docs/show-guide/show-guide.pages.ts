import { html, type Html } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { guideNames, guides, type GuideName } from '../guides.js';
import { guideText, type GuideValues } from '../guide-text.js';
import type { Demo } from '../../landing/landing.js';
import { docsLayout } from '../navigation.js';
import { renderGuide, type Section } from './render-guide.js';

/** The latest page of each guide, with what it was rendered from. */
const rendered = new Map<GuideName, { text: string; page: string }>();

/** The page of a guide; rendered again when its values have changed. */
export function guidePage(name: GuideName, values: GuideValues): string {
  const text = guideText(name, values);
  const latest = rendered.get(name);
  if (latest?.text === text) return latest.page;
  const page = pageOf(name, text, values.demo);
  rendered.set(name, { text, page });
  return page;
}

const contentsOf = (sections: readonly Section[]): Html =>
  html`<nav class="toc" aria-label="On this page">
    <div>
      <p>On this page</p>
      <ul>
        ${sections.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`)}
      </ul>
    </div>
  </nav>`;

function turns(name: GuideName): Html {
  const at = guideNames.indexOf(name);
  const [previous, next] = [guideNames[at - 1], guideNames[at + 1]];
  return html`<nav class="turn" aria-label="Previous and next">
    ${previous && html`<a rel="prev" href="/docs/${previous}"><small>Previous</small> ${guides[previous]}</a>`}
    ${next && html`<a rel="next" class="next" href="/docs/${next}"><small>Next</small> ${guides[next]}</a>`}
  </nav>`;
}

/** What a live example needs of the demo: the page shows it anyway. */
const demoValues = (demo: Demo): Html =>
  html`<div
    id="live-demo"
    hidden
    data-sub="${demo.sub}"
    data-client="${demo.client_id}"
    data-key="${demo.client_secret}"
    data-calendar="${demo.calendar_id}"
  ></div>`;

const hasLive = (content: Html) => content.text.includes('<div class="live"');

function pageOf(name: GuideName, text: string, demo: Demo | null): string {
  const here = `/docs/${name}`;
  const { content, sections } = renderGuide(text);
  const script = hasLive(content) && html`<script type="module" src="/docs/assets/live.js"></script>`;
  const head = html`<link rel="alternate" type="text/markdown" href="${here}.md" />${script}`;
  return developerPage(
    guides[name],
    docsLayout(
      here,
      html`<main id="content" class="content ${sections.length > 1 && 'with-toc'}">
        <article>
          ${hasLive(content) && demo && demoValues(demo)} ${content}
          <p class="dim"><a href="${here}.md">This page as Markdown</a></p>
          ${turns(name)}
        </article>
        ${sections.length > 1 && contentsOf(sections)}
      </main>`,
    ),
    { here, head },
  );
}
