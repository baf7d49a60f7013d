import type { EpochMs } from '@kalends/icalendar';

/** A profile that was set aside is tried again after an hour, and after twice as long each time, up to 32 hours. */
export const triedAgainMs = 3_600_000;
export const maxDoublings = 5;

/** When a profile that was set aside so often in a row is tried again, epoch ms. */
export const triedAgainAt = (setAsideAt: EpochMs, setAsides: number): EpochMs =>
  setAsideAt + triedAgainMs * 2 ** Math.min(Math.max(setAsides - 1, 0), maxDoublings);
