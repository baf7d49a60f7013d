// What must hold in every state of the console, whatever somebody clicks or types. Bombadil reads this file.
import { always } from '@antithesishq/bombadil';
import { extract } from '@antithesishq/bombadil/browser';
import { actionsWithout } from './staying.js';

export { noUncaughtExceptions, noUnhandledPromiseRejections } from '@antithesishq/bombadil/browser/defaults/properties';

const isOfConsole = /^([a-z]+:\/\/[^/]+)?\/console([/?#]|$)/;

/** Without what signs out, or leads to the documentation. */
export const everything = actionsWithout(
  ({ href, textContent }) => (href !== null && !isOfConsole.test(href)) || textContent?.trim() === 'Sign out',
);

export { noConsoleErrors, noServerErrors, noForeignRequests } from './every-page.js';

/** Whether the page has a title and a way on: the list of pages, or signing in. */
const wayOn = extract(({ document }) => {
  const has = (selector) => document.querySelector(selector) !== null;
  const isLoading = !has('#console > *') || has('.centered, .loading, [aria-busy="true"]');
  return isLoading || (has('h1') && has('nav a, form button, main a'));
});
export const noDeadEnd = always(() => wayOn.current);
