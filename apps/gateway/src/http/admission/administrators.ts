import { Inject, Injectable } from '@nestjs/common';
import { sameSecret } from '@kalends/security';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { tokenHash } from '../../tokens/hash.js';
import { configToken, poolToken } from '../injection-tokens.js';

/** viewer: reads; operator: also ends access and repeats deliveries; admin: everything. */
export const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who acts, as the audit names them, and what they may do. */
interface Actor {
  actor: string;
  role: Role;
  /** Only this account may be read. */
  onlyAccount?: string;
}

/** An administrator: of the deployment (everything), or a developer (their own applications only). */
export type Administrator = Actor & ({ kind: 'deployment' } | { kind: 'developer'; developerId: string });

/** Identifies administrators by their keys. */
@Injectable()
export class Administrators {
  constructor(
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ADMIN_KEY'>,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  /** Undefined for an unknown key. */
  async find(key: string): Promise<Administrator | undefined> {
    if (sameSecret(key, this.config.ADMIN_KEY)) return { kind: 'deployment', actor: 'admin key', role: 'admin' };
    const { rows } = await this.pool.query<{ developer_id: string }>(
      'SELECT developer_id FROM developer WHERE key_hash = $1',
      [tokenHash(key)],
    );
    return rows[0] && developer(rows[0].developer_id);
  }
}

/** The administrator that a developer's key admits. */
export const developer = (developerId: string): Administrator => ({
  kind: 'developer',
  developerId,
  actor: `developer ${developerId}`,
  role: 'admin',
});
