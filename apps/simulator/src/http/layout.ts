import { html, type Answer } from './routing.js';

/** Text as HTML, also within a quoted attribute. */
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f2f2f2,#1b1b1b)}' +
  'main{max-width:26rem;margin:3rem auto;padding:1.5rem 2rem;background:light-dark(#fff,#2b2b2b);overflow-wrap:anywhere;' +
  'box-shadow:0 2px 6px #0003}main.wide{max-width:44rem}h1{font-size:1.5rem;margin:0 0 1rem}h2{font-size:1.1rem;' +
  'margin:1.5rem 0 .25rem}form{border-top:1px solid #8886;padding:.75rem 0}form p{margin:0 0 .5rem}' +
  'button,input,select{font:inherit}button{padding:.35rem 1rem;margin:0 .5rem .25rem 0;border:1px solid #8888;' +
  'background:light-dark(#eee,#444);color:inherit;cursor:pointer}' +
  'button[value=allow],button[value=create]{background:#0067b8;color:#fff}a{color:light-dark(#0067b8,#7cc0f5)}' +
  'label{display:block;margin:0 0 .5rem}label input:not([type=checkbox]){display:block;width:100%;box-sizing:border-box;' +
  'padding:.3rem}summary{cursor:pointer;padding:.25rem 0}details form{border:0;padding:.25rem 0 .5rem 1rem}' +
  'ul{padding-left:1.25rem}.refusal{border-left:4px solid #c33;padding-left:.75rem}.note{opacity:.75}' +
  '@media(max-width:40rem){main{margin:0;padding:1rem;box-shadow:none}}';

/** A page in the look of the sign-in pages; plain forms, without scripts. */
export function page(title: string, body: string, { status = 200, isWide = false } = {}): Answer {
  const answer = html(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>${escape(title)}</title><style>${style}</style><main${isWide ? ' class="wide"' : ''}>` +
      `<h1>${escape(title)}</h1>${body}</main></html>`,
    status,
  );
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return { ...answer, headers: { 'content-security-policy': policy } };
}

/** Hidden inputs that carry parameters through a form. */
export const hidden = (values: Iterable<[string, string]>): string =>
  [...values].map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`).join('');
