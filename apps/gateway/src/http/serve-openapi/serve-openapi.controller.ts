import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { openApiDocument, scopes } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../injection-tokens.js';
import { prepareJson, sendPrepared, type Prepared } from '../prepared.js';

/** RFC 8414. */
function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/token/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    scopes_supported: scopes,
    authorization_response_iss_parameter_supported: true,
  };
}

/** RFC 9728: this server is its own authorization server. */
const resourceOf = (base: string) => ({
  resource: base,
  resource_name: 'Kalends',
  authorization_servers: [base],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${base}/docs`,
});

@Controller()
export class ServeOpenapiController {
  private readonly document: Prepared;
  private readonly metadata: Prepared;
  private readonly resource: Prepared;

  constructor(@Inject(configToken) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>) {
    this.document = prepareJson(openApiDocument(PUBLIC_URL, 'public'));
    this.metadata = prepareJson(metadataOf(PUBLIC_URL));
    this.resource = prepareJson(resourceOf(PUBLIC_URL));
  }

  @Get('openapi.json')
  @Header('Access-Control-Allow-Origin', '*')
  openapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return sendPrepared(request, reply, this.document);
  }

  @Get('.well-known/oauth-authorization-server')
  authorizationServer(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return sendPrepared(request, reply, this.metadata);
  }

  @Get('.well-known/oauth-protected-resource')
  protectedResource(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return sendPrepared(request, reply, this.resource);
  }
}
