import { Module } from '@nestjs/common';
import { SearchDocsController } from './search-docs/search-docs.controller.js';
import { ListDescriptionsController } from './list-descriptions/list-descriptions.controller.js';
import { ShowGuideController } from './show-guide/show-guide.controller.js';
import { ShowReferenceController } from './show-reference/show-reference.controller.js';

@Module({
  controllers: [ShowReferenceController, SearchDocsController, ListDescriptionsController, ShowGuideController],
})
export class DocsModule {}
