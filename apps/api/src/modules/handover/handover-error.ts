/** Rejection reasons, as recorded in the audit log. */
export type HandoverErrorReason =
  | 'no_nonce'
  | 'two_cookies'
  | 'malformed'
  | 'wrong_signature'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'wrong_nonce'
  | 'replayed'
  | 'expired'
  | 'no_account'
  | 'token_not_json'
  | 'token_inactive'
  | 'issuer_silent'

/** Thrown inside the command so that its transaction rolls back; the route records it and responds. */
export class HandoverError extends Error {
  override readonly name = 'HandoverError'
  readonly reason: HandoverErrorReason
  constructor(reason: HandoverErrorReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
