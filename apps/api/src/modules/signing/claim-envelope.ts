import { isSameSigner } from '@terrace/contracts/signing'
import type { Tx } from '#api/db/transaction.ts'
import { insertSigningEvent, lockEnvelope, markClaimed } from './signings.repo.ts'
import { nonceHash } from './signup-nonce.ts'

export interface ClaimEnvelope {
  envelopeId: string
  email: string
  /** Sent by the browser that signs up, if any. */
  nonce: string | undefined
}

/** `unknown`: not signed, or signed in another browser. */
export type ClaimResult = 'ok' | 'unknown' | 'wrong_email' | 'used'

/**
 * Claims a signed document for the sign-up in this transaction: once, for the email that signed, in the browser that
 * signed (product.md §8). The row lock serialises concurrent claims.
 */
export async function claimEnvelope(
  tx: Tx,
  { envelopeId, email, nonce }: ClaimEnvelope,
): Promise<ClaimResult> {
  if (nonce === undefined) return 'unknown'
  const envelope = await lockEnvelope(tx, envelopeId, nonceHash(nonce))
  if (!envelope) return 'unknown'
  if (!isSameSigner(envelope.email, email)) return 'wrong_email'
  if (envelope.isClaimed) return 'used'
  await markClaimed(tx, envelopeId)
  await insertSigningEvent(tx, {
    signingId: undefined,
    envelopeId,
    event: 'claimed',
    ipAddress: '',
    userAgent: '',
    details: {},
  })
  return 'ok'
}
