import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { applicationCalendarBody } from '@kalends/contracts';
import type { Pool } from 'pg';
import { isSecretOf } from '../applications/client-secrets.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../http/providers.js';
import { Refusal, validate } from '../http/refusals.js';
import { accessTokenLifetime } from '../tokens/grants.js';
import { OpenApplicationCalendar } from './open-application-calendar.handler.js';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** `Authorization` is ignored: existing clients send junk there (contract §17). */
@Controller('v1/application_calendars')
export class ApplicationCalendarsController {
  constructor(
    private readonly calendars: OpenApplicationCalendar,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async open(@Body() input: Record<string, unknown> | undefined) {
    if (!(await isSecretOf(this.pool, text(input?.client_id), text(input?.client_secret)))) {
      const description = 'client_id and client_secret in the body do not belong together.';
      throw new Refusal(400, { error: 'invalid_client', error_description: description });
    }
    const { client_id, application_calendar_id } = validate(applicationCalendarBody, input);
    const opened = await this.calendars.open(client_id, application_calendar_id, this.clock());
    this.relay.wake();
    return {
      token_type: 'bearer',
      access_token: opened.accessToken,
      expires_in: accessTokenLifetime,
      refresh_token: opened.refreshToken,
      scope: opened.scope.join(' '),
      sub: opened.accountId,
      application_calendar_id,
      linking_profile: { provider_name: 'kalends', profile_id: opened.profileId, profile_name: null },
    };
  }
}
