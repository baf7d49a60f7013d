/** The text of a TEXT value (RFC 5545 §3.3.11); a backslash before any other character is dropped. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char));
