import { html } from '@kalends/design';
import { isForPerson, type PageFor } from '../../http/for-person.js';
import { journeyPage } from './journey-page.js';
import { textsFor, type Texts } from './texts/texts.js';

function wordsFor(t: Texts, status: number): [title: string, note: string] {
  if (status === 404) return [t.pageMissing, t.pageMissingNote];
  if (status === 405) return [t.notDirect, t.notDirectNote];
  if (status === 429) return [t.tooManyTitle, t.tooManyRequests];
  if (status >= 500) return [t.requestFailed, t.requestFailedNote];
  return [t.requestRefused, t.goBack];
}

/** What a person sees of an error. */
export const errorPageFor: PageFor = (request, status) => {
  if (!isForPerson(request)) return null;
  const t = textsFor(null, request);
  const [title, note] = wordsFor(t, status);
  return journeyPage(
    { t, title, brand: null },
    html`<h1>${title}</h1>
      <section role="alert"><p>${note}</p></section>`,
  );
};
