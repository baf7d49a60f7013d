import { ThreadedReader, type PasswordSync, type SyncContext } from '@kalends/provider-port/sync';
import { CaldavProvider } from './caldav-provider.js';
import { createDavFetch } from './dav-fetch.js';
import { createMemory } from './discovery-memory.js';
import { ReportMemory } from './report-memory.js';

export { CaldavProvider, createDavFetch };

/** A cold server may take this long to process a calendar of 10,000 events. */
const timeoutMs = 120_000;
const maxBodyBytes = 32 * 1_048_576;

/** Accounts at CalDAV servers, at addresses that their users entered. */
export function create({ egress, clock, log }: SyncContext<object>): PasswordSync {
  const memoryOf = createMemory(clock);
  const reader = new ThreadedReader(log);
  const reports = new ReportMemory(clock);
  return {
    kind: 'password',
    open: (profile) => {
      const { providerName, url, username, password, signal } = profile;
      const fetch = profile.whileStored(
        createDavFetch(egress, { timeoutMs: profile.deadline(timeoutMs), maxBodyBytes }),
      );
      const account = { providerName, url, username, password, fetch, reports, signal };
      return new CaldavProvider(account, memoryOf(profile), reader);
    },
    close: () => reader.close(),
  };
}
