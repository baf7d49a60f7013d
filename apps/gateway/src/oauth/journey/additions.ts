import { Inject, Injectable } from '@nestjs/common';
import { sqlOfPrisma } from '@kalends/messaging';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { readConnections } from '../../read-model/connections.js';
import type { Db } from '../../tokens/grants.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import type { Addition, CalendarChoice, ChosenCalendar } from './addition.js';
import { choicesOf } from './calendar-choices.js';
import type { Journey } from './journey.js';
import { JourneyAccounts } from './journey-accounts.js';
import type { Texts } from './texts/texts.js';

/** How long a calendar that was chosen may take to be connected and read. */
export const chosenMs = 24 * 3_600_000;

/** What the page shows of an addition. */
export interface Offered {
  addition: Addition;
  choices: CalendarChoice[];
}

/** Links on which somebody adds an event to a calendar while they authorize an application. */
@Injectable()
export class Additions {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly accounts: JourneyAccounts,
  ) {}

  /** Null: there is none, it has expired, or a calendar was chosen. */
  async open(token: string): Promise<Addition | null> {
    const { rows } = await this.pool.query<{ clientId: string; request: Omit<Addition, 'clientId'> }>({
      name: 'find-addition',
      text: `SELECT client_id AS "clientId", request FROM calendar_addition
             WHERE token_hash = $1 AND status = 'open' AND expires_at > $2`,
      values: [tokenHash(token), timestamp(this.clock())],
    });
    const [row] = rows;
    return row ? { ...row.request, clientId: row.clientId } : null;
  }

  /** Whether a request for authorization is the one of its addition; also of one without. */
  async isFor({ addition: token, clientId, redirectUri }: Journey['request']): Promise<boolean> {
    if (!token) return true;
    const found = await this.open(token);
    return found?.clientId === clientId && found.redirectUri === redirectUri;
  }

  /** The event of a journey, and the calendars that it can be added to. Null: it adds none, or none any more. */
  async offered(journey: Journey, t: Texts): Promise<Offered | null> {
    const { addition: token } = journey.request;
    const addition = token ? await this.open(token) : null;
    if (!addition || !(await this.isFor(journey.request))) return null;
    const connections = journey.accountId === null ? null : await readConnections(this.pool, journey.accountId);
    const staged = await this.accounts.stagedOf(journey);
    return { addition, choices: choicesOf({ t, connections, staged, isBuiltIn: journey.builtIn !== null }) };
  }
}

/** The user's choice, in the transaction of their Allow. A link is used once: later ones change nothing. */
export async function chooseCalendar(db: Db, token: string, { choice, now }: { choice: ChosenCalendar; now: number }) {
  await sqlOfPrisma(db).query(
    `UPDATE calendar_addition SET status = 'chosen', choice = $2, next_look_at = $3, expires_at = $4
     WHERE token_hash = $1 AND status = 'open' AND expires_at > $3`,
    [tokenHash(token), JSON.stringify(choice), timestamp(now), timestamp(now + chosenMs)],
  );
}
