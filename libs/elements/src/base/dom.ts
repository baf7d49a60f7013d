type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * An element with attributes, listeners (`onclick`) and children. Texts become text nodes: there is no way from a text to markup. `false`
 * and `null` leave an attribute or a child out.
 */
export function h(
  tag: string,
  attributes: Readonly<{ [name: string]: Value }> = {},
  ...children: Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

const svgSpace = 'http://www.w3.org/2000/svg';

/** A line drawing of 24 by 24, hidden from screen readers. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(svgSpace, 'svg');
  for (const [name, value] of [['viewBox', '0 0 24 24'], ['aria-hidden', 'true'], ['class', 'icon']]) svg.setAttribute(name!, value!); // prettier-ignore
  const line = document.createElementNS(svgSpace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const icons = {
  back: 'M15 5l-7 7 7 7',
  forth: 'M9 5l7 7-7 7',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3z',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  place: 'M12 21c4-5 6-8 6-11a6 6 0 1 0-12 0c0 3 2 6 6 11zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
} as const;

const steps = new Map(Object.entries({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }));

/**
 * Arrow keys move the focus among buttons of which one is a tab stop. `rows`: how far up and down lead; sideways follows the reading
 * direction.
 */
export function moveFocus(event: KeyboardEvent, buttons: readonly HTMLElement[], rtl: boolean): void {
  const at = buttons.indexOf(event.target as HTMLElement);
  const step = steps.get(event.key);
  if (at < 0) return;
  const ends = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : undefined;
  if (step === undefined && ends === undefined) return;
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const target = ends ?? at + (sideways && rtl ? -step! : step!);
  event.preventDefault();
  focusOne(buttons, buttons[Math.max(0, Math.min(buttons.length - 1, target))]!);
}

export function focusOne(buttons: readonly HTMLElement[], next: HTMLElement): void {
  for (const one of buttons) one.tabIndex = one === next ? 0 : -1;
  next.focus();
}
