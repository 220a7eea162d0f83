import type { WireOrderWhole } from '@terrace/contracts/orders'
import { priceText } from '#web/lib/price.ts'

type Dispute = WireOrderWhole['disputes'][number]

/** What has become of the money that the buyer's own bank wants back, in a sentence. */
export function OrderDispute({ dispute: { amount, status } }: { dispute: Dispute }) {
  return (
    <p className={status === 'lost' ? 'text-danger' : 'text-muted'}>{texts[status](priceText(amount))}</p>
  )
}

const texts: Readonly<Record<Dispute['status'], (amount: string) => string>> = {
  open: (amount) => `Your bank asks for ${amount} of this payment back and has not decided yet.`,
  won: (amount) => `Your bank asked for ${amount} of this payment back and decided that the payment stands.`,
  lost: (amount) =>
    `Your bank has taken ${amount} of this payment back: the amount is due again. Please contact us.`,
}
