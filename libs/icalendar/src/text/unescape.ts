/** The text that a TEXT value means (RFC 5545 §3.3.11); a backslash before any other character is left out. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char));
