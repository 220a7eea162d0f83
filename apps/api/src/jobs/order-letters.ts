import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { draftToAccount, readOperators } from '../modules/accounts/index.ts'
import { draftDisputeLetter, draftRefundedPayment } from '../modules/checkout/index.ts'
import {
  disputeMovedWords,
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
  type LetterLine,
} from '../modules/orders/index.ts'
import { readTeamContact } from '../modules/teams/index.ts'

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

  /** What is drafted for a buyer, with the name of the one who bought. */
  async function toBuyer<Draft extends { accountId: string }>(draft: Draft | undefined) {
    const buyer = draft && (await draftToAccount({ db }, draft.accountId))
    return draft && buyer && { ...draft, firstName: buyer.firstName }
  }

  /** A letter of one line of an order; none where that has become something else since, of which another letter tells. */
  const ofLine =
    (wordsOf: typeof ticketsDeliveredWords, isStillSo: (line: LetterLine) => boolean) =>
    async (payload: Record<string, unknown>) => {
      const { orderId, lineId } = moved.parse(payload)
      const letter = await toBuyer(await draftOrderLetter(db, orderId))
      const line = letter?.lines.find(({ id }) => id === lineId)
      if (!letter || !line || !isStillSo(line)) return undefined
      return { email: letter.email, words: wordsOf({ ...letter, line, link: orderLink(orderId) }) }
    }

  /** A letter to each operator, of a dispute as it stands. */
  const ofDispute = (wordsOf: typeof paymentDisputedWords) => async (payload: Record<string, unknown>) => {
    const letter = await draftDisputeLetter(db, disputed.parse(payload))
    if (!letter) return undefined
    const operators = await readOperators(db)
    return operators.map(({ email, firstName }) => ({ email, words: wordsOf({ ...letter, firstName }) }))
  }

  return {
    async 'order.placed'(payload: Record<string, unknown>) {
      const { orderId, isRetaken } = placed.parse(payload)
      const letter = await toBuyer(await draftConfirmation(db, orderId))
      return (
        letter && {
          email: letter.email,
          words: orderPlacedWords({ ...letter, link: orderLink(orderId), isRetaken }),
        }
      )
    },
    'order.line_fulfilled': ofLine(ticketsDeliveredWords, ({ state }) => state === 'fulfilled'),
    'order.line_cancelled': ofLine(lineCancelledWords, () => true),
    'order.line_refunded': ofLine(lineRefundedWords, ({ refund }) => refund?.state === 'succeeded'),
    async 'order.refund_failed'(payload: Record<string, unknown>) {
      const { orderId, lineId, wasPaid } = refundFailed.parse(payload)
      const letter = await toBuyer(await draftOrderLetter(db, orderId))
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
      const report = reported.parse(payload)
      const letter = await draftIssueLetter(db, report)
      if (!letter) return undefined
      const seller = await readTeamContact(db, report.sellerTeamId)
      const recipients = [{ email: seller.email, firstName: seller.name }, ...(await readOperators(db))]
      return recipients.map(({ email, firstName }) => ({
        email,
        words: issueReportedWords({ ...letter, firstName }),
      }))
    },
    'payment.disputed': ofDispute(paymentDisputedWords),
    'payment.dispute_moved': ofDispute(disputeMovedWords),
    async 'checkout.refunded'(payload: Record<string, unknown>) {
      const draft = await toBuyer(await draftRefundedPayment(db, refunded.parse(payload).attemptId))
      return draft && { email: draft.email, words: paymentRefundedWords({ ...draft, link: linkTo('/') }) }
    },
  }
}
