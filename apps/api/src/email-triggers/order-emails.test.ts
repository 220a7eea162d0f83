import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { money } from '@terrace/domain/money/money'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordDispute } from '#api/modules/checkout/index.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { cancelLines, deliverTickets, recordManualRefund } from '#api/modules/orders/index.ts'
import { GatewayRejected, type Dispute } from '#api/modules/payments/index.ts'
import { processRefunds } from '#api/modules/orders/refunds/process-refunds.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { orderEmails } from './order-emails.ts'
import { createOutboxEmails } from './outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { decideRefund } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
let boss: ReturnType<typeof createJobStore>
const sent: EmailMessage[] = []
/** The only operator, who receives every operator email. */
let operatorEmail: string

beforeAll(async () => {
  market = await buildMarketplace({
    config: { maxHeldTicketsPerTeam: 1000, tradeOrigins: ['http://localhost:4000'] },
  })
  const operator = await market.addBuyer({ role: 'operator' })
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  operatorEmail = email
  const mailer = {
    ...market.deps.mailer,
    send(message: EmailMessage) {
      sent.push(message)
      return Promise.resolve({ status: 'sent' as const })
    },
  }
  boss = createJobStore({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await boss.start()
  await createOutboxEmails({ ...market.deps, mailer }, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await market.close()
})

/** Waits for `count` emails that name the order, in the order they were sent. */
async function emailsOf({ number }: Pick<WireOrder, 'number'>, count: number): Promise<EmailMessage[]> {
  await market.deps.outbox.drain()
  const emails = () => sent.filter(({ text }) => text.includes(number))
  await expect.poll(() => emails().length, { timeout: 30_000 }).toBe(count)
  return emails()
}

const deliver = (lineId: string) =>
  deliverTickets(market.deps, {
    lineId,
    delivery: { kind: 'transfer', reference: 'TR-1' },
    actor: 'operator:anna',
  })

const cancel = (lineId: string, { includesDelivered = false } = {}) =>
  cancelLines(market.deps, {
    target: { lineId },
    includesDelivered,
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })

test('[CHECKOUT-01] the confirmation lists tickets, delivery dates and totals, and mentions separate sellers', async () => {
  const { order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }] })
  const [message] = await emailsOf(order, 1)
  expect(message?.to.address).toBe(order.email_address)
  expect(message?.subject).toBe(`Order ${order.number} confirmed: ${order.lines[0]?.event.title}`)
  const text = message?.text ?? ''
  expect(text.startsWith('Hello Jo,')).toBe(true)
  for (const { line_total, section } of order.lines) {
    expect(text).toContain(`£${line_total.amount}`)
    expect(text).toContain(section)
  }
  expect(text.match(/Expected by /g)).toHaveLength(2)
  expect(text).toContain(
    `Total paid: £${order.total.amount}, including a fee of £${order.total_service_fee.amount}`,
  )
  expect(text).toContain('with your Visa card ending in 4242')
  expect(text).toContain(multipleSellersNotice)
  expect(text).toContain(`http://localhost:4000/profile?tab=purchases&order=${order.id}`)
  expect(text).not.toContain('expired')
})

const attachmentOf = ({ attachments = [] }: EmailMessage, type: string) =>
  attachments.find(({ contentType }) => contentType.startsWith(type))

test('the confirmation has the invoice as PDF and the event for the calendar; nothing of it is stored', async () => {
  const { order } = await buyOrder(market, { lines: [{ quantity: 2 }] })
  const [message] = await emailsOf(order, 1)
  if (!message) throw new Error('no email was sent')
  const pdf = attachmentOf(message, 'application/pdf')
  expect(pdf?.filename).toBe(`terrace-invoice-${order.number}.pdf`)
  expect(await textOfPdf(pdf?.bytes ?? new Uint8Array())).toContain(`Order\n${order.number}`)
  const calendar = attachmentOf(message, 'text/calendar')
  expect(calendar?.filename).toBe(`order-${order.number}.ics`)
  const text = Buffer.from(calendar?.bytes ?? []).toString()
  expect(text).toContain(`UID:order-${order.id}-${order.lines[0]?.event.id}@localhost`)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  const { rows } = await sql<{ payload: unknown }>`
    select payload from outbox where subject = ${order.id}`.execute(market.db)
  expect(JSON.stringify(rows)).not.toContain('attach')
})

test('delivered tickets come with the order summary and the calendar; a cancellation comes alone', async () => {
  const { order, line } = await buyOrder(market)
  await deliver(line.id)
  const [, delivered] = await emailsOf(order, 2)
  const types = (message: EmailMessage | undefined) =>
    (message?.attachments ?? []).map(({ contentType }) => contentType)
  expect(types(delivered)).toEqual(['application/pdf', 'text/calendar; charset=utf-8'])
  await cancel(line.id, { includesDelivered: true })
  const [, , cancelled] = await emailsOf(order, 3)
  expect(types(cancelled)).toEqual([])
})

test('an email whose attachments cannot be made is sent without them', async () => {
  const { order } = await buyOrder(market)
  const errors: unknown[] = []
  const logger = Object.assign(Object.create(market.deps.logger) as typeof market.deps.logger, {
    error: (details: unknown) => errors.push(details),
  })
  const broken = {
    ...market.deps,
    logger,
    config: { ...market.deps.config, brand: undefined as unknown as string },
  }
  const email = await orderEmails(broken, () => undefined)['order.placed']({ orderId: order.id })
  expect(await email?.attach()).toEqual([])
  expect(errors).toHaveLength(1)
})

test('confirmations that are written together share their reads', async () => {
  const orders = [await buyOrder(market), await buyOrder(market), await buyOrder(market)]
  let statements = 0
  const db = market.db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const confirm = orderEmails({ ...market.deps, db }, () => undefined)['order.placed']
  const emails = await Promise.all(orders.map(({ order }) => confirm({ orderId: order.id })))
  expect(emails.map((email) => email?.content.subject)).toEqual(
    orders.map(({ order }) => expect.stringContaining(order.number) as string),
  )
  // Orders, their lines, status changes and buyers.
  expect(statements).toBe(4)
})

test('one seller needs no notice, and tickets that were reserved again are mentioned', async () => {
  const { order } = await buyOrder(market)
  expect((await emailsOf(order, 1))[0]?.text).not.toContain(multipleSellersNotice)
  await sql`
    insert into outbox (topic, subject, payload)
    select topic, subject, payload || '{"hadExpiredHolds": true}' from outbox
    where topic = 'order.placed' and subject = ${order.id}`.execute(market.db)
  const [, second] = await emailsOf(order, 2)
  expect(second?.text).toContain(
    'The tickets were still available, so we reserved them again at the same price.',
  )
})

test('no delivery email is sent for tickets revoked before it leaves', async () => {
  const { order, line } = await buyOrder(market)
  await emailsOf(order, 1)
  await deliver(line.id)
  await cancel(line.id, { includesDelivered: true })
  await emailsOf(order, 2)
  await processRefunds(market.deps)
  const subjects = (await emailsOf(order, 3)).map(({ subject }) => subject)
  expect(subjects).not.toContainEqual(expect.stringContaining('Your tickets are here'))
})

test('a buyer is emailed about delivered tickets, cancelled lines and refunds', async () => {
  const { order } = await buyOrder(market, { lines: [{}, { seller: 'Blue Door' }] })
  const [first, second] = order.lines
  await deliver(first?.id ?? '')
  await cancel(second?.id ?? '')
  await emailsOf(order, 3)
  await processRefunds(market.deps)
  const emails = await emailsOf(order, 4)
  const amount = `£${second?.line_total.amount}`
  expect(emails.slice(1).map(({ subject }) => subject)).toEqual([
    `Your tickets are here: ${first?.event.title} (order ${order.number})`,
    `Cancelled: ${second?.event.title} (order ${order.number})`,
    `Refunded: ${amount} for order ${order.number}`,
  ])
  expect(emails[2]?.text).toContain('Reason: The seller cannot deliver')
  expect(emails[2]?.text).toContain(`You’ll get a full refund of ${amount}.`)
  expect(emails[3]?.text).toContain(`We’ve refunded ${amount} to your Visa card ending in 4242.`)
})

test('the seller and the operators get separate emails about an issue', async () => {
  const seller = await market.db
    .selectFrom('teams')
    .select('email')
    .where('id', '=', market.sellerTeamId)
    .executeTakeFirstOrThrow()
  const { buyer, order, line } = await buyOrder(market)
  await emailsOf(order, 1)
  await buyer.call(ordersRoutes.reportIssue, {
    params: { line_id: line.id },
    body: {
      kind: 'wrong_seats',
      text: 'Row 7 was promised.\n\nBcc: everybody@example.test\nPay at https://evil.example/x',
    },
  })
  const emails = (await emailsOf(order, 3)).slice(1)
  expect(emails.map(({ to }) => to.address)).toEqual([seller.email, operatorEmail])
  expect(new Set(emails.map(({ id }) => id)).size).toBe(2)
  for (const { subject, text } of emails) {
    expect(subject).toBe(`Issue with order ${order.number}: ${line.event.title}`)
    expect(text).toContain(`Jo Marsh reported an issue with order ${order.number}. Reason: Wrong seats.`)
    // Marked as the buyer's words, without links.
    expect(text).toContain('Jo Marsh writes:\n> Row 7 was promised.\n> Bcc: everybody@example[.]test\n')
    expect(text).toContain('> Pay at https[:]//evil[.]example/x')
  }
})

test('[X-ORDER-03] a failed refund notifies buyer and operators, and a manual payment the buyer', async () => {
  const { order, line } = await buyOrder(market)
  await cancel(line.id)
  const refundPayment = () => Promise.reject(new GatewayRejected('invalid_request', 'the card is closed'))
  const gateway = { ...market.deps.gateway, name: market.deps.gateway.name, refundPayment }
  await processRefunds({ ...market.deps, gateway })
  await market.deps.outbox.drain()
  const about = (to: string) =>
    sent.filter(({ to: { address }, text }) => address === to && text.includes(order.number))
  await expect.poll(() => about(operatorEmail).length, { timeout: 30_000 }).toBe(1)
  const [toOperator] = about(operatorEmail)
  expect(toOperator?.subject).toBe(`Refund failed: £${line.line_total.amount} of order ${order.number}`)
  const refundId = /refund (rfd_\w+) --retry/.exec(toOperator?.text ?? '')?.[1] ?? ''
  const subjects = () => about(order.email_address).map(({ subject }) => subject)
  await expect
    .poll(subjects, { timeout: 30_000 })
    .toContain(`Your £${line.line_total.amount} refund is delayed (order ${order.number})`)

  await recordManualRefund(market.deps, { refundId, note: 'by bank transfer' })
  await market.deps.outbox.drain()
  await expect
    .poll(
      () =>
        about(order.email_address)
          .map(({ text }) => text)
          .join('\n'),
      { timeout: 30_000 },
    )
    .toContain(`We’ve paid your £${line.line_total.amount} refund (by bank transfer).`)
})

test('[X-ORDER-03] a returned refund notifies buyer and operators with the next step', async () => {
  const { order, line } = await buyOrder(market)
  await cancel(line.id)
  await processRefunds(market.deps)
  const { id, gateway_refund_id } = await market.db
    .selectFrom('order_refunds')
    .select(['id', 'gateway_refund_id'])
    .where('line_id', '=', line.id)
    .executeTakeFirstOrThrow()
  decideRefund(market.deps.sandbox.store, gateway_refund_id ?? '', 'failed')
  await market.deps.sandbox.events.sendDue()
  await market.deps.outbox.drain()
  const late = (to: string) =>
    sent.find(
      ({ to: { address }, subject, text }) =>
        address === to && text.includes(order.number) && /is delayed|Refund failed/.test(subject),
    )?.text ?? ''
  await expect.poll(() => late(order.email_address), { timeout: 30_000 }).not.toBe('')
  expect(late(order.email_address)).toContain(`We refunded £${line.line_total.amount} for`)
  expect(late(order.email_address)).toContain('but your bank returned the money to us.')
  expect(late(order.email_address)).toContain('We’ll pay you another way if needed')
  await expect.poll(() => late(operatorEmail), { timeout: 30_000 }).not.toBe('')
  expect(late(operatorEmail)).toContain('The bank returned a refund')
  expect(late(operatorEmail)).toContain(`npm run admin -- refund ${id} --retry`)
})

test('operators are emailed about a new dispute', async () => {
  const { order } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  await market.deps.sandbox.events.sendDue()
  await market.deps.outbox.drain()
  const emails = () =>
    sent.filter(({ to, text }) => to.address === operatorEmail && text.includes(order.number))
  await expect.poll(() => emails().length, { timeout: 30_000 }).toBe(1)
  expect(emails()[0]?.subject).toBe(`Disputed: £${order.total.amount} of order ${order.number}`)
  expect(emails()[0]?.text).toContain('Reason: fraudulent.')
  expect(emails()[0]?.text).toMatch(/in the provider’s dashboard by \d{2} \w{3} \d{2}, \d{2}:\d{2} UTC\./)
  expect(emails()[0]?.text).toContain(`npm run admin -- order ${order.number}`)
})

test('operators get one email per dispute update: withdrawal, deadline and outcome', async () => {
  const { order } = await buyOrder(market)
  const { attempt_id, gateway_payment_id } = await market.db
    .selectFrom('orders')
    .select(['attempt_id', 'gateway_payment_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const amount = money(8925, 'GBP')
  const inquiry: Dispute = {
    disputeId: `dp_${attempt_id}`,
    gatewayPaymentId: gateway_payment_id,
    amount,
    reason: 'general',
    status: 'open',
    respondBy: null,
    movements: [],
  }
  const withdrawn = {
    ...inquiry,
    respondBy: new Date('2031-01-05T12:00:00Z'),
    movements: [money(-8925, 'GBP')],
  }
  const emails = () =>
    sent.filter(({ to, text }) => to.address === operatorEmail && text.includes(order.number))
  const sendDispute = async (dispute: Dispute, count: number) => {
    for (const repeated of [dispute, dispute]) await recordDispute(market.deps, repeated)
    await market.deps.outbox.drain()
    await expect.poll(() => emails().length, { timeout: 30_000 }).toBe(count)
    return emails().at(-1)
  }
  const inquiryEmails = await sendDispute(inquiry, 1)
  expect(inquiryEmails?.text).not.toContain('holds the money')
  const taken = await sendDispute(withdrawn, 2)
  expect(taken?.subject).toBe(`Dispute updated: £89.25 of order ${order.number}`)
  expect(taken?.text).toContain('Withdrawn so far: £89.25.')
  expect(taken?.text).toContain('holds the money until the bank decides')
  expect(taken?.text).toContain('by 05 Jan 31, 12:00 UTC')
  const lost = await sendDispute({ ...withdrawn, status: 'lost' }, 3)
  expect(lost?.subject).toBe(`Dispute lost: £89.25 of order ${order.number}`)
  expect(lost?.text).toContain('Dispute lost. The amount was withdrawn and recorded.')
})

test('a payment voided without an order is explained to the buyer, who was never charged', async () => {
  const { order } = await buyOrder(market)
  await emailsOf(order, 1)
  await sql`
    update checkout_attempts set failure = '{"code": "stock_unavailable", "message": "The tickets had gone to another buyer."}'
    where id = (select attempt_id from orders where id = ${order.id})`.execute(market.db)
  await sql`
    insert into outbox (topic, subject, payload)
    select 'checkout.refunded', attempt_id, jsonb_build_object('attemptId', attempt_id, 'teamId', team_id)
    from orders where id = ${order.id}`.execute(market.db)
  await market.deps.outbox.drain()
  const subject = `Your payment of £${order.total.amount} wasn’t completed`
  await expect.poll(() => sent.map((message) => message.subject), { timeout: 30_000 }).toContain(subject)
  const text = sent.find((message) => message.subject === subject)?.text
  expect(text).toContain('The tickets had gone to another buyer.')
  expect(text).toContain('You weren’t charged.')
  expect(text).not.toContain('refunded')
})
