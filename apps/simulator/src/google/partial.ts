import { invalid } from './api-error.js';

type Selection = Map<string, Selection | undefined>;

/** Reads `items(id,start/dateTime),nextPageToken`: names with what is selected below them. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): Selection {
    const selection = this.list(0);
    if (this.at < this.text.length) throw invalid('Invalid field selection.');
    return selection;
  }

  private list(depth: number): Selection {
    const selection: Selection = new Map();
    if (depth > 10) throw invalid('Invalid field selection.');
    do {
      const [name, below] = this.one(depth);
      const known = selection.get(name);
      selection.set(name, known && below ? new Map([...known, ...below]) : below);
    } while (this.takes(','));
    return selection;
  }

  private one(depth: number): [string, Selection | undefined] {
    const name = /^[\w*-]+/.exec(this.text.slice(this.at, this.at + 100))?.[0];
    if (name === undefined) throw invalid('Invalid field selection.');
    this.at += name.length;
    if (this.takes('/')) return [name, new Map([this.one(depth + 1)])];
    if (!this.takes('(')) return [name, undefined];
    const below = this.list(depth + 1);
    if (!this.takes(')')) throw invalid('Invalid field selection.');
    return [name, below];
  }

  private takes(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}

function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const key = selection.has(name) ? name : '*';
      if (!selection.has(key)) return [];
      const below = selection.get(key);
      return [[name, below ? select(member, below) : member]];
    }),
  );
}

/** The members of an answer that the parameter `fields` names, with wildcards; a malformed one is refused. */
export function partOf(body: unknown, fields: string): unknown {
  return select(body, new Reader(fields.replaceAll(/\s/g, '').slice(0, 2000)).read());
}
