import type { CalendarProvider } from '../provider/provider.port.js';
import type { Refusals } from '../state/try-connection.js';

/** What a failure means to the person who typed address, user name and password. */
export const caldavRefusals: Refusals = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'not-a-caldav-server',
  unavailable: 'address-unreachable',
  refused: 'not-a-caldav-server',
  'calendar-gone': 'not-a-caldav-server',
};

/** Reads the account with its credentials; answers the person's own addresses. */
export async function addressesAt(provider: CalendarProvider): Promise<string[]> {
  await provider.calendars({ ctags: false });
  return provider.ownAddresses();
}
