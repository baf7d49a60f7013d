import { Inject, Injectable } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { Pool, PoolClient } from 'pg';
import type { GatewayConfig } from '../config.js';
import { configToken, poolToken, sealerToken } from '../http/injection-tokens.js';
import { brandOf, type Brand, type BrandedRow } from '../oauth/journey/brand.js';
import { tokenHash } from '../tokens/hash.js';
import type { BookingLink } from './booking-link.js';

const columns = `
  link_id AS "linkId", client_id AS "clientId", status, definition, booking, change, display_message AS "displayMessage", refusal,
  none_suitable_at IS NOT NULL AS "isNoneSuitable", none_displayed_at IS NOT NULL AS "isNoneDisplayed",
  token_sealed AS "tokenSealed"`;

/** The application whose page it is, and the origins whose pages may show it in a frame. */
export type PageBrand = Brand & { frameOrigins?: readonly string[] };

/** A link as its page shows it. */
export type ShownLink = BookingLink & { brand: PageBrand };

/** Of an application, or any. */
interface Key {
  linkId: string;
  clientId?: string;
}

/** Reads of booking links. */
@Injectable()
export class BookingLinks {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  /** The link whose page has this token in its address; null: there is none. */
  async byToken(token: string): Promise<ShownLink | null> {
    const { rows } = await this.pool.query<BookingLink & BrandedRow & { frameOrigins: string[] }>({
      name: 'find-booking-link-of-token',
      text: `SELECT ${columns}, client_id, application.name, logo_version, accent_color, privacy_url, support_url,
                    frame_origins AS "frameOrigins"
             FROM booking_link JOIN application USING (client_id) WHERE token_hash = $1`,
      values: [tokenHash(token)],
    });
    const row = rows[0];
    return row ? { ...row, brand: { ...brandOf(row), frameOrigins: row.frameOrigins } } : null;
  }

  /** The link with this id; null: there is none, or it is another application's. */
  async byId({ linkId, clientId }: Key, db: Pick<Pool | PoolClient, 'query'> = this.pool): Promise<BookingLink | null> {
    const { rows } = await db.query<BookingLink>({
      name: 'find-booking-link',
      text: `SELECT ${columns} FROM booking_link WHERE link_id = $1 AND ($2::text IS NULL OR client_id = $2)`,
      values: [linkId, clientId ?? null],
    });
    return rows[0] ?? null;
  }

  /** The address of its page. */
  urlOf({ linkId, tokenSealed }: Pick<BookingLink, 'linkId' | 'tokenSealed'>): string {
    return this.addressOf(this.tokenOf({ linkId, tokenSealed }));
  }

  tokenOf({ linkId, tokenSealed }: Pick<BookingLink, 'linkId' | 'tokenSealed'>): string {
    return this.sealer.open(tokenSealed, `booking-link:${linkId}`);
  }

  addressOf(token: string): string {
    return `${this.config.PUBLIC_URL}/rts/${token}`;
  }
}
