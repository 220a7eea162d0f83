import type { Db } from '../../../db/client.ts'
import type { FileStore } from '../../../files/file-store.port.ts'
import { discardFile, keepFile } from '../../../files/keep-file.ts'
import type { OutboxTail } from '../../../outbox/tail-outbox.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Ids } from '../../../shared/ids.ts'
import { completeSigning } from '../complete-signing.ts'
import { signingErrors } from '../signing.errors.ts'
import { findEnvelopeOf, findSigning } from '../signings.repo.ts'
import { buyerTerms, consent, privacyNotice } from './legal-text.ts'
import { makeDocument } from './make-document.ts'
import type { Signature } from './signature.ts'

export interface InAppDeps {
  db: Db
  ids: Ids
  clock: Clock
  outbox: OutboxTail
  files: FileStore
  logger: { error(facts: object, text: string): void }
  brand: string
}

/** By what name a document is kept: an envelope's, or the text that was signed. */
export const documentFile = (id: string): string => `signed-documents/${id}.pdf`

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
  const { db, ids, clock, files, brand } = deps
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
  const file = documentFile(envelopeId)
  // One for all who sign this text, and named by its sum: nobody's own, and never swept.
  await files.put(documentFile(`terms-${sourceSha256}`), source, 'application/pdf')
  await keepFile(deps, { name: file, bytes: pdf, contentType: 'application/pdf' })
  const isFirst = await completeSigning(deps, {
    provider: 'in-app',
    envelopeId,
    email,
    signingId: signing.id,
    file,
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
  // Where the store does not answer now, the sweep comes for it later.
  await discardFile(deps, file).catch(() => undefined)
  const winner = await findEnvelopeOf(db, signing.id)
  if (winner === undefined) throw new Error(`the signing ${signing.id} is completed and has no envelope`)
  return winner
}
