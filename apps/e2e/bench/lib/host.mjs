import { readFileSync } from 'node:fs';

/**
 * How often the machine's host has taken a processor away from it (ticks of 10 ms, all processors; a virtual machine on
 * Linux), or undefined where that is not told.
 */
export function stolenTicks() {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/)[8]);
  } catch {
    return undefined;
  }
}
