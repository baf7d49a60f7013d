import { Html, html } from '@kalends/design';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import xml from 'highlight.js/lib/languages/xml';

const languages = { sh: bash, js: javascript, json, python, php, ruby, go, html: xml, jsx: javascript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const names = new Map([
  ['sh', 'curl'],
  ['js', 'Node'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['ruby', 'Ruby'],
  ['go', 'Go'],
  ['json', 'JSON'],
  ['html', 'HTML'],
  ['jsx', 'React'],
]);

/** What readers call a language of code; the language itself if it has no other name. */
export const languageName = (language: string): string => names.get(language) ?? language;

/** Code with its parts marked by classes, which the styles of the pages colour; escaped. */
export function highlighted(text: string, language: string): Html {
  if (!hljs.getLanguage(language)) return html`${text}`;
  return new Html(hljs.highlight(text, { language, ignoreIllegals: true }).value);
}

/** One block of code, which can be reached by keyboard, as it may scroll. */
export const codeBlock = (text: string, language: string): Html =>
  html`<div class="code">
    <pre
      tabindex="0"
      role="group"
      aria-label="${languageName(language)}"
    ><code class="language-${language}">${highlighted(text, language)}</code></pre>
  </div>`;

export interface Variant {
  language: string;
  text: string;
}

/** The same in several languages, of which the reader chooses one: radio buttons, without a script. `id`: unique in the page. */
export function codeTabs(variants: readonly Variant[], id: string): Html {
  if (variants.length === 1) return codeBlock(variants[0]!.text, variants[0]!.language);
  const idOf = (index: number) => `${id}-${index}`;
  return html`<div class="tabs" role="group" aria-label="Language">
    ${variants.map(
      ({ language }, index) =>
        html`<input
          type="radio"
          name="${id}"
          id="${idOf(index)}"
          value="${language}"
          ${index === 0 && html`checked`}
        />`,
    )}
    <div class="bar">
      ${variants.map(({ language }, index) => html`<label for="${idOf(index)}">${languageName(language)}</label>`)}
    </div>
    ${variants.map(({ language, text }) => html`<div class="panel">${codeBlock(text, language)}</div>`)}
  </div>`;
}
