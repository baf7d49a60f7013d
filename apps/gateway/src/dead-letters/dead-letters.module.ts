import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { ListDeadLettersController } from './list-dead-letters/list-dead-letters.controller.js';
import { RepairDeadLetterController } from './repair-dead-letter/repair-dead-letter.controller.js';
import { ShowDeadLetterController } from './show-dead-letter/show-dead-letter.controller.js';

@Module({
  imports: [OperationsModule],
  controllers: [ListDeadLettersController, ShowDeadLetterController, RepairDeadLetterController],
})
export class DeadLettersModule {}
