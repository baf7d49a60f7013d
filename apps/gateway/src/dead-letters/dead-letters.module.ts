import { Module } from '@nestjs/common';
import { ListDeadLettersController } from './list-dead-letters.controller.js';
import { RepairDeadLetterController } from './repair-dead-letter.controller.js';
import { ShowDeadLetterController } from './show-dead-letter.controller.js';

@Module({ controllers: [ListDeadLettersController, ShowDeadLetterController, RepairDeadLetterController] })
export class DeadLettersModule {}
