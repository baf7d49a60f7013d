import { Module } from '@nestjs/common';
import { ReadIdentityController } from './read-identity/read-identity.controller.js';
import { CreateAccountController } from './create-account/create-account.controller.js';
import { DeleteAccountController } from './delete-account/delete-account.controller.js';
import { ConnectProfileController } from './connect-profile/connect-profile.controller.js';
import { LinkAccountsController } from './link-accounts/link-accounts.controller.js';
import { RevokeProfileController } from './revoke-profile/revoke-profile.controller.js';

@Module({
  controllers: [
    ReadIdentityController,
    CreateAccountController,
    DeleteAccountController,
    ConnectProfileController,
    LinkAccountsController,
    RevokeProfileController,
  ],
})
export class AccountsModule {}
