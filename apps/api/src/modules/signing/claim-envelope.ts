import { isSameSigner } from '@terrace/contracts/signing'
import type { Tx } from '../../db/transaction.ts'
import { appendAudit, lockEnvelope, markClaimed } from './signings.repo.ts'
import { nonceHash } from './signup-nonce.ts'

export interface ClaimEnvelope {
  envelopeId: string
  email: string
  /** Of the browser that signs up; undefined where it brought none. */
  nonce: string | undefined
}

/** `unknown`: signed by nobody, or in another browser. */
export type ClaimResult = 'ok' | 'unknown' | 'wrong_email' | 'used'

/**
 * Uses a signed document for the sign-up that runs in this transaction: once, for the e-mail address that signed, in the
 * browser that signed (product.md §8, §12). Two claims at once wait for each other on the envelope's row.
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
  await appendAudit(tx, {
    signingId: undefined,
    envelopeId,
    event: 'claimed',
    address: '',
    userAgent: '',
    facts: {},
  })
  return 'ok'
}
