import { Module } from '@nestjs/common';
import { ServeOpenapiController } from '../http/serve-openapi/serve-openapi.controller.js';
import { ServeAsyncapiController } from '../http/serve-asyncapi/serve-asyncapi.controller.js';
import { ShowReferenceController } from './show-reference/show-reference.controller.js';
import { ShowGuideController } from './show-guide/show-guide.controller.js';

/** The reference, the guides and the documents that they are generated from. */
@Module({
  controllers: [ServeOpenapiController, ServeAsyncapiController, ShowReferenceController, ShowGuideController],
})
export class DocsModule {}
