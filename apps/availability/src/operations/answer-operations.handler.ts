import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { availabilityOperations, type OperationsQuery, type OperationsReply } from '@kalends/contracts';
import { OnRequest, type Operations } from '@kalends/messaging';
import { operationsToken } from '../injection-tokens.js';

/** Requests of the gateway for an operator: dead letters, and how much waits. */
@Controller()
export class AnswerOperationsHandler {
  constructor(@Inject(operationsToken) private readonly operations: Operations) {}

  @OnRequest(availabilityOperations)
  answer(@Payload() query: OperationsQuery): Promise<OperationsReply> {
    return this.operations.answer(query);
  }
}
