import { Module } from '@nestjs/common';
import { ReadIdentityController } from './read-identity/read-identity.controller.js';
import { CreateAccountController } from './create-account/create-account.controller.js';
import { DeleteAccountController } from './delete-account/delete-account.controller.js';
import { ConnectProfileController } from './connect-profile/connect-profile.controller.js';
import { LinkAccountsController } from './link-accounts/link-accounts.controller.js';
import { RevokeProfileController } from './revoke-profile/revoke-profile.controller.js';
import { DisconnectProfileController } from './disconnect-profile/disconnect-profile.controller.js';
import { ListAccountsController } from './list-accounts/list-accounts.controller.js';
import { RevokeGrantController } from './revoke-grant/revoke-grant.controller.js';
import { ShowAccountController } from './show-account/show-account.controller.js';

@Module({
  controllers: [
    ReadIdentityController,
    CreateAccountController,
    DeleteAccountController,
    ConnectProfileController,
    LinkAccountsController,
    RevokeProfileController,
    ListAccountsController,
    ShowAccountController,
    RevokeGrantController,
    DisconnectProfileController,
  ],
})
export class AccountsModule {}
