import { Inject, Injectable } from '@nestjs/common';
import { sameSecret } from '@kalends/security';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { tokenHash } from '../../tokens/hash.js';
import { configToken, poolToken } from '../injection-tokens.js';

/** An administrator: the deployment (everything), or a developer (their own applications only). */
export type Administrator = { kind: 'deployment' } | { kind: 'developer'; developerId: string };

/** Identifies administrators by their keys. */
@Injectable()
export class Administrators {
  constructor(
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ADMIN_KEY'>,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  /** Undefined for an unknown key. */
  async find(key: string): Promise<Administrator | undefined> {
    if (sameSecret(key, this.config.ADMIN_KEY)) return { kind: 'deployment' };
    const { rows } = await this.pool.query<{ developer_id: string }>(
      'SELECT developer_id FROM developer WHERE key_hash = $1',
      [tokenHash(key)],
    );
    return rows[0] && { kind: 'developer', developerId: rows[0].developer_id };
  }
}
