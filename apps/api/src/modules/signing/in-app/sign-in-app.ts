import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { discardFile, storeFile } from '#api/files/store-file.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { completeSigning } from '../complete-signing.ts'
import { signingErrors } from '../signing.errors.ts'
import { findEnvelopeOfSigning, findSigning, type Signing } from '../signings.repo.ts'
import { buyerTerms, consent, privacyNotice, type LegalText } from './legal-text.ts'
import { renderDocument } from './render-document.ts'
import type { Signature } from './signature.ts'

export interface InAppDeps {
  db: Db
  ids: Ids
  clock: Clock
  outbox: OutboxTail
  files: FileStore
  logger: { error(details: object, text: string): void }
  brand: string
}

/** File name of a document, by envelope id or by `terms-{sha256}`. */
export const documentFile = (id: string): string => `signed-documents/${id}.pdf`

export interface SignInApp {
  signingId: string
  nonceHash: Buffer
  termsVersion: string
  signature: Signature
  ipAddress: string
  userAgent: string
}

/**
 * Signs the buyer terms, stores the document and returns the envelope id. A repeated call returns the first envelope.
 * @throws `signing.not_found`, or `signing.terms_changed` if the user read another version.
 */
export async function signInApp(deps: InAppDeps, input: SignInApp): Promise<string> {
  const { db, brand } = deps
  const signing = await findSigning(db, input)
  if (!signing) throw signingErrors.make('signing.not_found')
  const first = await findEnvelopeOfSigning(db, signing.id)
  if (first !== undefined) return first
  const terms = buyerTerms(brand)
  if (input.termsVersion !== terms.version) throw signingErrors.make('signing.terms_changed')
  const pending = underway.get(signing.id) ?? sign(deps, input, { signing, terms })
  underway.set(signing.id, pending)
  try {
    return await pending
  } finally {
    underway.delete(signing.id)
  }
}

/** By signing: a button that is pressed again and again renders one document. */
const underway = new Map<string, Promise<string>>()

async function sign(
  deps: InAppDeps,
  input: SignInApp,
  { signing, terms }: { signing: Signing; terms: LegalText },
): Promise<string> {
  const { db, ids, clock, files, brand } = deps
  const { ipAddress, userAgent, signature } = input
  const envelopeId = ids.next('env')
  const signedAt = clock.now()
  const { name, email } = signing
  const { source, pdf, sourceSha256, resultSha256 } = await renderDocument(terms, {
    brand,
    envelopeId,
    name,
    email,
    signedAt,
    ipAddress,
    userAgent,
    signature,
  })
  // Store the document first: a record without its document proves nothing.
  const file = documentFile(envelopeId)
  // Shared by everyone who signs this text, named by its hash, and never garbage-collected.
  await files.put(documentFile(`terms-${sourceSha256}`), source, 'application/pdf')
  await storeFile(deps, { name: file, bytes: pdf, contentType: 'application/pdf' })
  const isFirst = await completeSigning(deps, {
    provider: 'in-app',
    envelopeId,
    email,
    signingId: signing.id,
    file,
    evidence: {
      ipAddress,
      userAgent,
      details: {
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
  // If the store is down, the sweeper deletes the file later.
  await discardFile(deps, file).catch(() => undefined)
  const winner = await findEnvelopeOfSigning(db, signing.id)
  if (winner === undefined) throw new Error(`signing ${signing.id} is completed but has no envelope`)
  return winner
}
