// What must hold in every state of the console, whatever somebody clicks or types. Bombadil reads this file.
import { actions, always } from '@antithesishq/bombadil';
import { extract } from '@antithesishq/bombadil/browser';
import { defaultActions } from '@antithesishq/bombadil/browser/defaults';

export { noUncaughtExceptions, noUnhandledPromiseRejections } from '@antithesishq/bombadil/browser/defaults/properties';

const isOfConsole = /^([a-z]+:\/\/[^/]+)?\/console([/?#]|$)/;

/** Whether it signs out, or leads to the documentation. */
function leaves(action) {
  if (!action.Click) return false;
  const { href, textContent } = action.Click.fingerprint;
  return (href !== null && !isOfConsole.test(href)) || textContent?.trim() === 'Sign out';
}

/** Without what leaves the console. */
const staying = (tree) =>
  tree.branches
    ? {
        branches: tree.branches
          .filter(([, branch]) => branch.branches || !leaves(branch.value))
          .map(([weight, branch]) => [weight, staying(branch)]),
      }
    : tree;
export const everything = actions(() => staying(defaultActions.generate()));

/** Chromium reports each refused request as an error; a refusal of what somebody typed is right. */
const complaints = extract(({ console }) =>
  console
    .filter(({ level, args }) => level === 'error' && !/Failed to load resource.* 4\d\d/.test(JSON.stringify(args)))
    .map(({ args }) => JSON.stringify(args)),
);
export const noConsoleErrors = always(() => complaints.current.length === 0);

const failures = extract(({ window }) =>
  window.performance
    .getEntriesByType('resource')
    .filter(({ responseStatus }) => responseStatus >= 500)
    .map(({ name, responseStatus }) => `${responseStatus} ${name}`),
);
export const noServerErrors = always(() => failures.current.length === 0);

const foreign = extract(({ window }) =>
  window.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(window.location.origin) && !name.startsWith('data:')),
);
export const noForeignRequests = always(() => foreign.current.length === 0);

/** Whether the page has a title and a way on: the list of pages, or signing in. */
const wayOn = extract(({ document }) => {
  const has = (selector) => document.querySelector(selector) !== null;
  const isLoading = !has('#console > *') || has('.centered, .loading, [aria-busy="true"]');
  return isLoading || (has('h1') && has('nav a, form button, main a'));
});
export const noDeadEnd = always(() => wayOn.current);
