import { Module } from '@nestjs/common';
import { ListAuditController } from './list-audit/list-audit.controller.js';

@Module({ controllers: [ListAuditController] })
export class AuditModule {}
