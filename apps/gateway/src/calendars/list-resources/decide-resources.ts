import type { ListedResource, ResourcesReply } from '@kalends/contracts';

export interface Rooms {
  /** By name, then address; each address once. */
  resources: ListedResource[];
  /** There are more at a provider. */
  truncated: boolean;
}

export type DecidedResources = ({ outcome: 'listed' } & Rooms) | { outcome: 'unavailable'; description: string };

const inOrder = (a: ListedResource, b: ListedResource) =>
  a.name.localeCompare(b.name, 'en') || (a.email < b.email ? -1 : 1);

/**
 * The rooms in the replies of an account's profiles. Profiles that may not list any have none; if one is unavailable, so is
 * the list, since a part of it would look complete.
 */
export function decideResources(replies: readonly ResourcesReply[]): DecidedResources {
  const byAddress = new Map<string, ListedResource>();
  let truncated = false;
  for (const reply of replies) {
    if (reply.outcome === 'refused') {
      if (reply.refusal === 'unavailable') return { outcome: 'unavailable', description: reply.description };
      continue;
    }
    truncated ||= reply.truncated;
    for (const one of reply.resources) if (!byAddress.has(one.email)) byAddress.set(one.email, one);
  }
  return { outcome: 'listed', resources: [...byAddress.values()].sort(inOrder), truncated };
}
