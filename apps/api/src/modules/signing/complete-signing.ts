import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { claimFiles } from '../../files/unclaimed-files.repo.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { SignatureCompleted } from './signing.port.ts'
import { appendAudit, insertEnvelope, waitingChannels } from './signings.repo.ts'

export interface CompleteDeps {
  db: Db
  outbox: OutboxTail
}

/** Writes a signature down, once however often it is reported; false where it was known. */
export async function completeSigning(
  { db, outbox }: CompleteDeps,
  { provider, envelopeId, email, signingId, file, evidence }: SignatureCompleted,
): Promise<boolean> {
  const isNew = await inTransaction(db, async (tx) => {
    if (!(await insertEnvelope(tx, { id: envelopeId, provider, signingId, email }))) return false
    if (file !== undefined) await claimFiles(tx, [file])
    await appendAudit(tx, { ...evidence, signingId, envelopeId, event: 'signed' })
    const channels = await waitingChannels(tx, { provider, email, signingId })
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
