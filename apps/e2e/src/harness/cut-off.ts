import type { Page } from 'playwright-core';

/** In the page: what is wider than the screen, or than the box that hides or scrolls it. Boxes of one pixel are for screen readers. */
const search = `(() => {
  const found = [];
  const name = (el) => (el.tagName.toLowerCase() + '.' + el.className + ' ' + el.textContent.trim()).slice(0, 80);
  const screen = document.documentElement;
  if (screen.scrollWidth > screen.clientWidth) found.push('the page');
  for (const el of document.body.querySelectorAll('*')) {
    const { width, left, right } = el.getBoundingClientRect();
    const { overflowX, visibility, clipPath } = getComputedStyle(el);
    if (width <= 1 || visibility === 'hidden' || el.closest('.skip') || clipPath !== 'none') continue;
    if (el.closest('pre') !== null && el.tagName !== 'PRE') continue;
    const isBounded = overflowX !== 'visible' && el.clientWidth > 1 && el.tagName !== 'INPUT';
    if (isBounded && el.tagName !== 'PRE' && el.scrollWidth > el.clientWidth + 1) found.push(name(el));
    const hasText = [...el.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim() !== '');
    if (hasText && el.closest('.stacking thead') === null && (right > screen.clientWidth + 1 || left < -1)) found.push(name(el));
  }
  return found;
})()`;

/** What of a page is cut off at its sides, or has to be scrolled sideways. */
export const cutOff = (page: Page): Promise<string[]> => page.evaluate(search);
