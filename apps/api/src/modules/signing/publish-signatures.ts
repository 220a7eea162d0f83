import { signedEvent, type WireSigned } from '@terrace/contracts/signing'
import { z } from 'zod'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'

/** The part of the realtime port used here. */
interface Publisher {
  publish(channels: readonly string[], event: string, data: unknown): Promise<void>
}

interface PublishDeps {
  outbox: OutboxTail
  realtime: Publisher
  /** Fixed public channel for old clients; `undefined` publishes only to the signer's private channel. */
  legacyChannel: string | undefined
}

const signatureCompleted = z.object({
  envelopeId: z.string(),
  email: z.string(),
  channels: z.array(z.string()),
})

/** Publishes each signature to the sign-up that waits for it (product.md §10). */
export function publishSignatures({ outbox, realtime, legacyChannel }: PublishDeps): void {
  outbox.subscribe({
    name: 'signing.announcer',
    topics: ['signing.completed'],
    async handle(_tx, rows) {
      for (const { payload } of rows) {
        const { envelopeId, email, channels } = signatureCompleted.parse(payload)
        const data: WireSigned = { email, envelope_id: envelopeId }
        const all = [...channels, ...(legacyChannel === undefined ? [] : [legacyChannel])]
        if (all.length > 0) await realtime.publish(all, signedEvent, data)
      }
    },
  })
}
