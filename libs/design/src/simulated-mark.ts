import { Html } from './html.js';

const drawing =
  '<g fill="none" stroke="#868b96" stroke-width="2.2" stroke-linecap="round" stroke-dasharray="3.4 3.2">' +
  '<rect x="3.5" y="6" width="25" height="22.5" rx="5"/><path d="M4 13h24"/></g>' +
  '<path d="M10.5 3v5M21.5 3v5" fill="none" stroke="#868b96" stroke-width="2.2" stroke-linecap="round"/>';

const drawn = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${drawing}</svg>`;

/** The mark of what is simulated: a dashed calendar, and nobody's trademark. */
export const simulatedMark = (size: number): Html => new Html(drawn(size));
