import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  bookableEventQuery,
  type BookableEvent,
  type BookableEventQuery,
  type BookableEventReply,
} from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { creationLock, inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { poolToken } from '../../injection-tokens.js';
import {
  deleteRegistration,
  findEvent,
  findEvents,
  findStatus,
  maxBookableEvents,
  readRegistrations,
  saveEvent,
  saveRegistration,
} from './bookable-event.queries.js';
import { decideRegistration } from './decide-registration.js';

type Of<Kind extends BookableEventQuery['kind']> = Extract<BookableEventQuery, { kind: Kind }>;
type Found = Extract<BookableEventReply, { outcome: 'event' }>;

/** The page with which a write is answered. */
const firstPage = { after: 0, limit: 100 };

/** An application's bookable events and their registrations; every request but `register` can be repeated without effect. */
@Controller()
export class ManageBookableEventsHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnRequest(bookableEventQuery)
  async manage(@Payload() body: BookableEventQuery): Promise<BookableEventReply> {
    switch (body.kind) {
      case 'upsert':
        return inTransaction(this.pool, (client) => this.upsert(client, body), {
          first: (client) => client.query(creationLock('bookable-event', body.client_id)),
        });
      case 'read':
        return this.read(body);
      case 'register':
        return inTransaction(this.pool, (client) => this.register(client, body));
      case 'remove-registration':
        return inTransaction(this.pool, (client) => this.remove(client, body));
      case 'list':
        return { outcome: 'events', events: await findEvents(this.pool, body) };
    }
  }

  private async upsert(client: PoolClient, body: Of<'upsert'>): Promise<BookableEventReply> {
    const event = await saveEvent(client, body);
    if (event) return this.answer(client, event, { ...body, ...firstPage });
    const present = await findEvent(client, body);
    if (!present) return { outcome: 'too-many', full: maxBookableEvents };
    return { outcome: 'capacity-exceeded', registered_count: present.registered_count };
  }

  private async read(body: Of<'read'>): Promise<BookableEventReply> {
    const event = await findEvent(this.pool, body);
    return event ? this.answer(this.pool, event, body) : { outcome: 'unknown' };
  }

  private async register(client: PoolClient, body: Of<'register'>): Promise<BookableEventReply> {
    const event = await findEvent(client, body, true);
    if (!event) return { outcome: 'unknown' };
    const decision = decideRegistration(event, await findStatus(client, body), body.status);
    if (decision !== 'allowed') return decision;
    return this.answer(client, await saveRegistration(client, body), { ...body, ...firstPage });
  }

  private async remove(client: PoolClient, body: Of<'remove-registration'>): Promise<BookableEventReply> {
    if (!(await findEvent(client, body, true))) return { outcome: 'unknown' };
    return this.answer(client, await deleteRegistration(client, body), { ...body, ...firstPage });
  }

  private async answer(db: Pool | PoolClient, event: BookableEvent, page: Omit<Of<'read'>, 'kind'>): Promise<Found> {
    return { outcome: 'event', event, ...(await readRegistrations(db, page)) };
  }
}
