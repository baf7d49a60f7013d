import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of code. `page`: the file's name without `.md`. */
export interface CodeBlock {
  page: string;
  lang: string;
  text: string;
}

/** All fenced blocks of the Markdown files of a folder, in order. */
export const codeBlocks = (folder: string): CodeBlock[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, lang, text]) => ({
        page: file.replace('.md', ''),
        lang: lang!,
        text: text!,
      })),
    );
