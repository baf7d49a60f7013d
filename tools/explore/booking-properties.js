// What must hold on the page of a booking link that one visitor has, whatever they click. Bombadil reads this file.
import { always, now } from '@antithesishq/bombadil';
import { extract } from '@antithesishq/bombadil/browser';
import { actionsWithout } from './staying.js';

export { noUncaughtExceptions, noUnhandledPromiseRejections } from '@antithesishq/bombadil/browser/defaults/properties';
export { noConsoleErrors, noServerErrors, noForeignRequests } from './every-page.js';

/** Without what leads back to the application, or downloads. */
export const everything = actionsWithout(
  ({ href }) => href !== null && !/^([?#]|(http:\/\/[^/]+)?\/rts\/[^./]+(\?|$))/.test(href),
);

const text = extract(({ document }) => document.body?.innerText ?? '');
const heading = extract(({ document }) => document.querySelector('h1')?.textContent ?? '');

/** Nobody else takes a time, so one that is offered can be booked. */
export const everyOfferedTimeIsBookable = always(
  () => !/was taken meanwhile|did not accept the chosen time|had been open for too long/.test(text.current),
);

const isBooked = () => /^(It is booked|Your time is reserved)$/.test(heading.current.trim());
const offersTimes = extract(({ document }) => document.querySelector('body:not([hidden]) .pick') !== null);

/** Once a time is booked, no page, also after Back, offers times as if none were. */
export const backNeverLies = always(now(isBooked).implies(always(() => !offersTimes.current)));

export const thePageAnswers = always(() => !/cannot be shown right now|too many requests/i.test(text.current));

/** The page of a reserved time continues by itself. */
const wayOn = extract(
  ({ document }) =>
    document.readyState !== 'complete' || document.querySelector('main a, main button, .sign.busy') !== null,
);
export const noDeadEnd = always(() => wayOn.current);
