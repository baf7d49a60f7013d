import { z } from 'zod';
import { ProviderError, type ListedResources, type RemoteResource } from '@kalends/provider-port/sync';
import { isGranted } from './granted-scopes.js';
import type { GraphApi } from './graph-api.js';
import { page } from './resources.js';

/** Graph's default page has a hundred; this bounds time and memory. */
const maxPages = 30;
export const maxRooms = 3_000;
const longestName = 256;

const room = z.object({
  emailAddress: z
    .string()
    .max(320)
    .regex(/^[^\s@]+@[^\s@]+$/),
  displayName: z.string().nullish(),
});

const refused = (why: string) => new ProviderError('refused', `This account may not list rooms: ${why}.`);

/** Rooms without a usable address cannot be invited, and are left out. */
function roomsIn(items: readonly unknown[]): RemoteResource[] {
  return items.flatMap((item) => {
    const read = room.safeParse(item).data;
    if (!read) return [];
    const name = read.displayName?.trim() || read.emailAddress;
    return [{ email: read.emailAddress.toLowerCase(), name: [...name].slice(0, longestName).join('') }];
  });
}

/**
 * The rooms of the account's organization (graph/api/place-list), the first {@link maxRooms} at most. They need a work
 * account and `Place.Read.All`, which an administrator grants.
 */
export async function listRooms(
  api: GraphApi,
  { personal, scope }: { personal: boolean; scope: readonly string[] },
): Promise<ListedResources> {
  if (personal) throw refused('personal Microsoft accounts have none');
  if (!isGranted(scope, 'Place.Read.All', 'Place.ReadWrite.All')) throw refused('Place.Read.All was not granted');
  const resources: RemoteResource[] = [];
  let path: string | undefined = '/places/microsoft.graph.room';
  for (let count = 0; path !== undefined && count < maxPages && resources.length < maxRooms; count++) {
    const answer: Awaited<ReturnType<typeof api.read<typeof page>>> = await api.read(path, page, {
      understands: [403],
    });
    if (answer.status === 403) throw refused(`Microsoft answered 403 ${answer.code}`.trim());
    if (!answer.body) throw new ProviderError('refused', `Microsoft answered ${answer.status} to the list of rooms.`);
    resources.push(...roomsIn(answer.body.value));
    path = answer.body['@odata.nextLink'];
  }
  return { resources: resources.slice(0, maxRooms), truncated: path !== undefined || resources.length > maxRooms };
}
