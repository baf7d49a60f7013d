import { Controller, Get, Header } from '@nestjs/common';
import { asyncApiDocument } from './asyncapi.js';

@Controller()
export class ServeAsyncapiController {
  private readonly document = asyncApiDocument();

  @Get('asyncapi.json')
  @Header('Access-Control-Allow-Origin', '*')
  asyncapi() {
    return this.document;
  }
}
