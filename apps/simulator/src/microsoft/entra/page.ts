import { html, type Answer } from '../../http/routing.js';

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f2f2f2,#1b1b1b)}' +
  'main{max-width:26rem;margin:3rem auto;padding:1.5rem 2rem;background:light-dark(#fff,#2b2b2b);overflow-wrap:anywhere;' +
  'box-shadow:0 2px 6px #0003}h1{font-size:1.5rem;margin:0 0 1rem}form{border-top:1px solid #8886;padding:.75rem 0}' +
  'form p{margin:0 0 .5rem}button{font:inherit;padding:.35rem 1rem;margin:0 .5rem .25rem 0;border:1px solid #8888;' +
  'background:light-dark(#eee,#444);color:inherit;cursor:pointer}button[value=allow]{background:#0067b8;color:#fff}';

/** A page in the look of the sign-in pages; plain forms, without scripts. */
export const page = (title: string, body: string, status = 200): Answer =>
  html(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>${title}</title><style>${style}</style><main><h1>${title}</h1>${body}</main></html>`,
    status,
  );

/** Hidden inputs that carry an application's parameters through a form. */
export const hidden = (values: Iterable<[string, string]>): string =>
  [...values].map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`).join('');
