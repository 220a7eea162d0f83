import { signedEvent, type WireSigned } from '@terrace/contracts/signing'
import { z } from 'zod'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'

/** As much of the realtime port as is needed here. */
interface Publisher {
  publish(channels: readonly string[], event: string, data: unknown): Promise<void>
}

interface Announcement {
  outbox: OutboxTail
  realtime: Publisher
  /** The fixed public channel of old browsers; undefined: signatures are told to those who gave them only. */
  legacyChannel: string | undefined
}

const told = z.object({ envelopeId: z.string(), email: z.string(), channels: z.array(z.string()) })

/** Tells each signature to the sign-up that waits for it (product.md §10). */
export function announceSignatures({ outbox, realtime, legacyChannel }: Announcement): void {
  outbox.subscribe({
    name: 'signing.announcer',
    topics: ['signing.completed'],
    async handle(_tx, rows) {
      for (const { payload } of rows) {
        const { envelopeId, email, channels } = told.parse(payload)
        const data: WireSigned = { email, envelope_id: envelopeId }
        const all = [...channels, ...(legacyChannel === undefined ? [] : [legacyChannel])]
        if (all.length > 0) await realtime.publish(all, signedEvent, data)
      }
    },
  })
}
