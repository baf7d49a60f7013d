// What must hold on every page of the product.
import { always } from '@antithesishq/bombadil';
import { extract } from '@antithesishq/bombadil/browser';

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
