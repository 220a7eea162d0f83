import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { findAccounts, readOperators } from '#api/modules/accounts/index.ts'
import { readDisputeEmailDetails, readRefundedPaymentEmailDetails } from '#api/modules/checkout/index.ts'
import {
  disputeUpdatedEmail,
  issueReportedEmail,
  lineCancelledEmail,
  lineRefundedEmail,
  orderPlacedEmail,
  paymentDisputedEmail,
  paymentRefundedEmail,
  refundDelayedEmail,
  refundFailedEmail,
  ticketsDeliveredEmail,
} from '#api/modules/notifications/index.ts'
import {
  findOrdersById,
  isOrderCancelled,
  readIssueEmailDetails,
  readOrderEmailDetails,
  type OrderEmailLineDetails,
} from '#api/modules/orders/index.ts'
import { readTeamContact } from '#api/modules/teams/index.ts'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { createOrderAttachments } from './order-attachments.ts'

const orderPlacedPayload = z.object({ orderId: z.string(), hadExpiredHolds: z.boolean().default(false) })
const linePayload = z.object({ orderId: z.string(), lineId: z.string() })
const issuePayload = z.object({
  orderId: z.string(),
  lineId: z.string(),
  sellerTeamId: z.string(),
  reportId: z.string(),
})
const refundFailedPayload = z.object({ ...linePayload.shape, wasPaid: z.boolean().default(false) })
const disputePayload = z.object({ attemptId: z.string(), disputeId: z.string() })
const attemptPayload = z.object({ attemptId: z.string() })

/** All emails about a line take the same details. */
type LineEmail = typeof ticketsDeliveredEmail
type DisputeEmail = typeof paymentDisputedEmail

/** Looks up by id, together with the other emails that are composed at the same time. */
function shareLookups<Found>(findAll: (ids: readonly string[]) => Promise<Map<string, Found>>) {
  const lookUp = batchCalls({
    name: 'emails: look up',
    conflictKeysOf: () => [],
    async call(ids: readonly string[]) {
      const found = await findAll([...new Set(ids)])
      return ids.map((id) => ({ found: found.get(id) }))
    },
  })
  return async (id: string) => (await lookUp(id)).found
}

/**
 * For each topic about orders, a function that returns who gets which email; the texts are in modules/notifications/templates.
 * `linkTo` returns the URL of a page; `undefined` in production without `TRADE_ORIGINS`, the addresses of the web
 * app.
 */
export function orderEmails(
  deps: Pick<Deps, 'db' | 'logger' | 'config'>,
  linkTo: (path: string) => string | undefined,
) {
  const { db } = deps
  const orderLink = (orderId: string) => linkTo(`/profile?tab=purchases&order=${orderId}`)

  const readDetails = shareLookups((orderIds) => readOrderEmailDetails(db, orderIds))
  const findBuyer = shareLookups(
    async (ids) => new Map((await findAccounts(db, ids)).map((account) => [account.id, account])),
  )

  const findOrder = shareLookups(
    async (ids) => new Map((await findOrdersById(db, ids)).map((order) => [order.id, order])),
  )

  async function attachmentsOf(orderId: string, kind: 'invoice' | 'summary') {
    const order = await findOrder(orderId)
    const origin = linkTo('/')
    return order
      ? await createOrderAttachments(deps, { order, kind, origin: origin && new URL(origin).origin })
      : []
  }

  /** Adds the buyer's first name; without a buyer, no email is sent. */
  async function withBuyer<Details extends { accountId: string }>(details: Details | undefined) {
    const buyer = details && (await findBuyer(details.accountId))
    return details && buyer && { ...details, firstName: buyer.firstName }
  }

  /** Email about one order line. Skipped if the line has changed since, because that change sends its own email. */
  const lineEmail =
    (
      emailOf: LineEmail,
      isCurrent: (line: OrderEmailLineDetails) => boolean,
      { attachesSummary = false }: { attachesSummary?: boolean } = {},
    ) =>
    async (payload: Record<string, unknown>) => {
      const { orderId, lineId } = linePayload.parse(payload)
      const details = await withBuyer(await readDetails(orderId))
      const line = details?.lines.find(({ id }) => id === lineId)
      if (!details || !line || !isCurrent(line)) return undefined
      return {
        email: details.email,
        content: emailOf({ ...details, line, link: orderLink(orderId) }),
        ...(attachesSummary && { attach: () => attachmentsOf(orderId, 'summary') }),
      }
    }

  /** Email to each operator with the current state of a dispute. */
  const disputeEmail = (emailOf: DisputeEmail) => async (payload: Record<string, unknown>) => {
    const details = await readDisputeEmailDetails(db, disputePayload.parse(payload))
    if (!details) return undefined
    const operators = await readOperators(db)
    return operators.map(({ email, firstName }) => ({ email, content: emailOf({ ...details, firstName }) }))
  }

  return {
    async 'order.placed'(payload: Record<string, unknown>) {
      const { orderId, hadExpiredHolds } = orderPlacedPayload.parse(payload)
      const placed = await readDetails(orderId)
      if (!placed || isOrderCancelled(placed)) return undefined
      // The payment is still in progress: fail, so that the email job is retried.
      if (!placed.isPaid) throw new Error('the order is not paid yet')
      const details = await withBuyer(placed)
      return (
        details && {
          email: details.email,
          content: orderPlacedEmail({ ...details, link: orderLink(orderId), hadExpiredHolds }),
          attach: () => attachmentsOf(orderId, 'invoice'),
        }
      )
    },
    'order.line_delivered': lineEmail(ticketsDeliveredEmail, ({ state }) => state === 'delivered', {
      attachesSummary: true,
    }),
    'order.line_cancelled': lineEmail(lineCancelledEmail, () => true),
    'order.line_refunded': lineEmail(lineRefundedEmail, ({ refund }) => refund?.state === 'succeeded'),
    async 'order.refund_failed'(payload: Record<string, unknown>) {
      const { orderId, lineId, wasPaid } = refundFailedPayload.parse(payload)
      const details = await withBuyer(await readDetails(orderId))
      const line = details?.lines.find(({ id }) => id === lineId)
      if (!details || !line) return undefined
      const { email, number } = details
      const operators = await readOperators(db)
      return [
        { email, content: refundDelayedEmail({ ...details, line, wasPaid, link: orderLink(orderId) }) },
        ...operators.map(({ email, firstName }) => ({
          email,
          content: refundFailedEmail({ firstName, number, line, wasPaid }),
        })),
      ]
    },
    async 'order.issue_reported'(payload: Record<string, unknown>) {
      const report = issuePayload.parse(payload)
      const details = await readIssueEmailDetails(db, report)
      if (!details) return undefined
      const seller = await readTeamContact(db, report.sellerTeamId)
      // A team is greeted by its name.
      const recipients = [{ email: seller.email, firstName: seller.name }, ...(await readOperators(db))]
      return recipients.map(({ email, firstName }) => ({
        email,
        content: issueReportedEmail({ ...details, firstName }),
      }))
    },
    'payment.disputed': disputeEmail(paymentDisputedEmail),
    'payment.dispute_updated': disputeEmail(disputeUpdatedEmail),
    async 'checkout.refunded'(payload: Record<string, unknown>) {
      const details = await withBuyer(
        await readRefundedPaymentEmailDetails(db, attemptPayload.parse(payload).attemptId),
      )
      return (
        details && { email: details.email, content: paymentRefundedEmail({ ...details, link: linkTo('/') }) }
      )
    },
  }
}
