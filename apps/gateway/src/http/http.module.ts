import { Module } from '@nestjs/common';
import { ServeAsyncapiController } from './serve-asyncapi/serve-asyncapi.controller.js';
import { ServeOpenapiController } from './serve-openapi/serve-openapi.controller.js';

@Module({ controllers: [ServeOpenapiController, ServeAsyncapiController] })
export class HttpModule {}
