const total = 1_024;
const perOrigin = 8;
/** Origins that are remembered as unresponsive; the first is forgotten. */
const maxUnresponsive = 4_096;

/** Whose an attempt is, and where it goes. */
export interface Place {
  client_id: string;
  /** Its registrable domain. */
  domain: string;
  origin: string;
}

type Counted<Key extends keyof Place> = Pick<Place, Key> & { count: number };
type Room<Key extends keyof Place> = Pick<Place, Key> & { room: number };

/** How many more attempts may begin: in all, for those that have some already, and for each other one. */
export interface Rooms {
  limit: number;
  applications: Room<'client_id'>[];
  application: number;
  domains: Room<'client_id' | 'domain'>[];
  domain: number;
  origins: Room<'client_id' | 'origin'>[];
  origin: number;
}

const keyOf = (...parts: string[]) => parts.join('\n');

function add<Key extends keyof Place>(counted: Map<string, Counted<Key>>, one: Pick<Place, Key>, by: 1 | -1): void {
  const key = keyOf(...(Object.values(one) as string[]));
  const count = (counted.get(key)?.count ?? 0) + by;
  if (count > 0) counted.set(key, { ...one, count });
  else counted.delete(key);
}

/**
 * The places for attempts in flight. An application may have as many as it leaves free, and one of its domains as many as the
 * application might still take (dynamic thresholds, as in shared-memory switches): so one alone gets half of them, several share them, and
 * whoever comes next finds some. An origin has eight, or one after it did not respond in time, until it does.
 */
export class Places {
  private readonly applications = new Map<string, Counted<'client_id'>>();
  private readonly domains = new Map<string, Counted<'client_id' | 'domain'>>();
  private readonly origins = new Map<string, Counted<'client_id' | 'origin'>>();
  private readonly unresponsive = new Map<string, Pick<Place, 'client_id' | 'origin'>>();
  private taken = 0;

  take(place: Place): void {
    this.count(place, 1);
  }

  /** `responsive`: it responded in time. */
  leave(place: Place, responsive: boolean): void {
    this.count(place, -1);
    const { client_id, origin } = place;
    const key = keyOf(client_id, origin);
    this.unresponsive.delete(key);
    if (responsive) return;
    this.unresponsive.set(key, { client_id, origin });
    if (this.unresponsive.size > maxUnresponsive) this.unresponsive.delete(this.unresponsive.keys().next().value!);
  }

  /** Of one round of claims: half of what is free, so that what is claimed at once leaves room too. */
  rooms(): Rooms {
    const free = total - this.taken;
    const takenBy = (client_id: string) => this.applications.get(client_id)?.count ?? 0;
    const share = (count: number, of: number) => Math.max(0, Math.floor(count / of));
    const first = (count: number) => (free > 0 ? Math.max(1, count) : 0);
    return {
      limit: Math.ceil(free / 2),
      applications: [...this.applications.values()].map(({ client_id, count }) => ({
        client_id,
        room: share(free - count, 2),
      })),
      application: first(share(free, 2)),
      domains: [...this.domains.values()].map(({ client_id, domain, count }) => ({
        ...{ client_id, domain },
        room: share(free - takenBy(client_id) - count, 3),
      })),
      domain: first(share(free, 3)),
      origins: this.originRooms(),
      origin: perOrigin,
    };
  }

  private originRooms(): Room<'client_id' | 'origin'>[] {
    const idle = [...this.unresponsive]
      .filter(([key]) => !this.origins.has(key))
      .map(([, one]) => ({ ...one, room: 1 }));
    const busy = [...this.origins].map(([key, { client_id, origin, count }]) => {
      const most = this.unresponsive.has(key) ? 1 : perOrigin;
      return { client_id, origin, room: Math.max(0, most - count) };
    });
    return [...idle, ...busy];
  }

  private count({ client_id, domain, origin }: Place, by: 1 | -1): void {
    this.taken += by;
    add(this.applications, { client_id }, by);
    add(this.domains, { client_id, domain }, by);
    add(this.origins, { client_id, origin }, by);
  }
}
