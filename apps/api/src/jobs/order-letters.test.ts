import { ordersRoutes, type WireOrder } from '@terrace/contracts/orders'
import { money } from '@terrace/domain/money'
import { multipleSellersNotice } from '@terrace/domain/multiple-sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDispute } from '../modules/checkout/index.ts'
import type { Letter } from '../modules/notifications/mailer.port.ts'
import { cancelLines, deliverTickets, payRefundOtherwise } from '../modules/orders/index.ts'
import { decideRefund, GatewayRefused, sendEvents, type Dispute } from '../modules/payments/index.ts'
import { makeRefunds } from '../modules/orders/refunds/make-refunds.ts'
import { buyOrder } from '../test/bought-order.ts'
import { buildMarket, type Market } from '../test/build-market.ts'
import { createMail } from './mail.ts'
import { openJobs } from './open-jobs.ts'

let market: Market
let boss: ReturnType<typeof openJobs>
const sent: Letter[] = []
/** The only operator, whom every letter to operators reaches. */
let operatorEmail: string

beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000, tradeOrigins: ['http://localhost:4000'] } })
  const operator = await market.addBuyer({ role: 'operator' })
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  operatorEmail = email
  const mailer = {
    ...market.deps.mailer,
    send(letter: Letter) {
      sent.push(letter)
      return Promise.resolve({ status: 'sent' as const })
    },
  }
  boss = openJobs({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await boss.start()
  await createMail({ ...market.deps, mailer }, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await market.close()
})

/** The letters that name the order, by their subjects, once there are so many. */
async function lettersOf({ number }: Pick<WireOrder, 'number'>, count: number): Promise<Letter[]> {
  await market.deps.outbox.drain()
  const letters = () => sent.filter(({ text }) => text.includes(number))
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(count)
  return letters()
}

const deliver = (lineId: string) =>
  deliverTickets(market.deps, {
    lineId,
    delivery: { kind: 'transfer', reference: 'TR-1' },
    actor: 'operator:anna',
  })

const cancel = (lineId: string, { takesDelivered = false } = {}) =>
  cancelLines(market.deps, {
    which: { lineId },
    takesDelivered,
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
  })

test('[CHECKOUT-01] the confirmation says what was bought, what comes when, what was paid, and that sellers deliver apart', async () => {
  const { order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }] })
  const [letter] = await lettersOf(order, 1)
  expect(letter?.to.address).toBe(order.email_address)
  expect(letter?.subject).toBe(`Order ${order.number} is confirmed: ${order.lines[0]?.event.title}`)
  const text = letter?.text ?? ''
  expect(text.startsWith('Hello Jo,')).toBe(true)
  for (const { line_total, section } of order.lines) {
    expect(text).toContain(`£${line_total.amount}`)
    expect(text).toContain(section)
  }
  expect(text.match(/Expected by /g)).toHaveLength(2)
  expect(text).toContain(
    `Total paid: £${order.total.amount}, of which £${order.total_service_fee.amount} service fee`,
  )
  expect(text).toContain('with your Visa card ending in 4242')
  expect(text).toContain(multipleSellersNotice)
  expect(text).toContain(`http://localhost:4000/profile?tab=purchases&order=${order.id}`)
  expect(text).not.toContain('run out')
})

test('one seller needs no notice; tickets that were taken once more are said to be', async () => {
  const { order } = await buyOrder(market)
  expect((await lettersOf(order, 1))[0]?.text).not.toContain(multipleSellersNotice)
  await sql`
    insert into outbox (topic, subject, payload)
    select topic, subject, payload || '{"isRetaken": true}' from outbox
    where topic = 'order.placed' and subject = ${order.id}`.execute(market.db)
  const [, second] = await lettersOf(order, 2)
  expect(second?.text).toContain(
    'They were still free, so we have taken them for you again, at the same price.',
  )
})

test('tickets that were taken back before their letter left are not said to be there', async () => {
  const { order, line } = await buyOrder(market)
  await lettersOf(order, 1)
  await deliver(line.id)
  await cancel(line.id, { takesDelivered: true })
  await lettersOf(order, 2)
  await makeRefunds(market.deps)
  const subjects = (await lettersOf(order, 3)).map(({ subject }) => subject)
  expect(subjects).not.toContainEqual(expect.stringContaining('Your tickets are here'))
})

test('a buyer is told of delivered tickets, and of a cancelled line and its money', async () => {
  const { order } = await buyOrder(market, { lines: [{}, { seller: 'Blue Door' }] })
  const [first, second] = order.lines
  await deliver(first?.id ?? '')
  await cancel(second?.id ?? '')
  await lettersOf(order, 3)
  await makeRefunds(market.deps)
  const letters = await lettersOf(order, 4)
  const amount = `£${second?.line_total.amount}`
  expect(letters.slice(1).map(({ subject }) => subject)).toEqual([
    `Your tickets are here: ${first?.event.title} (order ${order.number})`,
    `Cancelled: ${second?.event.title} (order ${order.number})`,
    `Refunded: ${amount} for order ${order.number}`,
  ])
  expect(letters[2]?.text).toContain('Why: The seller cannot deliver')
  expect(letters[2]?.text).toContain(`You are paid back ${amount}`)
  expect(letters[3]?.text).toContain(`We have paid back ${amount} to your Visa card ending in 4242.`)
})

test('the seller and the operators are each told of an issue, in letters of their own', async () => {
  const seller = await market.db
    .selectFrom('teams')
    .select('email')
    .where('id', '=', market.sellerTeamId)
    .executeTakeFirstOrThrow()
  const { buyer, order, line } = await buyOrder(market)
  await lettersOf(order, 1)
  await buyer.call(ordersRoutes.reportIssue, {
    params: { line_id: line.id },
    body: { kind: 'wrong_seats', text: 'Row 7 was promised.\n\nBcc: everybody@example.test' },
  })
  const letters = (await lettersOf(order, 3)).slice(1)
  expect(letters.map(({ to }) => to.address)).toEqual([seller.email, operatorEmail])
  expect(new Set(letters.map(({ id }) => id)).size).toBe(2)
  for (const { subject, text } of letters) {
    expect(subject).toBe(`Issue with order ${order.number}: ${line.event.title}`)
    expect(text).toContain(
      `Jo Marsh reports an issue with order ${order.number}. The seats are the wrong ones.`,
    )
    expect(text).toContain('Row 7 was promised.')
  }
})

test('[X-ORDER-03] buyer and operators are told of a refund that failed, and the buyer how it was paid in the end', async () => {
  const { order, line } = await buyOrder(market)
  await cancel(line.id)
  const refundPayment = () => Promise.reject(new GatewayRefused('invalid_request', 'the card is closed'))
  const gateway = { ...market.deps.gateway, name: market.deps.gateway.name, refundPayment }
  await makeRefunds({ ...market.deps, gateway })
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
    .toContain(`Your refund of £${line.line_total.amount} for order ${order.number} takes longer`)

  await payRefundOtherwise(market.deps, { refundId, how: 'by bank transfer' })
  await market.deps.outbox.drain()
  await expect
    .poll(
      () =>
        about(order.email_address)
          .map(({ text }) => text)
          .join('\n'),
      { timeout: 30_000 },
    )
    .toContain(`We have paid back £${line.line_total.amount} another way: by bank transfer.`)
})

test('[X-ORDER-03] buyer and operators are told that a refund which was paid has come back, and what is next', async () => {
  const { order, line } = await buyOrder(market)
  await cancel(line.id)
  await makeRefunds(market.deps)
  const { id, gateway_refund_id } = await market.db
    .selectFrom('order_refunds')
    .select(['id', 'gateway_refund_id'])
    .where('line_id', '=', line.id)
    .executeTakeFirstOrThrow()
  await decideRefund(market.deps.sandbox, gateway_refund_id ?? '', 'failed')
  while ((await sendEvents(market.deps.sandbox)) > 0);
  await market.deps.outbox.drain()
  const late = (to: string) =>
    sent.find(
      ({ to: { address }, subject, text }) =>
        address === to && text.includes(order.number) && /takes longer|Refund failed/.test(subject),
    )?.text ?? ''
  await expect.poll(() => late(order.email_address), { timeout: 30_000 }).not.toBe('')
  expect(late(order.email_address)).toContain(`We wrote that we had paid back £${line.line_total.amount} for`)
  expect(late(order.email_address)).toContain('Your bank has sent the money back to us since.')
  expect(late(order.email_address)).toContain('The money is still yours.')
  await expect.poll(() => late(operatorEmail), { timeout: 30_000 }).not.toBe('')
  expect(late(operatorEmail)).toContain('have come back from the bank')
  expect(late(operatorEmail)).toContain(`npm run admin -- refund ${id} --retry`)
})

test('the operators are told of a purchase whose money the buyer’s bank wants back', async () => {
  const { order } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  while ((await sendEvents(market.deps.sandbox)) > 0);
  await market.deps.outbox.drain()
  const letters = () =>
    sent.filter(({ to, text }) => to.address === operatorEmail && text.includes(order.number))
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(1)
  expect(letters()[0]?.subject).toBe(`Disputed: £${order.total.amount} of order ${order.number}`)
  expect(letters()[0]?.text).toContain('The reason given is “fraudulent”.')
  expect(letters()[0]?.text).toMatch(
    /on the provider’s own pages and by \d{2} \w{3} \d{2}, \d{2}:\d{2} UTC\./,
  )
  expect(letters()[0]?.text).toContain(`npm run admin -- order ${order.number}`)
})

test('the operators are told once of every move of a dispute: what was withdrawn, until when to answer, and how it ends', async () => {
  const { order } = await buyOrder(market)
  const { attempt_id, intent_id } = await market.db
    .selectFrom('orders')
    .select(['attempt_id', 'intent_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const amount = money(8925, 'GBP')
  const inquiry: Dispute = {
    disputeId: `dp_${attempt_id}`,
    intentId: intent_id,
    amount,
    reason: 'general',
    status: 'open',
    respondBy: null,
    moves: [],
  }
  const withdrawn = { ...inquiry, respondBy: new Date('2031-01-05T12:00:00Z'), moves: [money(-8925, 'GBP')] }
  const letters = () =>
    sent.filter(({ to, text }) => to.address === operatorEmail && text.includes(order.number))
  const tell = async (dispute: Dispute, count: number) => {
    for (const repeated of [dispute, dispute]) await keepDispute(market.deps, repeated)
    await market.deps.outbox.drain()
    await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(count)
    return letters().at(-1)
  }
  const asked = await tell(inquiry, 1)
  expect(asked?.text).not.toContain('holds the money')
  const taken = await tell(withdrawn, 2)
  expect(taken?.subject).toBe(`Dispute goes on: £89.25 of order ${order.number}`)
  expect(taken?.text).toContain('has withdrawn £89.25 for it so far')
  expect(taken?.text).toContain('holds the money until the bank has decided')
  expect(taken?.text).toContain('by 05 Jan 31, 12:00 UTC')
  const lost = await tell({ ...withdrawn, status: 'lost' }, 3)
  expect(lost?.subject).toBe(`Dispute lost: £89.25 of order ${order.number}`)
  expect(lost?.text).toContain('The bank has decided against us')
})

test('a payment that came to no order is said to be returned, and why', async () => {
  const { order } = await buyOrder(market)
  await lettersOf(order, 1)
  await sql`
    update checkout_attempts set failure = '{"code": "stock_gone", "message": "The tickets had gone to another buyer."}'
    where id = (select attempt_id from orders where id = ${order.id})`.execute(market.db)
  await sql`
    insert into outbox (topic, subject, payload)
    select 'checkout.refunded', attempt_id, jsonb_build_object('attemptId', attempt_id, 'teamId', team_id)
    from orders where id = ${order.id}`.execute(market.db)
  await market.deps.outbox.drain()
  const subject = `Your payment of £${order.total.amount} was returned`
  await expect.poll(() => sent.map((letter) => letter.subject), { timeout: 30_000 }).toContain(subject)
  expect(sent.find((letter) => letter.subject === subject)?.text).toContain(
    'The tickets had gone to another buyer.',
  )
})
