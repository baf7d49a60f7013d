import { lineName, unfold } from './content-lines.js';
import { fold } from './fold.js';

/** A component with its content lines (unfolded, otherwise as written) and sub-components in order. */
export interface ComponentNode {
  name: string;
  items: (string | ComponentNode)[];
}

/** The top-level components of a text; `null` if BEGIN and END do not match. */
export function parseTree(text: string): ComponentNode[] | null {
  const root: ComponentNode = { name: '', items: [] };
  const stack = [root];
  for (const line of unfold(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)) {
    const name = lineName(line);
    const value = line
      .slice(line.indexOf(':') + 1)
      .trim()
      .toUpperCase();
    if (name === 'BEGIN') {
      const node: ComponentNode = { name: value, items: [] };
      stack.at(-1)!.items.push(node);
      stack.push(node);
    } else if (name === 'END') {
      if (stack.length < 2 || stack.pop()!.name !== value) return null;
    } else stack.at(-1)!.items.push(line);
  }
  return stack.length === 1 ? root.items.filter((item) => typeof item !== 'string') : null;
}

/** Text with CRLF and folded lines. */
export function printTree(node: ComponentNode): string {
  const inner = node.items.map((item) => (typeof item === 'string' ? fold(item) : printTree(item))).join('');
  return `${fold(`BEGIN:${node.name}`)}${inner}${fold(`END:${node.name}`)}`;
}

export const childrenOf = (node: ComponentNode, name: string): ComponentNode[] =>
  node.items.filter((item): item is ComponentNode => typeof item !== 'string' && item.name === name);

/** The first content line with that name. */
export const lineOf = (node: ComponentNode, name: string): string | undefined =>
  node.items.find((item): item is string => typeof item === 'string' && lineName(item) === name);

/**
 * Puts `lines` in place of the first line with one of these names (at the end of the properties if there is none) and
 * removes all others with these names.
 */
export function replaceLines(node: ComponentNode, names: readonly string[], lines: readonly string[]): void {
  const isNamed = (item: string | ComponentNode) => typeof item === 'string' && names.includes(lineName(item));
  const found = node.items.findIndex(isNamed);
  const firstChild = node.items.findIndex((item) => typeof item !== 'string');
  const at = found >= 0 ? found : firstChild >= 0 ? firstChild : node.items.length;
  const before = node.items.slice(0, at);
  const after = node.items.slice(at).filter((item) => !isNamed(item));
  node.items = [...before, ...lines, ...after];
}
