import { createParamDecorator, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { sameSecret } from '@kalends/security';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../config.js';
import { FailedAttempts } from './rate-limit/failed-attempts.js';
import { tokenHash } from '../tokens/hash.js';
import { bearer } from './caller.js';
import { configToken, poolToken } from './injection-tokens.js';
import { CredentialKinds } from '../tokens/credential-kind.js';
import { forbidden } from './refusals.js';
import { noCredential, wrongCredential } from './wrong-credential.js';

/** An administrator: the deployment (everything), or a developer (their own applications only). */
export type Administrator = { kind: 'deployment' } | { kind: 'developer'; developerId: string };

type Identified = FastifyRequest & { administrator?: Administrator };

/** Admits the deployment's admin key or a developer's key. */
@Injectable()
export class AdminKeyGuard implements CanActivate {
  constructor(
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ADMIN_KEY'>,
    @Inject(poolToken) private readonly pool: Pool,
    private readonly attempts: FailedAttempts,
    @Inject(CredentialKinds) private readonly kinds: CredentialKinds,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Identified>();
    const key = bearer(request);
    if (!key) throw noCredential(request, 'admin');
    const administrator = await this.identify(key);
    if (!administrator) {
      await this.attempts.wrongSecret({ kind: 'admin', address: request.ip });
      throw await wrongCredential(this.kinds, key, 'admin');
    }
    request.administrator = administrator;
    return true;
  }

  private async identify(key: string): Promise<Administrator | undefined> {
    if (sameSecret(key, this.config.ADMIN_KEY)) return { kind: 'deployment' };
    const { rows } = await this.pool.query<{ developer_id: string }>(
      'SELECT developer_id FROM developer WHERE key_hash = $1',
      [tokenHash(key)],
    );
    return rows[0] && { kind: 'developer', developerId: rows[0].developer_id };
  }
}

export const AdministratorOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Identified>().administrator,
);

/** Prisma filter for the applications that an administrator manages; others do not exist for them. */
export const managedBy = (administrator: Administrator) =>
  administrator.kind === 'deployment' ? {} : { developer_id: administrator.developerId };

/** Refuses developers. */
export function onlyDeployment(administrator: Administrator): void {
  if (administrator.kind !== 'deployment') throw forbidden("Only the deployment's admin key may do this.");
}
