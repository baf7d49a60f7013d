import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { calendarSyncOperations, type OperationsQuery, type OperationsReply } from '@kalends/contracts';
import { OnRequest, type Operations } from '@kalends/messaging';
import type { Budgets } from '../budget/budgets.js';
import { budgetsToken, operationsToken } from '../injection-tokens.js';

/** Requests of the gateway for an operator: dead letters, and how much waits. */
@Controller()
export class AnswerOperationsHandler {
  constructor(
    @Inject(operationsToken) private readonly operations: Operations,
    @Inject(budgetsToken) private readonly budgets: Budgets,
  ) {}

  @OnRequest(calendarSyncOperations)
  async answer(@Payload() query: OperationsQuery): Promise<OperationsReply> {
    const reply = await this.operations.answer(query);
    return reply.outcome === 'numbers' ? { ...reply, budgets: this.budgets.reports() } : reply;
  }
}
