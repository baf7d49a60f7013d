import type { Page } from 'playwright-core';

/** What runs if a page takes a name for markup; `hostile.invalid` is requested by nothing else. */
const run = "window.hostileRan=1;fetch('//hostile.invalid/x')";

/** Names that are attacks on whoever shows them, by what they try. */
export const hostileNames: Readonly<Record<string, string>> = {
  'a script': `<script>${run}</script>`,
  'a script after an attribute': `"><script>${run}</script>`,
  'a script after an attribute in single quotes': `'><script>${run}</script>`,
  'an attribute': `" autofocus onfocus="${run}" x="`,
  'an attribute in single quotes': `' autofocus onfocus='${run}' x='`,
  'an attribute without quotes': `x onmouseover=window.hostileRan=1 style=position:fixed;inset:0`,
  'an image': `<img src=x onerror="${run}">`,
  'an image from elsewhere': `<img src="//hostile.invalid/x.png">`,
  'an SVG': `<svg onload="${run}"><circle r="9"/></svg>`,
  'a script in an SVG': `<svg><script>${run}</script></svg>`,
  'an animation': `<svg><animate onbegin="${run}" attributeName="x" dur="1s"/></svg>`,
  'a foreign object': `<svg><foreignObject><iframe src="javascript:${run}"></iframe></foreignObject></svg>`,
  MathML: `<math><mtext><table><mglyph><style><!--</style><img src onerror="${run}">`,
  'a link in MathML': `<math href="javascript:window.hostileRan=1"><mi>x</mi></math>`,
  'a javascript address': `javascript:window.hostileRan=1//`,
  'a javascript address in disguise': `java&#x09;script:window.hostileRan=1`,
  'a data address': `data:text/html,<script>parent.hostileRan=1</script>`,
  'a frame': `<iframe srcdoc="<script>parent.hostileRan=1</script>"></iframe>`,
  'an object': `<object data="//hostile.invalid/x.svg"></object><embed src="//hostile.invalid/y">`,
  'a base': `<base href="//hostile.invalid/">`,
  'a refresh': `<meta http-equiv="refresh" content="0;url=//hostile.invalid/">`,
  'the end of a title': `</title><script>${run}</script>`,
  'the end of a text area': `</textarea><img src=x onerror="${run}">`,
  'the end of a script': `</script><script>${run}</script>`,
  'the end of a style': `</style><img src=x onerror="${run}">`,
  'a comment': `--><img src=x onerror="${run}"><!--`,
  'a template': `{{constructor.constructor('window.hostileRan=1')()}} \${window.hostileRan=1} <%= 7*7 %>`,
  'a string of JSON': `\\"}];window.hostileRan=1;//`,
  'a style': `};body{background:url(//hostile.invalid/x)}@import "//hostile.invalid/y";/*`,
  'a form': `</form><form action="//hostile.invalid/"><button>Allow</button>`,
  'full-width letters': `＜script＞window.hostileRan=1＜/script＞`,
  'letters that turn the text around': `\u202e>tpircs/<1=naRelitsoh.wodniw>tpircs<`,
};

/** Watches a page for anything that a name has made happen. */
export class HostileWatch {
  private readonly seen: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly origins: readonly string[],
  ) {
    page.on('dialog', (dialog) => {
      this.seen.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !origins.includes(new URL(url).origin)) this.seen.push(`a request: ${url}`);
    });
    // what a policy stops was taken for markup as well
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy'))
        this.seen.push(message.text());
    });
  }

  /** What has happened on the page so far, and each name that it does not show letter by letter. */
  async faults(names: readonly string[]): Promise<string[]> {
    const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const shown = spaced(await this.page.evaluate<string>('document.body.textContent'));
    const missing = names.filter((name) => !shown.includes(spaced(name)));
    const hasRun = (await this.page.evaluate('window.hostileRan')) !== undefined;
    const place = new URL(this.page.url()).pathname;
    const faults = [...this.seen.splice(0), ...(hasRun ? ['a script ran'] : [])];
    return [...faults, ...missing.map((name) => `not shown: ${name}`)].map((fault) => `${place}: ${fault}`);
  }
}
