import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Administrator } from './admission/administrators.js';
import { Admissions } from './admission/admissions.js';
import { forbidden } from './refusals.js';

export type { Administrator };

type Identified = FastifyRequest & { administrator?: Administrator };

/** Admits the deployment's admin key or a developer's key. */
@Injectable()
export class AdminKeyGuard implements CanActivate {
  constructor(private readonly admissions: Admissions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Identified>();
    request.administrator = await this.admissions.administrator(request);
    return true;
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
