import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftDisputeLetter, draftRefundedPayment } from '../modules/checkout/index.ts'
import {
  issueReportedWords,
  lineCancelledWords,
  lineRefundedWords,
  orderPlacedWords,
  paymentDisputedWords,
  paymentRefundedWords,
  refundDelayedWords,
  refundFailedWords,
  ticketsDeliveredWords,
} from '../modules/notifications/index.ts'
import {
  draftConfirmation,
  draftIssueLetter,
  draftOrderLetter,
  readOperators,
} from '../modules/orders/index.ts'

const placed = z.object({ orderId: z.string(), isRetaken: z.boolean().default(false) })
const moved = z.object({ orderId: z.string(), lineId: z.string() })
const reported = z.object({
  orderId: z.string(),
  lineId: z.string(),
  sellerTeamId: z.string(),
  reportId: z.string(),
})
const refundFailed = z.object({ ...moved.shape, wasPaid: z.boolean().default(false) })
const disputed = z.object({ attemptId: z.string(), disputeId: z.string() })
const refunded = z.object({ attemptId: z.string() })

/** The letters of orders; `linkTo` gives the address of a page, where a trade site is configured. */
export function orderLetters({ db }: Pick<Deps, 'db'>, linkTo: (path: string) => string | undefined) {
  const orderLink = (orderId: string) => linkTo(`/profile?tab=purchases&order=${orderId}`)

  /** A letter of one line of an order. */
  const ofLine = (wordsOf: typeof ticketsDeliveredWords) => async (payload: Record<string, unknown>) => {
    const { orderId, lineId } = moved.parse(payload)
    const letter = await draftOrderLetter(db, orderId)
    const line = letter?.lines.find(({ id }) => id === lineId)
    return (
      letter && line && { email: letter.email, words: wordsOf({ ...letter, line, link: orderLink(orderId) }) }
    )
  }

  return {
    async 'order.placed'(payload: Record<string, unknown>) {
      const { orderId, isRetaken } = placed.parse(payload)
      const letter = await draftConfirmation(db, orderId)
      return (
        letter && {
          email: letter.email,
          words: orderPlacedWords({ ...letter, link: orderLink(orderId), isRetaken }),
        }
      )
    },
    'order.line_fulfilled': ofLine(ticketsDeliveredWords),
    'order.line_cancelled': ofLine(lineCancelledWords),
    'order.line_refunded': ofLine(lineRefundedWords),
    async 'order.refund_failed'(payload: Record<string, unknown>) {
      const { orderId, lineId, wasPaid } = refundFailed.parse(payload)
      const letter = await draftOrderLetter(db, orderId)
      const line = letter?.lines.find(({ id }) => id === lineId)
      if (!letter || !line) return undefined
      const { email, number } = letter
      const operators = await readOperators(db)
      return [
        { email, words: refundDelayedWords({ ...letter, line, wasPaid, link: orderLink(orderId) }) },
        ...operators.map(({ email, firstName }) => ({
          email,
          words: refundFailedWords({ firstName, number, line, wasPaid }),
        })),
      ]
    },
    async 'order.issue_reported'(payload: Record<string, unknown>) {
      const letter = await draftIssueLetter(db, reported.parse(payload))
      return letter?.recipients.map(({ email, firstName }) => ({
        email,
        words: issueReportedWords({ ...letter, firstName }),
      }))
    },
    async 'payment.disputed'(payload: Record<string, unknown>) {
      const letter = await draftDisputeLetter(db, disputed.parse(payload))
      return letter?.operators.map(({ email, firstName }) => ({
        email,
        words: paymentDisputedWords({ ...letter, firstName }),
      }))
    },
    async 'checkout.refunded'(payload: Record<string, unknown>) {
      const draft = await draftRefundedPayment(db, refunded.parse(payload).attemptId)
      return draft && { email: draft.email, words: paymentRefundedWords({ ...draft, link: linkTo('/') }) }
    },
  }
}
