import { html, type Html } from './html.js';

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --dim: #566174; --line: #c9d1dc; --ground: #f4f6f9; --card: #fff;
  --accent: #1d5fbf; --on-accent: #fff; --alarm: #a4262c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf2; --dim: #a9b4c4; --line: #3d4858; --ground: #141a22;
  --card: #1d2530; --accent: #7db0ff; --on-accent: #0d1420; --alarm: #ff9b9f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: break-word }
section, form, .card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem;
  margin: 1rem 0 }
form form, section form { border: 0; padding: 0; margin: .75rem 0 0 }
h1 { font-size: 1.4rem; line-height: 1.25; margin: .5rem 0 } h2 { font-size: 1.05rem; margin: 0 0 .5rem }
p { margin: .5rem 0 } .dim { color: var(--dim); font-size: .92rem }
label { display: block; font-weight: 600; margin: .9rem 0 .25rem } .choice { display: flex; gap: .6rem; font-weight: 400;
  padding: .6rem .25rem; margin: 0; border-bottom: 1px solid var(--line) } .choice strong { display: block }
fieldset { border: 0; padding: 0; margin: 0 } legend { font-weight: 600; padding: 0 }
input:not([type=radio]), select { width: 100%; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--dim); border-radius: .4rem; padding: .55rem .6rem }
input[type=radio] { margin-top: .35rem; flex: none }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .4rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent) }
a.button { display: inline-block; font-weight: 600; padding: .6rem 1.25rem; border-radius: .4rem; text-decoration: none;
  text-align: center; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent) }
button.second, a.button.second { background: transparent; color: var(--accent) }
blockquote { margin: .5rem 0; padding: .25rem 0 .25rem .9rem; border-left: .2rem solid var(--line); user-select: all }
.buttons { display: flex; gap: .75rem; margin-top: 1.25rem } .buttons > * { flex: 1 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.alarm { border-left: .3rem solid var(--alarm); padding: .5rem .75rem; margin: 1rem 0 } .alarm strong { color: var(--alarm) }
summary { padding: .6rem 0; cursor: pointer; margin-top: .5rem }
ul { padding-left: 1.2rem; margin: .5rem 0 }`;

/** For pages that developers read: wider, with commands that a click selects whole. */
const developerStyle = `
main { max-width: 52rem } a { color: var(--accent) } h3 { font-size: 1rem; margin: 1rem 0 .25rem }
.calls { list-style: none; padding: 0; margin: 0 }
pre { user-select: all; margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem;
  background: var(--ground); font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
.states { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.ok::before { content: '\\2713\\a0' } .degraded::before { content: '!\\a0' } .failed::before { content: '\\2717\\a0' }
.failed { color: var(--alarm); font-weight: 600 }
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

/** A whole page: no scripts, one column, works on a phone, by keyboard and with a screen reader. `lang`: BCP 47. */
export function page(lang: string, title: string, content: Html): string {
  return documentOf({ lang, title, styles: style }, content);
}

interface DeveloperOptions {
  /** Seconds after which the browser loads it again. */
  refresh?: number;
  /** For content that has its own layout. */
  wide?: boolean;
}

/** The same for developers, in English. */
export const developerPage = (title: string, content: Html, { refresh, wide = false }: DeveloperOptions = {}): string =>
  documentOf(
    { lang: 'en', title, styles: style + developerStyle + (wide ? wideStyle : ''), refresh, noIcon: wide },
    content,
  );

interface Head {
  lang: string;
  title: string;
  styles: string;
  refresh?: number | undefined;
  /** For browsers, which would otherwise request one. */
  noIcon?: boolean;
}

function documentOf({ lang, title, styles, refresh, noIcon = false }: Head, content: Html): string {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}" />`}
        ${noIcon && html`<link rel="icon" href="data:," />`}
        <title>${title} – Kalends</title>
        <style>
          ${unescaped(styles)}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`.text;
}

const unescaped = (text: string): Html => Object.assign(html``, { text });

/** The error, announced to screen readers. */
export const alarm = ({ didNotWork }: { didNotWork: string }, text: string | null): Html | null =>
  text === null ? null : html`<div class="alarm" role="alert"><strong>${didNotWork}</strong> ${text}</div>`;
