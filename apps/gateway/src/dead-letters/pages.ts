import { services, type DeadLetterRecord, type ServiceName } from '@kalends/contracts';

/** A place in the list of all services: the newest first, then by service, then by id. */
export interface Place {
  failed_at: string;
  service: ServiceName;
  dead_letter_id: string;
}

type Listed = Place & DeadLetterRecord;

const isService = (text: string | undefined): text is ServiceName => services.includes(text as ServiceName);

/** Higher than every id. */
const highest = '9'.repeat(18);

export const encodePlace = ({ failed_at, service, dead_letter_id }: Place): string =>
  Buffer.from(`${failed_at} ${service} ${dead_letter_id}`).toString('base64url');

/** Undefined: not a place that was issued. */
export function decodePlace(after: string): Place | undefined {
  const [, failed_at, service, dead_letter_id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z-]+) (\d{1,18})$/.exec(
      Buffer.from(after, 'base64url').toString(),
    ) ?? [];
  return failed_at && isService(service) && dead_letter_id ? { failed_at, service, dead_letter_id } : undefined;
}

/** Where the page begins in the list of one service. */
export function beforeIn(service: ServiceName, after: Place | undefined) {
  if (!after) return null;
  const { failed_at, dead_letter_id } = after;
  if (service === after.service) return { failed_at, dead_letter_id };
  return { failed_at, dead_letter_id: service > after.service ? highest : '0' };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The first `limit` of the lists of several services, in the order of the list of all. */
export function merge<Letter extends Listed>(lists: readonly (readonly Letter[])[], limit: number): Letter[] {
  return lists
    .flat()
    .sort(
      (one, other) =>
        compare(other.failed_at, one.failed_at) ||
        compare(one.service, other.service) ||
        Number(other.dead_letter_id) - Number(one.dead_letter_id),
    )
    .slice(0, limit);
}
