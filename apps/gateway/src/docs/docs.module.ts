import { Module } from '@nestjs/common';
import { SearchDocsController } from './search-docs/search-docs.controller.js';
import { ShowGuideController } from './show-guide/show-guide.controller.js';
import { ShowReferenceController } from './show-reference/show-reference.controller.js';

@Module({ controllers: [ShowReferenceController, SearchDocsController, ShowGuideController] })
export class DocsModule {}
