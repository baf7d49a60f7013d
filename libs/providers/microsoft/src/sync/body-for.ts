import type { RemoteCalendar } from '@kalends/provider-port/sync';
import type { Event } from '@microsoft/microsoft-graph-types';
import type { Present } from './change-event.js';
import { eventPath, type GraphApi } from './graph-api.js';
import { joinUrlOf, replaceText } from './meeting-block.js';
import { readEvent } from './resources.js';

/** The body for a new text; what Microsoft added for an online meeting stays in it. */
export async function bodyFor(
  { api, calendar }: { api: GraphApi; calendar: RemoteCalendar },
  { event }: Present,
  text: string,
): Promise<Event['body']> {
  const joinUrl = joinUrlOf(event);
  if (joinUrl === undefined) return { contentType: 'text', content: text };
  const call = { query: { $select: 'id,body,start,end' }, html: true };
  const { status, body } = await api.call(eventPath(calendar.href, event.id), call);
  const html = status < 300 ? (readEvent(body)?.body?.content ?? '') : '';
  return { contentType: 'html', content: replaceText(html, text, joinUrl) };
}
