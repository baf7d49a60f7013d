import { Marked, type Token, type Tokens } from 'marked';
import { html, Html } from '@kalends/design';
import { codeTabs, type Variant } from '../../http/code/highlight.js';
import { inAllLanguages } from '../../http/code/translate-call.js';
import { isGuide } from '../guides.js';
import { drawSequence } from './draw-sequence.js';
import { readSequence } from './read-sequence.js';

/** As GitHub names headings, so that links work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const references = /^\/(docs|connected-applications|console|changes|$)/;

/**
 * The address that a link of a guide leads to when served: other guides and addresses of this server or of the web. Throws for
 * a file that is not served.
 */
export function servedAddress(link: string): string {
  if (/^(https:\/\/|http:\/\/127\.0\.0\.1:\d+\/|#)/.test(link) || (references.test(link) && !link.startsWith('//')))
    return link;
  const [, name = '', anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (!isGuide(name)) throw new Error(`a guide links to ${link}, which is not served`);
  return `/docs/${name}${anchor}`;
}

/** Blocks of code that follow one another in different languages are variants of one. */
interface Variants {
  type: 'variants';
  raw: string;
  blocks: Variant[];
}

const isCode = (token: Token | undefined): token is Tokens.Code =>
  token?.type === 'code' && (token as Tokens.Code).lang !== 'mermaid';

/** A block that is shown live, too, begins its own variants. */
const liveElement = /^html live (kalends-[a-z-]+)$/;

function withVariants(tokens: Token[]): Token[] {
  const solid = tokens.filter(({ type }) => type !== 'space');
  const grouped: Token[] = [];
  for (const token of solid) {
    const last = grouped.at(-1) as Variants | Token | undefined;
    if (!isCode(token)) grouped.push(token);
    else {
      const block = { language: token.lang ?? '', text: token.text };
      const group = last?.type === 'variants' ? (last as Variants) : undefined;
      const isLive = liveElement.test(block.language);
      if (group && !isLive && !group.blocks.some(({ language }) => language === block.language))
        group.blocks.push(block);
      else grouped.push({ type: 'variants', raw: token.raw, blocks: [block] } satisfies Variants);
    }
  }
  return grouped;
}

/** The place in which a script shows an Element; its code follows. */
const liveOf = (element: string): Html =>
  html`<div class="live" data-element="${element}"><output aria-live="polite"></output></div>`;

const textOf = ({ blocks }: Variants, index: number): string => {
  const [only, ...more] = blocks;
  const live = liveElement.exec(only!.language)?.[1];
  if (live !== undefined)
    return liveOf(live).text + codeTabs([{ ...only!, language: 'html' }, ...more], `code-${index}`).text;
  const variants = more.length === 0 && only!.language === 'sh' ? inAllLanguages(only!.text) : blocks;
  return codeTabs(variants, `code-${index}`).text;
};

/** A heading of the second level, as the page's list of contents shows it. */
export interface Section {
  anchor: string;
  title: string;
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const anchor = anchorOf(text);
      const own =
        depth === 1 ? '' : html`<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`.text;
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${own}</h${depth}>\n`;
    },
    // raw HTML is text
    html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
    image({ href }: Tokens.Image) {
      throw new Error(`a guide shows ${href}: images are not served`);
    },
    code: ({ text }: Tokens.Code) => drawSequence(readSequence(text)).text,
  },
  walkTokens: (token) => {
    if (token.type === 'link') token.href = servedAddress((token as Tokens.Link).href);
  },
});

/**
 * Markup of a guide's Markdown (CommonMark with tables), and its sections. Code is coloured, one call is shown in several
 * languages, and a sequence diagram of Mermaid is drawn. Throws where it needs what is not served.
 */
export function renderGuide(text: string): { content: Html; sections: Section[] } {
  const tokens = markdown.lexer(text);
  void markdown.walkTokens(tokens, (token) => void markdown.defaults.walkTokens?.(token));
  const parts = withVariants(tokens).map((token, index) =>
    token.type === 'variants' ? textOf(token as unknown as Variants, index) : markdown.parser([token]),
  );
  const sections = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading' && (token as Tokens.Heading).depth === 2)
    .map(({ text: title }) => ({ anchor: anchorOf(title), title: title.replaceAll('`', '') }));
  return { content: new Html(parts.join('\n')), sections };
}
