import { Module } from '@nestjs/common';
import { ShowGuideController } from './show-guide/show-guide.controller.js';
import { ShowReferenceController } from './show-reference/show-reference.controller.js';

@Module({ controllers: [ShowReferenceController, ShowGuideController] })
export class DocsModule {}
