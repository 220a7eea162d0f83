/** Why a handover is refused, as the audit log keeps it. */
export type RefusalReason =
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

/** Thrown inside the command, so that a transaction rolls back; the route records it and answers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
