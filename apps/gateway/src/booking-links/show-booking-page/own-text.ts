import { html, type Html } from '@kalends/design';

/** A text that may be written in another direction than the page. */
export const own = (text: string): Html => html`<bdi>${text}</bdi>`;
