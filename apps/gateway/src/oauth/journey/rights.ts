import type { Scope } from '@kalends/public-api';
import type { Texts } from './texts/texts.js';

/** What people weigh first: who sees what, then who changes what. */
const groups: readonly (readonly [group: 'reads' | 'changes', scopes: readonly Scope[]])[] = [
  ['reads', ['read_events', 'list_calendars', 'read_account']],
  ['changes', ['create_event', 'delete_event', 'event_reminders', 'change_participation_status', 'create_calendar']],
];

export interface RightsGroup {
  title: string;
  /** A list in words. */
  rights: string;
}

/** Whoever reads events sees this anyway. */
const isOnlyTimes = (scope: readonly Scope[]) => scope.includes('read_free_busy') && !scope.includes('read_events');

/** The scopes as people weigh them: what is read, whether only free or busy, what is changed. */
export function groupRights(t: Texts, scope: readonly Scope[]): RightsGroup[] {
  const list = new Intl.ListFormat(t.lang, { type: 'conjunction' });
  const times = isOnlyTimes(scope) ? [{ title: t.rights.freeBusy, rights: t.rights.freeBusyNote }] : [];
  const named = groups.flatMap(([group, all]) => {
    const granted = all.filter((one) => scope.includes(one)).map((one) => t.scopes[one]);
    return granted.length === 0 ? [] : [{ title: t.rights[group], rights: list.format(granted) }];
  });
  return [...times, ...named];
}
