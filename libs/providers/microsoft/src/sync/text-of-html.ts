import { Parser } from 'htmlparser2';

/** UTF-16 units of HTML that are read; images in it may take megabytes. */
const maxRead = 1_048_576;
/** Elements inside each other, after which nothing more is read: the parser's time grows with the square of them. */
const deepest = 1_000;
/** What begins a line of its own. */
const blocks = new Set(
  'address article blockquote dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** What nobody sees. */
const hidden = new Set(['head', 'script', 'style', 'title']);

/** Collects the lines of a text; blanks are joined, as browsers do. */
class Lines {
  private readonly parts: string[] = [];
  private isLineEmpty = true;
  private isSpaced = false;

  add(text: string): void {
    for (const [index, word] of text.split(/[\t\n\r ]/).entries()) {
      this.isSpaced ||= index > 0;
      if (word === '') continue;
      if (this.isSpaced && !this.isLineEmpty) this.parts.push(' ');
      this.parts.push(word);
      this.isSpaced = false;
      this.isLineEmpty = false;
    }
  }

  /** `always`: also after an empty line. */
  end(always: boolean): void {
    if (always || !this.isLineEmpty) this.parts.push('\n');
    this.isLineEmpty = true;
    this.isSpaced = false;
  }

  text(): string {
    return this.parts.join('').replaceAll('\u00a0', ' ').trim();
  }
}

/**
 * The text of an HTML body, with an address after the words that link to it: Graph sends HTML in spite of the requested text where a client
 * stored it so. One pass over at most the first million characters.
 */
export function textOfHtml(html: string): string {
  const lines = new Lines();
  const links: string[] = [];
  let unseen = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      depth += 1;
      if (depth > deepest) return parser.pause();
      if (hidden.has(name)) unseen += 1;
      if (name === 'a') links.push(href);
      if (name === 'br') lines.end(true);
      else if (blocks.has(name)) lines.end(false);
    },
    ontext: (text) => unseen === 0 && lines.add(text),
    onclosetag(name) {
      depth -= 1;
      if (hidden.has(name)) unseen -= 1;
      const href = name === 'a' ? links.pop() : undefined;
      if (href && /^(?:https?|mailto|tel):/i.test(href)) lines.add(`<${href}>`);
      if (blocks.has(name)) lines.end(false);
    },
  });
  parser.end(html.slice(0, maxRead));
  return lines.text();
}
