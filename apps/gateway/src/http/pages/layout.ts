import { docsStyles, documentOf, html, Html, mark } from '@kalends/design';

const pageStyle = `
body{min-height:100vh}
main{max-width:32rem;margin:0 auto;padding:var(--space-5) var(--space-4) var(--space-7);overflow-wrap:break-word}
main>*+*{margin-top:var(--space-4)}
section,main>form,.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius-m);padding:var(--space-5);
  box-shadow:var(--shadow)}
section>*+*,form>*+*{margin-top:var(--space-3)}
form form,section form{margin-top:var(--space-3)}
blockquote{margin:var(--space-2) 0;padding:var(--space-1) 0 var(--space-1) var(--space-4);border-inline-start:.2rem solid var(--line);user-select:all}
label.choice{border-bottom:1px solid var(--line)}
.buttons{display:flex;gap:var(--space-3);margin-top:var(--space-5)}.buttons>*{flex:1}
button.second,a.button.second{background:var(--surface);border-color:var(--line-strong);color:var(--ink)}
.alarm{border-inline-start:.25rem solid var(--danger);background:var(--danger-soft);border-radius:var(--radius-s);padding:var(--space-3) var(--space-4)}
.alarm strong{color:var(--danger)}
summary{padding:var(--space-2) 0;cursor:pointer}`;

/** A whole page: no scripts, one column, works on a phone, by keyboard and with a screen reader. `lang`: BCP 47. */
export function page(lang: string, title: string, content: Html): string {
  return documentOf({ lang, title: `${title} – Kalends`, styles: pageStyle }, html`<main>${content}</main>`);
}

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

/** The error, announced to screen readers. */
export const alarm = ({ didNotWork }: { didNotWork: string }, text: string | null): Html | null =>
  text === null ? null : html`<div class="alarm" role="alert"><strong>${didNotWork}</strong> ${text}</div>`;
