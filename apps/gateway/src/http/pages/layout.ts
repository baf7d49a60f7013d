import { docsStyles, documentOf, html, Html, mark } from '@kalends/design';

interface DeveloperOptions {
  /** Seconds after which the browser loads it again. */
  refresh?: number;
  /** The path of the page, which the header marks. */
  here?: string;
  /** Further elements of the head. */
  head?: Html;
  /** What this page has beyond the others. */
  styles?: string;
  /** For a part that has its own layout. */
  foreign?: { selector: string; styles: string };
  /** What the reader searched for. */
  query?: string;
}

const sections = [
  ['/docs', 'Docs'],
  ['/docs/api', 'API'],
  ['/console', 'Console'],
] as const;

const sectionOf = (here: string) => sections.findLast(([path]) => here === path || here.startsWith(`${path}/`))?.[0];

const header = (here: string, query: string) =>
  html`<header class="top">
    <a class="brand" href="/">${new Html(mark(28))} Kalends</a>
    <nav aria-label="Sections">
      ${sections.map(
        ([path, title]) =>
          html`<a href="${path}" ${path === sectionOf(here) && html`aria-current="true"`}>${title}</a>`,
      )}
    </nav>
    <form role="search" action="/docs/search">
      <input
        type="search"
        name="q"
        value="${query}"
        placeholder="Search the docs"
        aria-label="Search the docs"
        maxlength="100"
      />
    </form>
  </header>`;

/**
 * A whole page for developers, in English. Its script ({@link pageScript}) adds comfort only: copying, results while typing. Send it
 * with {@link developerHeaders}.
 */
export const developerPage = (
  title: string,
  content: Html,
  { refresh, here = '', head, styles = '', foreign, query = '' }: DeveloperOptions = {},
): string =>
  documentOf(
    {
      lang: 'en',
      title: `${title} – Kalends`,
      styles: docsStyles + styles,
      foreign,
      refresh,
      head: html`${head}
        <script src="/docs/assets/pages.js" defer></script>`,
    },
    html`<a class="skip" href="#content">Skip to the content</a> ${header(here, query)} ${content}`,
  );

/** Pages for developers load scripts of this server, and send requests to it only. */
export const developerHeaders = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'unsafe-inline';img-src 'self' data:;connect-src 'self';frame-ancestors 'none';base-uri 'none';form-action 'self'",
} as const;
