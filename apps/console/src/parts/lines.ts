/** Entries of a text that has one per line. */
export const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
