/** Why an outgoing request was not made, or its response not read. */
export type EgressReason =
  'malformed-url' | 'scheme' | 'userinfo' | 'port' | 'address' | 'unresolvable' | 'redirect' | 'too-large' | 'timeout';

/** The egress guard refused; the message may be shown to the user who typed the address. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  constructor(
    readonly reason: EgressReason,
    message: string,
  ) {
    super(message);
  }
}
