import { Marked, type Tokens } from 'marked';
import { html, Html } from '@kalends/design';
import { isGuide } from '../guides.js';

/** As GitHub names headings, so that links work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/**
 * The address that a link of a guide leads to when served: other guides and addresses of this server or of the web. Throws for
 * a file that is not served.
 */
export function servedAddress(link: string): string {
  if (/^(https:\/\/|#|\/(?!\/))/.test(link)) return link;
  const [, name = '', anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (!isGuide(name)) throw new Error(`a guide links to ${link}, which is not served`);
  return `/docs/${name}${anchor}`;
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // raw HTML is text
    html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
    image({ href }: Tokens.Image) {
      throw new Error(`a guide shows ${href}: images are not served`);
    },
  },
  walkTokens: (token) => {
    if (token.type === 'link') token.href = servedAddress((token as Tokens.Link).href);
  },
});

/** Markup of a guide's Markdown (CommonMark with tables). Throws where it needs what is not served. */
export const renderGuide = (text: string): Html => new Html(markdown.parse(text, { async: false }));
