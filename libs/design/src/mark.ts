const drawing =
  '<rect width="32" height="32" rx="8" fill="#3447c4"/><rect x="8" y="7" width="4" height="18" rx="2" fill="#fff"/>' +
  '<path d="M24.6 7.2A12 12 0 0 0 24.6 24.8A9.9 9.9 0 0 1 14.6 16A9.9 9.9 0 0 1 24.6 7.2Z" fill="#fff"/>' +
  '<circle cx="24" cy="16" r="2.6" fill="#ff8a76"/>';

/** The mark: a K whose arms are the new moon, with the first day of the month. An SVG image; `size` in pixels. */
export const mark = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" role="img" aria-label="Kalends">${drawing}</svg>`;

/** The same as a file, for favicons. */
export const favicon = mark(32);
