import type { UpsertEventBody } from '@kalends/public-api';
import type { EventComponent } from '@kalends/icalendar';

type Given = Pick<UpsertEventBody, 'transparency' | 'extended_transparency'>;

interface Written {
  transparency?: EventComponent['transparency'];
  /** null: nothing beyond `transparency`. */
  extended_transparency?: EventComponent['extended_transparency'] | null;
}

/** The time that an event takes up, as requested (EVT-35); absent members stay as they are. */
export function transparencyOf({ transparency, extended_transparency: extended }: Given): Written {
  const given = transparency ? { transparency } : {};
  if (extended === undefined) return given;
  if (extended === null) return { ...given, extended_transparency: null };
  if (extended === 'opaque' || extended === 'transparent') {
    return { transparency: extended, extended_transparency: null };
  }
  const usual = extended === 'working_elsewhere' ? 'transparent' : 'opaque';
  return { transparency: usual, ...given, extended_transparency: extended };
}
