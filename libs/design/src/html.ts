/** Markup that needs no more escaping. */
export class Html {
  constructor(readonly text: string) {}
}

const entities = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }));

type Part = Html | readonly Html[] | string | number | null | undefined | false;

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one: Html) => one.text).join('');
  if (part === null || part === undefined || part === false) return '';
  return String(part).replace(/[&<>"']/g, (character) => entities.get(character)!);
}

/** Markup from a template; inserted values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''));
}
