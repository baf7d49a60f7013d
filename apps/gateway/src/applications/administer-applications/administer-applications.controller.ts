import { Body, Controller, Delete, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { changeApplication, createApplication } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import { randomToken, type Sealer } from '@kalends/security';
import { Post } from '../../http/idempotency/post.js';
import { publishApplication } from '../publish-application.js';
import { differences } from '../../audit/differences.js';
import { recordAudit } from '../../audit/record-audit.js';
import { newSecret } from '../new-secret.js';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, managedBy, type Administrator } from '../../http/admin-key.js';
import {
  clockToken,
  configToken,
  prismaToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import type { GatewayConfig } from '../../config.js';
import { invalidField, notFound, validate } from '../../http/refusals.js';
import { logoPath } from '../../oauth/journey/brand.js';
import { refuseDeployments } from './deployment-settings.js';
import { readLogo, type Logo } from './read-logo.js';
import { refuseAccent } from './refuse-accent.js';
import { refuseMoreApplications, refuseMoreSecrets } from './refuse-more.js';
import { refuseOrigins } from './refuse-origins.js';

const shown = {
  client_id: true,
  name: true,
  redirect_uris: true,
  plan: true,
  client_type: true,
  allowed_origins: true,
  frame_origins: true,
  hide_managed_events: true,
  secrets: { select: { secret_id: true, created_at: true }, orderBy: [{ created_at: 'asc' }, { secret_id: 'asc' }] },
  rate_limit_per_second: true,
  rate_limit_per_minute: true,
  accent_color: true,
  privacy_url: true,
  support_url: true,
  logo_version: true,
} satisfies Prisma.ApplicationSelect;

type Stored = Prisma.ApplicationGetPayload<{ select: typeof shown }>;

/** What was chosen for a new application, for the audit. */
const valuesOf = ({ client_id: _id, secrets: _secrets, ...values }: Stored): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && String(value) !== ''));

const logoColumns = ({ version, ...logo }: Logo) => ({ logo_version: version, logo: { create: logo } });

@Controller('admin/v1/applications')
@UseGuards(AdminKeyGuard)
export class AdministerApplicationsController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'APPLICATIONS' | 'PUBLIC_URL'>,
  ) {}

  @Post()
  async create(@AdministratorOf() administrator: Administrator, @Body() input: unknown) {
    const { logo: given, ...body } = validate(createApplication.body, input);
    refuseDeployments(administrator, body);
    refuseOrigins(body);
    refuseAccent(body);
    const logo = given === null ? null : await readLogo(given);
    const { client_secret, row } = newSecret(this.sealer);
    const application = await this.prisma.$transaction(async (db) => {
      await refuseMoreApplications(db, administrator, this.config.APPLICATIONS);
      const made = await db.application.create({
        data: {
          client_id: randomToken(32),
          ...body,
          ...managedBy(administrator),
          ...(logo && logoColumns(logo)),
          secrets: { create: row },
        },
        select: shown,
      });
      await publishApplication(sqlOfPrisma(db), made.client_id, this.clock());
      const after = valuesOf(made);
      const audited = { action: 'application.created', clientId: made.client_id, after } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
      return made;
    });
    this.relay.wake();
    return { ...this.present(application), secret_id: row.secret_id, client_secret };
  }

  @Get()
  async list(@AdministratorOf() administrator: Administrator) {
    const where = managedBy(administrator);
    const applications = await this.prisma.application.findMany({
      where,
      select: shown,
      orderBy: { created_at: 'asc' },
    });
    return { applications: applications.map((one) => this.present(one)) };
  }

  @Post(':clientId')
  @HttpCode(200)
  async change(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    const { logo: given, ...data } = validate(changeApplication.body, input);
    const before = await this.find(administrator, clientId);
    refuseDeployments(administrator, data, before);
    refuseOrigins({ ...before, ...data });
    refuseAccent(data);
    const logo = typeof given === 'string' ? await readLogo(given) : given;
    const application = await this.prisma.$transaction(async (db) => {
      if (logo !== undefined) await db.applicationLogo.deleteMany({ where: { client_id: clientId } });
      const columns = logo ? logoColumns(logo) : logo === null ? { logo_version: null } : {};
      const changed = await db.application.update({
        where: { client_id: clientId },
        data: { ...data, ...columns },
        select: shown,
      });
      await publishApplication(sqlOfPrisma(db), clientId, this.clock());
      const audited = { action: 'application.changed', clientId, ...differences(before, changed) } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
      return changed;
    });
    this.relay.wake();
    return this.present(application);
  }

  @Post(':clientId/secrets')
  async addSecret(@AdministratorOf() administrator: Administrator, @Param('clientId') clientId: string) {
    await this.find(administrator, clientId);
    const { client_secret, row } = newSecret(this.sealer);
    await this.prisma.$transaction(async (db) => {
      await refuseMoreSecrets(db, clientId);
      await db.applicationSecret.create({ data: { ...row, client_id: clientId } });
      await publishApplication(sqlOfPrisma(db), clientId, this.clock());
      const audited = { action: 'secret.created', clientId, subject: row.secret_id } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
    });
    this.relay.wake();
    return { secret_id: row.secret_id, client_secret };
  }

  @Delete(':clientId/secrets/:secretId')
  @HttpCode(204)
  async dropSecret(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ) {
    await this.find(administrator, clientId);
    await this.prisma.$transaction(async (db) => {
      await db.$queryRaw`SELECT 1 FROM application WHERE client_id = ${clientId} FOR UPDATE`;
      const secrets = await db.applicationSecret.findMany({ where: { client_id: clientId } });
      if (!secrets.some(({ secret_id }) => secret_id === secretId)) throw notFound('secret');
      if (secrets.length === 1) {
        throw invalidField('secret_id', 'last_secret', 'An application needs one secret: add another one first.');
      }
      await db.applicationSecret.delete({ where: { secret_id: secretId } });
      await publishApplication(sqlOfPrisma(db), clientId, this.clock());
      const audited = { action: 'secret.deleted', clientId, subject: secretId } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
    });
    this.relay.wake();
  }

  private present({ logo_version, ...application }: Stored) {
    const path = logo_version === null ? null : logoPath(application.client_id, logo_version);
    return { ...application, logo_url: path === null ? null : `${this.config.PUBLIC_URL}${path}` };
  }

  private async find(administrator: Administrator, clientId: string) {
    const where = { client_id: clientId, ...managedBy(administrator) };
    const application = await this.prisma.application.findFirst({ where, select: shown });
    if (!application) throw notFound('application');
    return application;
  }
}
