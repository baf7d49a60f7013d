/**
 * Calls of the public API that Kalends does not offer: they are answered 501 (HTTP-19), so that nobody looks for a mistake of
 * their own. A call that is built leaves this list, which the spec enforces.
 */
export const unofferedCalls: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/v1/conferencing_service_authorizations'],
  ['POST', '/v1/attachments'],
  ['POST', '/v1/scheduling_conversations'],
  ['GET', '/v1/scheduling_conversations'],
  ['GET', '/v1/scheduling_conversations/:id'],
  ['POST', '/v1/scheduling_requests'],
  ['POST', '/v1/scheduling_requests/query'],
  ['GET', '/v1/scheduling_requests/query'],
  ['POST', '/v1/scheduling_requests/cancel'],
  ['POST', '/v1/scheduler_requests'],
  ['POST', '/v1/service_account_authorizations'],
  ['POST', '/v1/delegated_authorizations'],
  ['POST', '/v1/application_verification'],
  ['POST', '/v1/applications'],
  ['GET', '/enterprise_connect/oauth/authorize'],
];
