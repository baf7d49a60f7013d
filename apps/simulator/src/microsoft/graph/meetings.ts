import type { EventFields, MicrosoftCalendar } from '../model.js';
import type { MicrosoftStore } from '../store.js';

const none = ['unknown'] as const;

/** Online meetings that a calendar can have: those it was seeded with, else Teams in an organization. */
export const providersOf = (store: MicrosoftStore, calendar: MicrosoftCalendar): readonly string[] =>
  calendar.onlineMeetingProviders ??
  (store.users.get(calendar.email)!.kind === 'personal' ? none : (['teamsForBusiness'] as const));

const separator = '_'.repeat(80);

/** What Outlook appends to the body of an event with a Teams meeting. */
const blockOf = (joinUrl: string) =>
  `<br><div class="me-email-text"><div>${separator}</div><div>Microsoft Teams meeting</div>` +
  `<div><a href="${joinUrl}">Join the meeting now</a></div><div>${separator}</div></div>`;

/** A body with a meeting's block at its end. */
function withBlock(body: EventFields['body'], joinUrl: string): EventFields['body'] {
  const content = body?.content ?? '';
  const end = content.search(/<\/body>\s*<\/html>\s*$/i);
  const [before, after] = end < 0 ? [content, ''] : [content.slice(0, end), content.slice(end)];
  return { contentType: 'html', content: `${before}${blockOf(joinUrl)}${after}` };
}

function linkOf(store: MicrosoftStore, { email }: MicrosoftCalendar): string {
  const { tid, oid } = store.users.get(email)!;
  const context = encodeURIComponent(JSON.stringify({ Tid: tid, Oid: oid }));
  return `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${store.newId('meeting')}%40thread.v2/0?context=${context}`;
}

/**
 * The fields of an event with what its meeting requires: a new one if it is requested and the calendar has its kind; an
 * existing one stays, whatever is requested, until a body without its block is written.
 */
export function withMeeting(
  store: MicrosoftStore,
  calendar: MicrosoftCalendar,
  { fields, before }: { fields: EventFields; before: EventFields },
): EventFields {
  const { isOnlineMeeting: isAsked, onlineMeetingProvider, onlineMeeting: _, ...rest } = fields;
  const joinUrl = before.onlineMeeting?.joinUrl ?? undefined;
  if (joinUrl !== undefined) {
    if (!(fields.body?.content ?? '').includes(joinUrl)) return rest;
    const { onlineMeetingProvider: provider, onlineMeeting } = before;
    return { ...rest, isOnlineMeeting: true, onlineMeetingProvider: provider!, onlineMeeting: onlineMeeting! };
  }
  const providers = providersOf(store, calendar);
  const provider = onlineMeetingProvider === 'unknown' ? undefined : onlineMeetingProvider;
  const chosen = provider ?? providers[0]!;
  if (isAsked !== true || chosen === 'unknown' || !providers.includes(chosen)) return rest;
  const added = linkOf(store, calendar);
  return {
    ...rest,
    isOnlineMeeting: true,
    onlineMeetingProvider: chosen as 'teamsForBusiness',
    onlineMeeting: { joinUrl: added },
    body: withBlock(fields.body, added)!,
  };
}
