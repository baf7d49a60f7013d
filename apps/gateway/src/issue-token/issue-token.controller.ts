import { Body, Controller, Header, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../http/providers.js';
import { Refusal } from '../http/refusals.js';
import { FailedAttempts } from '../rate-limit/failed-attempts.js';
import { readConnections } from '../read-model/connections.js';
import { accessTokenLifetime } from '../tokens/grants.js';
import { IssueToken, type Issued, type TokenRefusal, type TokenRequest } from './issue-token.handler.js';

const descriptions: Record<TokenRefusal, string> = {
  invalid_request: 'A parameter is missing: see RFC 6749 §4.1.3 and §6.',
  invalid_client: 'client_id and client_secret in the body do not belong together.',
  invalid_grant: 'The code or refresh token is unknown, expired or used, or was given for another redirect_uri.',
  unsupported_grant_type: 'grant_type is authorization_code or refresh_token.',
};

/** `Authorization` is ignored: existing clients send junk there (contract §17). */
@Controller('oauth/token')
export class IssueTokenController {
  constructor(
    private readonly tokens: IssueToken,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly attempts: FailedAttempts,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  async issue(@Body() body: TokenRequest | undefined, @Req() { ip }: FastifyRequest) {
    const client = `client ${String(body?.client_id)}`;
    await this.attempts.check(client, ip);
    const issued = await this.tokens.issue(body ?? {}, this.clock());
    if (issued === 'invalid_client') await this.attempts.count(client, ip);
    if (typeof issued === 'string') {
      const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
      throw new Refusal(400, { error: issued, error_description: descriptions[issued] }, noStore);
    }
    return {
      token_type: 'bearer',
      access_token: issued.accessToken,
      expires_in: accessTokenLifetime,
      refresh_token: issued.refreshToken,
      scope: issued.scope.join(' '),
      account_id: issued.accountId,
      sub: issued.accountId,
      ...(await this.linkingProfile(issued)),
    };
  }

  private async linkingProfile({ accountId, profileId }: Issued) {
    if (!profileId) return {};
    const { profiles } = await readConnections(this.pool, accountId);
    const profile = profiles.find(({ profile_id }) => profile_id === profileId);
    if (!profile) return {};
    const { provider_name, profile_id, profile_name } = profile;
    return { linking_profile: { provider_name, provider_service: provider_name, profile_id, profile_name } };
  }
}
