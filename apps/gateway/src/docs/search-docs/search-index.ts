import { Marked, type Token, type Tokens } from 'marked';
import MiniSearch from 'minisearch';
import { guideNames, guides, type GuideName } from '../guides.js';
import { guideText } from '../guide-text.js';
import { references } from '../operations.js';

/** A part of the documentation that can be found. */
interface Entry {
  /** Where it is. */
  id: string;
  title: string;
  /** What it belongs to. */
  within: string;
  text: string;
}

export type Hit = Entry;

const markdown = new Marked();

const plain = (token: Token): string => {
  if (token.type === 'code') return (token as Tokens.Code).text;
  const parts = (token as Tokens.Generic).tokens ?? (token as Tokens.List).items ?? [];
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map(({ text }) => text)).join(' ');
  }
  return parts.length === 0 ? ((token as Tokens.Text).text ?? '') : parts.map(plain).join(' ');
};

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

function sectionsOf(name: GuideName): Entry[] {
  const entries: Entry[] = [];
  for (const token of markdown.lexer(guideText(name, { base: '', demo: null }))) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      const id = depth === 1 ? `/docs/${name}` : `/docs/${name}#${anchorOf(text)}`;
      entries.push({ id, title: text.replaceAll('`', ''), within: `Guide: ${guides[name]}`, text: '' });
    } else entries.at(-1)!.text += ` ${plain(token)}`;
  }
  return entries;
}

const operations = (): Entry[] =>
  references().flatMap((reference) =>
    reference.groups.flatMap((group) =>
      group.operations.map(({ path, method, address, title, text }) => ({
        id: path,
        title,
        within: `${reference.title}: ${group.title}`,
        text: `${method.toUpperCase()} ${address} ${text}`,
      })),
    ),
  );

const maxHits = 12;
const maxWords = 8;

/** The words of the documentation, with where they are. Bounded by the documentation itself. */
export class SearchIndex {
  private readonly index: MiniSearch<Entry>;

  constructor(entries: readonly Entry[] = [...guideNames.flatMap(sectionsOf), ...operations()]) {
    this.index = new MiniSearch<Entry>({
      fields: ['title', 'within', 'text'],
      storeFields: ['id', 'title', 'within', 'text'],
      searchOptions: {
        boost: { title: 3 },
        prefix: true,
        fuzzy: (word) => (word.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    });
    this.index.addAll(entries);
  }

  /** The best parts first, at most twelve; the first eight words of the query count. */
  find(query: string): Hit[] {
    const words = query.split(/\s+/).filter((word) => word !== '');
    return this.index.search(words.slice(0, maxWords).join(' ')).slice(0, maxHits) as unknown as Hit[];
  }
}
