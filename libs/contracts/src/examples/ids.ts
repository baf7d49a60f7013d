/** Ids of the one person and application in all examples. */
export const client_id = 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a';
export const account_id = 'acc_5ba21743f408617d1269ea1e';
export const profile_id = 'pro_n23kjnwrw2';
export const calendar_id = 'cal_n23kjnwrw2_jsdfjksn234';
export const event_uid = 'evt_0d1c2b3a4f5e6d7c8b9a0f1e';
export const smart_invite_id = 'your-unique-identifier-for-invite';
export const at = 1794700000000;
