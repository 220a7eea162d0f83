import type { Db } from '../../../db/client.ts'
import type { OutboxTail } from '../../../outbox/tail-outbox.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Ids } from '../../../shared/ids.ts'
import { completeSigning } from '../complete-signing.ts'
import { signingErrors } from '../signing.errors.ts'
import { findEnvelopeOf, findSigning } from '../signings.repo.ts'
import type { DocumentStore } from './document-store.ts'
import { buyerTerms, consent, privacyNotice } from './legal-text.ts'
import { makeDocument } from './make-document.ts'
import type { Signature } from './signature.ts'

export interface InAppDeps {
  db: Db
  ids: Ids
  clock: Clock
  outbox: OutboxTail
  documents: DocumentStore
  brand: string
}

export interface SignInApp {
  signingId: string
  nonceHash: Buffer
  termsVersion: string
  signature: Signature
  address: string
  userAgent: string
}

/**
 * Signs the buyer terms and keeps the document; answers the envelope's id. A second press answers the first envelope.
 * Throws `signing.not_found`, and `signing.terms_changed` where another version was read.
 */
export async function signInApp(deps: InAppDeps, input: SignInApp): Promise<string> {
  const { db, ids, clock, documents, brand } = deps
  const signing = await findSigning(db, input)
  if (!signing) throw signingErrors.make('signing.not_found')
  const first = await findEnvelopeOf(db, signing.id)
  if (first !== undefined) return first
  const terms = buyerTerms(brand)
  if (input.termsVersion !== terms.version) throw signingErrors.make('signing.terms_changed')

  const { address, userAgent, signature } = input
  const envelopeId = ids.next('env')
  const signedAt = clock.now()
  const { name, email } = signing
  const { source, pdf, sourceSha256, resultSha256 } = await makeDocument(terms, {
    brand,
    envelopeId,
    name,
    email,
    signedAt,
    address,
    userAgent,
    signature,
  })
  // Before the record: a record without its document would be worth nothing.
  await documents.put(`terms-${sourceSha256}`, source)
  await documents.put(envelopeId, pdf)
  const isFirst = await completeSigning(deps, {
    provider: 'in-app',
    envelopeId,
    email,
    signingId: signing.id,
    evidence: {
      address,
      userAgent,
      facts: {
        name,
        email,
        signed_at: signedAt.toISOString(),
        signature: signature.kind,
        terms_version: terms.version,
        consent_version: consent.version,
        privacy_version: privacyNotice(brand).version,
        source_sha256: sourceSha256,
        result_sha256: resultSha256,
      },
    },
  })
  if (isFirst) return envelopeId
  await documents.remove(envelopeId)
  const winner = await findEnvelopeOf(db, signing.id)
  if (winner === undefined) throw new Error(`the signing ${signing.id} is completed and has no envelope`)
  return winner
}
