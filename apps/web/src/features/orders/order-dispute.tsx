import type { WireOrderDetail } from '@terrace/contracts/orders'
import { priceText } from '#web/lib/format/price.ts'

type Dispute = WireOrderDetail['disputes'][number]

/** The status of a chargeback in one sentence. */
export function OrderDispute({ dispute: { amount, status } }: { dispute: Dispute }) {
  return (
    <p className={status === 'lost' ? 'text-danger' : 'text-muted'}>
      {disputeTexts[status](priceText(amount))}
    </p>
  )
}

const disputeTexts: Readonly<Record<Dispute['status'], (amount: string) => string>> = {
  open: (amount) => `${amount} of this payment is disputed. Your bank is reviewing it.`,
  won: (amount) => `Your bank reviewed the dispute over ${amount}. The payment remains valid.`,
  lost: (amount) => `Your bank reversed ${amount} of this payment. The amount is due. Contact us.`,
}
