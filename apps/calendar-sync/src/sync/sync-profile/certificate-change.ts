import type { EpochMs } from '@kalends/icalendar';
import type { ProfileRow } from '../../published-state/rows.js';

/** A server's certificate is warned of so long before it expires. */
const warnMs = 14 * 86_400_000;

export interface Certificates {
  /** When the certificate of a profile's server expires, as far as connections have shown it. */
  certificateEnd?: (profile: ProfileRow) => EpochMs | undefined;
}

/** What a sync found out about the certificate of a profile's server; nothing, if no connection has shown it. */
export function certificateChange(
  { certificateEnd }: Certificates,
  profile: ProfileRow,
  now: EpochMs,
): Partial<Pick<ProfileRow, 'certificate_ends_at'>> {
  const end = certificateEnd?.(profile);
  return end === undefined ? {} : { certificate_ends_at: end - now <= warnMs ? end : null };
}
