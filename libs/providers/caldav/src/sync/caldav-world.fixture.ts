import type { ProviderWorld } from '@kalends/provider-port/testing';
import { accountAt, send } from './caldav.fixture.js';

/** The conformance suite's view of a CalDAV server at `root`, with a calendar at `url`. */
export async function worldAt(
  root: string,
  url: string,
  more: Pick<ProviderWorld, 'stop'> & Pick<ProviderWorld['others'], 'putMany'>,
) {
  const provider = accountAt(root);
  const at = (href: string) => new URL(href, url).href;
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put: async (name: string, object: string) => {
        const target = `${url}${name.includes('%') ? name : encodeURIComponent(name)}`;
        await send(target, 'PUT', object);
        return new URL(target).pathname;
      },
      putMany: more.putMany,
      read: async (href: string) => (await send(at(href), 'GET')).text(),
      remove: async (href: string) => void (await send(at(href), 'DELETE')),
    },
    withPassword: (password: string) => accountAt(root, { password }),
    stop: more.stop,
  };
}
