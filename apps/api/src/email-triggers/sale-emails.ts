import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { findSaleRecipient, ticketsSoldEmail } from '#api/modules/notifications/index.ts'
import { readSaleEmailDetails } from '#api/modules/orders/index.ts'

const soldPayload = z.object({ orderId: z.string(), teamId: z.string(), accountId: z.string() })

/** Emails to selling teams about each sale. */
export function saleEmails({ db }: Pick<Deps, 'db'>, linkTo: (path: string) => string | undefined) {
  return {
    async 'order.sold'(payload: Record<string, unknown>) {
      const sale = soldPayload.parse(payload)
      const details = await readSaleEmailDetails(db, sale)
      const [first] = details?.lines ?? []
      if (!details || !first) return undefined
      // The email job is retried until the payment has ended.
      if (!details.isPaid) throw new Error('the order is not paid yet')
      const link = linkTo(`/sell/inventory?listing=${first.listingId}`)
      const recipient = await findSaleRecipient(db, sale)
      if (!recipient) return undefined
      const { email, ...reader } = recipient
      return { email, content: ticketsSoldEmail({ ...reader, ...details, link }) }
    },
  }
}
