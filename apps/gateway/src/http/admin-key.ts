import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Administrator } from './admission/administrators.js';
import { Admissions } from './admission/admissions.js';
import { forbidden } from './refusals.js';

export type { Administrator };

type Identified = FastifyRequest & { administrator?: Administrator };

/** What an operator may do besides reading: end access, repeat what was to be delivered, and try OAuth clients. */
const ofOperators = [
  /^\/admin\/v1\/accounts\/:\w+\/(grants|profiles)\//,
  /^\/admin\/v1\/applications\/:\w+\/(callbacks|callback_endpoints)\//,
  /^\/admin\/v1\/dead_letters\//,
  /^\/admin\/v1\/providers\/:\w+\/check$/,
];

/** Questions that need a body. */
const questions = [/^\/admin\/v1\/applications\/:\w+\/availability_explanations$/];

/** Throws a 403 for what the administrator's role does not include. */
function refuseByRole({ role, onlyAccount }: Administrator, { method, routeOptions, params }: Identified): void {
  const route = routeOptions.url ?? '';
  const isReading = method === 'GET' || method === 'HEAD' || questions.some((pattern) => pattern.test(route));
  const { sub } = (params ?? {}) as { sub?: string };
  const isOwn = route === '/console/session' || (route.startsWith('/admin/v1/accounts/:') && sub === onlyAccount);
  if (onlyAccount !== undefined && !(isReading && isOwn))
    throw forbidden(`This sign-in only reads the account ${onlyAccount}.`);
  if (isReading || role === 'admin') return;
  if (role === 'operator' && ofOperators.some((pattern) => pattern.test(route))) return;
  throw forbidden(`The role ${role} does not include this.`);
}

/** Admits the deployment's admin key, a developer's key, or who has signed in to the console. */
@Injectable()
export class AdminKeyGuard implements CanActivate {
  constructor(private readonly admissions: Admissions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Identified>();
    const administrator = await this.admissions.administrator(request);
    refuseByRole(administrator, request);
    request.administrator = administrator;
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
