import type { CalendarRecord, CalendarStateRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';

export type SeenProfile = Pick<ProfileRecord, 'profile_id' | 'account_id' | 'revision' | 'connected'> & {
  synced: boolean;
  /** The end of its connection that was published a day before; null: none. */
  expires_at: string | null;
};
export type SeenCalendar = Pick<CalendarRecord, 'calendar_id' | 'account_id' | 'profile_id' | 'revision' | 'synced'>;
export type SeenEvent = Pick<
  EventRecord,
  'calendar_id' | 'event_uid' | 'account_id' | 'revision' | 'deleted' | 'changed_at'
> & { managed: boolean };

/** Something that may be sent to channels of the account; `at`: epoch ms at which it happened. */
export type Difference = { account_id: string; at: EpochMs } & (
  | { kind: 'event-changed'; calendar_id: string; managed: boolean }
  | { kind: 'calendar-synced'; calendar_id: string }
  | { kind: 'profile'; type: 'profile_disconnected' | 'profile_initial_sync_completed'; calendar_ids: string[] }
  | { kind: 'expiring'; profile_id: string; expires_at: string; calendar_ids: string[] }
);

export const eventKey = ({ calendar_id, event_uid }: Pick<EventRecord, 'calendar_id' | 'event_uid'>) =>
  `${calendar_id}/${event_uid}`;

/** The last seen state, and how arriving records differ from it. */
export class SeenState {
  /** What must be stored. */
  readonly changed = {
    profiles: new Map<string, SeenProfile>(),
    calendars: new Map<string, SeenCalendar>(),
    events: new Map<string, SeenEvent>(),
  };

  constructor(
    private readonly profiles: Map<string, SeenProfile>,
    private readonly calendars: Map<string, SeenCalendar>,
    private readonly events: Map<string, SeenEvent>,
  ) {}

  /** Processes a record, in the order of the topic; a record that is not newer than the stored one is no difference. */
  apply(record: CalendarStateRecord): Difference[] {
    if (record.kind === 'profile') return this.applyProfile(record);
    return record.kind === 'calendar' ? this.applyCalendar(record) : this.applyEvent(record);
  }

  private applyProfile(record: ProfileRecord): Difference[] {
    const { profile_id, account_id, revision, calendar_ids } = record;
    const expires_at = record.expires_at ?? null;
    const previous = this.profiles.get(profile_id);
    if (previous && previous.revision >= revision) return [];
    const connected = record.connected && !record.deleted;
    const synced = record.initial_sync === 'done';
    const now = { profile_id, account_id, revision, connected, synced, expires_at };
    this.profiles.set(profile_id, now);
    this.changed.profiles.set(profile_id, now);
    // the built-in provider's calendars need no first sync
    const hasBeenRead = synced && !previous?.synced && record.provider_name !== 'kalends';
    const common = { kind: 'profile' as const, account_id, at: revision, calendar_ids };
    const isExpiring = connected && expires_at !== null && (previous?.expires_at ?? null) !== expires_at;
    return [
      ...(hasBeenRead ? [{ ...common, type: 'profile_initial_sync_completed' as const }] : []),
      ...(!connected && (previous?.connected ?? true) ? [{ ...common, type: 'profile_disconnected' as const }] : []),
      ...(isExpiring ? [{ ...common, kind: 'expiring' as const, profile_id, expires_at }] : []),
    ];
  }

  /** A calendar added to a profile whose first sync has long ended is reported as one change, once it is synced. */
  private applyCalendar(record: CalendarRecord): Difference[] {
    const { calendar_id, account_id, profile_id, revision } = record;
    const previous = this.calendars.get(calendar_id);
    if (previous && previous.revision >= revision) return [];
    const synced = record.synced && !record.deleted;
    const now = { calendar_id, account_id, profile_id, revision, synced };
    this.calendars.set(calendar_id, now);
    this.changed.calendars.set(calendar_id, now);
    const isNews = synced && !previous?.synced && this.profiles.get(profile_id)?.synced;
    return isNews ? [{ kind: 'calendar-synced', account_id, calendar_id, at: revision }] : [];
  }

  /** In a calendar that has been read, only events that others changed are stored: nothing is notified of the others. */
  private applyEvent(record: EventRecord): Difference[] {
    const { calendar_id, event_uid, account_id, revision, deleted, changed_at } = record;
    const key = eventKey(record);
    const previous = this.events.get(key);
    if (previous && previous.revision >= revision) return [];
    const managed = record.event_id !== undefined;
    const isRead = this.calendars.get(calendar_id)?.synced ?? false;
    const isForeign = isChangedElsewhere(previous, record);
    if (isRead && !isForeign) return [];
    const now = { calendar_id, event_uid, account_id, revision, deleted, changed_at, managed };
    this.events.set(key, now);
    this.changed.events.set(key, now);
    // deleting a calendar deletes its events: they are reported as deleted while it still counts as synced
    return isRead && isForeign ? [{ kind: 'event-changed', account_id, calendar_id, managed, at: changed_at }] : [];
  }
}

/**
 * Whether someone other than the application changed the event since a change of that kind was last seen. calendar-sync
 * reports this, even if the application's own later write has replaced that record on the topic. An event of somebody else
 * that was created and deleted unseen is not reported.
 */
function isChangedElsewhere(
  previous: SeenEvent | undefined,
  { elsewhere_revision = 0, deleted, event_id }: EventRecord,
): boolean {
  if (previous) return elsewhere_revision > previous.revision;
  return elsewhere_revision > 0 && (!deleted || event_id !== undefined);
}
