export { signCallback } from './callback-signature/sign-callback.js';
export { isPublic } from './egress-guard/addresses.js';
export { type Egress, createEgress } from './egress-guard/egress.js';
export { type EgressReason, EgressRefused } from './egress-guard/egress-refused.js';
export { type GuardedAnswer, guardedRequest, toResponse } from './egress-guard/guarded-request.js';
export { canonicalPrincipal } from './identity/canonical-principal.js';
export { channelToken } from './sealing/channel-token.js';
export { SealError, type Sealer, createSealer, keyId } from './sealing/sealer.js';
export { randomToken, sameSecret, sha256 } from './sealing/secrets.js';
