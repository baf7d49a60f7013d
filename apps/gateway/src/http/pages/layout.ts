import { documentOf, html, type Html } from '@kalends/design';

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

/** For pages that developers read: wider, with commands that a click selects whole. */
const developerStyle = `
main { max-width: 52rem }
.calls { list-style: none; padding: 0; margin: 0 }
pre { user-select: all; white-space: pre-wrap; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
.states { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.ok::before { content: '\\2713\\a0' } .degraded::before { content: '!\\a0' } .failed::before { content: '\\2717\\a0' }
.failed { color: var(--danger); font-weight: 600 }
table { border-collapse: collapse; width: 100% } td { padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem } nav a { padding: .25rem 0 }
nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none }
article { margin-top: 1.5rem } article h2 { margin: 1.75rem 0 .5rem } article pre { margin: .75rem 0 }
th { text-align: left; padding: .3rem .75rem .3rem 0 }`;

/** Swagger UI's own style sheet applies within; ours must not frame its sections. */
const wideStyle = `
main { max-width: 80rem } #reference section, #reference form { background: none; border: 0; border-radius: 0; margin: 0 }
#reference .version { background: none; border: 0; padding: 0 }
.dark-mode .swagger-ui { background: none } html.dark-mode { background: var(--ground) }
@media (max-width: 45rem) { .swagger-ui .wrapper, .swagger-ui .wrapper .block { padding: 0 }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; min-width: 0 }
  .swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-path-description-wrapper {
    max-width: 100%; flex: 1 1 100%; word-break: normal; overflow-wrap: anywhere }
  .swagger-ui .view-line-link { display: none }
  .swagger-ui .parameters-col_description input { max-width: 100% } .swagger-ui table { display: block; overflow-x: auto } }`;

interface DeveloperOptions {
  /** Seconds after which the browser loads it again. */
  refresh?: number;
  /** For content that has its own layout. */
  wide?: boolean;
}

/** The same for developers, in English. */
export const developerPage = (title: string, content: Html, { refresh, wide = false }: DeveloperOptions = {}): string =>
  documentOf(
    {
      lang: 'en',
      title: `${title} – Kalends`,
      styles: pageStyle + developerStyle + (wide ? wideStyle : ''),
      refresh,
    },
    html`<main>${content}</main>`,
  );
