import { Module } from '@nestjs/common';
import { CreateElementTokenController } from './create-element-token/create-element-token.controller.js';

@Module({ controllers: [CreateElementTokenController] })
export class ElementTokensModule {}
