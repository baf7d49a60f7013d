import type { GraphEvent } from './resources.js';

/** The line above the part of a body with which people join an online meeting. */
const rule = /_{20,}/g;

export const joinUrlOf = ({ onlineMeeting, onlineMeetingUrl }: GraphEvent): string | undefined =>
  onlineMeeting?.joinUrl ?? (onlineMeetingUrl || undefined);

function blockStart(content: string, joinUrl: string): number | undefined {
  const link = [joinUrl, joinUrl.replaceAll('&', '&amp;')].map((url) => content.indexOf(url)).find((at) => at >= 0);
  const lines = [...content.matchAll(rule)].map(({ index }) => index);
  const above = link === undefined ? lines : lines.filter((index) => index < link);
  return above[0] ?? link;
}

/** A text without the part that Microsoft adds for an online meeting, which it needs and nobody wrote. */
export function withoutBlock(text: string, joinUrl: string): string {
  const start = blockStart(text, joinUrl);
  if (start === undefined) return text;
  return text.slice(0, text.lastIndexOf('\n', start) + 1);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\r?\n/g, '<br>\r\n');

/**
 * The HTML with the text of its author replaced. The part for the online meeting stays as it is: without it, Microsoft
 * detaches the event from its meeting.
 */
export function replaceText(html: string, text: string, joinUrl: string): string {
  const start = blockStart(html, joinUrl);
  if (start === undefined) return `<html><body><div>${escaped(text)}</div></body></html>`;
  const before = html.slice(0, start);
  const tags = /(?:<(?!\/)[^<>]{0,2000}>\s{0,20}){1,10}$/.exec(before)?.[0] ?? '';
  // the tags of the document itself are written again
  const opened = tags.replace(/^[\s\S]*<body[^<>]*>/i, '');
  const block = html.slice(start - opened.length);
  const closed = /<\/html>\s*$/i.test(block) ? '' : '</body></html>';
  return `<html><body><div>${escaped(text)}</div>\r\n${block}${closed}`;
}
