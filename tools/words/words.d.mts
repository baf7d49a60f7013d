export function findWords(file: string, text: string): { line: number; word: string; instead: string; text: string }[];
