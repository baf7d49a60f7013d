import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prepareJson, sendPrepared } from '../prepared.js';
import { asyncApiDocument } from './asyncapi.js';

@Controller()
export class ServeAsyncapiController {
  private readonly document = prepareJson(asyncApiDocument());

  @Get('asyncapi.json')
  @Header('Access-Control-Allow-Origin', '*')
  asyncapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return sendPrepared(request, reply, this.document);
  }
}
