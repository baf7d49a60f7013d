import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module.js';
import { BookWithElement } from './book-with-element/book-with-element.js';
import { BookWithElementController } from './book-with-element/book-with-element.controller.js';
import { CreateElementTokenController } from './create-element-token/create-element-token.controller.js';

@Module({
  imports: [AvailabilityModule],
  controllers: [CreateElementTokenController, BookWithElementController],
  providers: [BookWithElement],
})
export class ElementTokensModule {}
