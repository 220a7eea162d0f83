import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { claimFiles } from '#api/files/unclaimed-files.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { SignatureCompleted } from './signing.port.ts'
import { insertSigningEvent, insertEnvelope, findWaitingChannels } from './signings.repo.ts'

export interface CompleteDeps {
  db: Db
  outbox: OutboxTail
}

/** Records a signature idempotently. False if it was already recorded. */
export async function completeSigning(
  { db, outbox }: CompleteDeps,
  { provider, envelopeId, email, signingId, file, evidence }: SignatureCompleted,
): Promise<boolean> {
  const isNew = await inTransaction(db, async (tx) => {
    if (!(await insertEnvelope(tx, { id: envelopeId, provider, signingId, email }))) return false
    if (file !== undefined) await claimFiles(tx, [file])
    await insertSigningEvent(tx, { ...evidence, signingId, envelopeId, event: 'signed' })
    const channels = await findWaitingChannels(tx, { provider, email, signingId })
    await recordEvents(tx, [
      {
        topic: 'signing.completed',
        subject: envelopeId,
        payload: { provider, envelopeId, email, channels },
      },
    ])
    return true
  })
  if (isNew) outbox.wake()
  return isNew
}
