/** A clock that only a test moves; times are epoch milliseconds. */
export interface TestClock {
  now: () => number;
  advance(milliseconds: number): void;
  set(epochMs: number): void;
}

/** Starts at 2026-01-05T09:00:00Z (a Monday) by default. */
export function testClock(startMs = 1_767_603_600_000): TestClock {
  let current = startMs;
  return {
    now: () => current,
    advance: (milliseconds) => {
      current += milliseconds;
    },
    set: (epochMs) => {
      current = epochMs;
    },
  };
}
