import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { addToCalendarBody, type Scope } from '@kalends/public-api';
import { randomToken } from '@kalends/security';
import { lockCreation } from '../../accounts/lock-creation.js';
import type { GatewayConfig } from '../../config.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { ApiKeyOrClientGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, configToken, prismaToken, type Clock } from '../../http/injection-tokens.js';
import { invalidField, validate } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';
import { parseScope } from '../../tokens/parse-scope.js';
import { timestamp } from '../../tokens/timestamp.js';
import type { Addition } from '../journey/addition.js';
import { isRegistered } from '../journey/registered-address.js';

/** How long the address works. */
export const additionLifetime = 30 * 86_400_000;

/** Most links of an application that work. */
export const maxAdditions = 100_000;

/** Most characters of one as JSON. */
const maxLength = 65_536;

const unregistered = () =>
  invalidField(
    'oauth.redirect_uri',
    'invalid',
    'oauth.redirect_uri is not one of those registered for this application',
  );
const withoutProof = () =>
  invalidField('oauth.redirect_uri', 'not_supported', 'a public client needs PKCE, which this link cannot carry');
const tooMany = () =>
  invalidField('event.event_id', 'too_many', `the application has ${maxAdditions} of these links, the maximum`);

function scopeOf(text: string): Scope[] {
  const scope = parseScope(text);
  if (!scope) throw invalidField('oauth.scope', 'not_recognized', 'oauth.scope names what is not known');
  if (!scope.includes('create_event'))
    throw invalidField('oauth.scope', 'invalid', 'oauth.scope must have create_event: the event is written with it');
  return scope;
}

/** An application creates a link on which somebody adds an event to a calendar while they authorize it (SCH-14). */
@Controller('v1/add_to_calendar')
export class CreateAdditionController {
  constructor(
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ApiKeyOrClientGuard)
  async create(@ApplicationOf() { clientId }: CallingApplication, @Body() input: unknown) {
    const { oauth, event, formatting } = validate(addToCalendarBody, input);
    const { redirect_uri: redirectUri, state = null } = oauth;
    const application = await this.prisma.application.findUniqueOrThrow({ where: { client_id: clientId } });
    if (!isRegistered(application.redirect_uris, redirectUri)) throw unregistered();
    if (application.client_type === 'public') throw withoutProof();
    const hourFormat = formatting?.hour_format ?? null;
    const request = { redirectUri, scope: scopeOf(oauth.scope), state, event, hourFormat };
    const url = `${this.config.PUBLIC_URL}/add_to_calendar/${await this.store(clientId, request)}`;
    return { url, oauth_url: url };
  }

  /** The token in the address. */
  private async store(client_id: string, request: Omit<Addition, 'clientId'>): Promise<string> {
    if (JSON.stringify(request).length > maxLength)
      throw invalidField('event', 'too_long', `the link may have at most ${maxLength} characters`);
    const token = randomToken(32);
    const now = this.clock();
    const times = { created_at: timestamp(now), expires_at: timestamp(now + additionLifetime) };
    const row = { addition_id: `add_${randomToken(24)}`, client_id, token_hash: tokenHash(token), status: 'open' };
    await this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'calendar-addition', client_id);
      const open = { client_id, expires_at: { gt: timestamp(now) } };
      if ((await db.calendarAddition.count({ where: open })) >= maxAdditions) throw tooMany();
      await db.calendarAddition.create({ data: { ...row, ...times, request: request as never } });
    });
    return token;
  }
}
