// Markup whose inserted values are escaped, and the frame of all pages.
class Html {
  constructor(text) {
    this.text = text;
  }
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function textOf(part) {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === undefined || part === null || part === false
    ? ''
    : String(part).replace(/[&<>"']/g, (character) => entities[character]);
}

export const html = (strings, ...parts) =>
  new Html(strings.map((text, index) => text + (index < parts.length ? textOf(parts[index]) : '')).join(''));

export const page = (title, content, { isSignedIn = true } = {}) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        <script src="/live.js" defer></script>
      </head>
      <body>
        <header>
          <strong>Week view</strong>
          ${isSignedIn && html`<nav><a href="/">Week</a> <a href="/book">Book</a> <a href="/invites">Invites</a></nav>`}
        </header>
        <main>${content}</main>
      </body>
    </html>`.text;
