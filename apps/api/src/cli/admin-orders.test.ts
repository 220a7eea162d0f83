import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideDispute, sendEvents } from '../modules/payments/index.ts'
import { buyOrder } from '../test/bought-order.ts'
import { buildMarket, type Market } from '../test/build-market.ts'
import { commandGround } from '../test/command-ground.ts'
import { pdfFile } from '../test/ticket-files.ts'
import { readOrdersWish } from './admin-orders.ts'

const ground = commandGround()
let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

/** The operator's terminal on the machine of the market. */
const admin = (...args: string[]) =>
  ground.run('admin', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    TERRACE_DATA: market.deps.config.dataFolder,
  })

test('[X-ORDER-08] the operator delivers files from the terminal, and the buyer can fetch them', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const shown = await admin('order', order.number)
  expect(shown.out).toContain(`Order ${order.number}, Confirmed, £${order.total.amount}`)
  expect(shown.out).toContain(`${line.id}  Confirmed`)

  const good = join(ground.folder, 'seat 1.pdf')
  const bad = join(ground.folder, 'seat 2.pdf')
  await writeFile(good, pdfFile())
  await writeFile(bad, 'no PDF at all')
  const refused = await admin('deliver', line.id, good, bad)
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringContaining('--files: seat 2.pdf is neither a PDF'),
  ])
  const missing = await admin('deliver', line.id, join(ground.folder, 'nothing.pdf'))
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('cannot be read')])

  const half = await admin('deliver', line.id, good, '--ticket', '1')
  expect([half.code, half.out]).toEqual([0, `1 of 2 tickets of ${line.id} are delivered\n`])
  const whole = await admin('deliver', line.id, good, '--ticket', '2')
  expect([whole.code, whole.out]).toEqual([0, `${line.id} is fulfilled; the buyer is told\n`])
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  const [first] = data.data.lines[0]?.tickets ?? []
  const file = await buyer.call(ticketsRoutes.file, { params: { ticket_id: first?.id ?? '' } })
  expect(Buffer.from(file.data.data.base64, 'base64').equals(pdfFile())).toBe(true)
  expect(file.data.data.filename).toBe('seat 1.pdf')
})

test('[X-ORDER-03] the operator cancels a line or a whole order by its number, with a reason, once', async () => {
  const { buyer, order } = await buyOrder(market, { lines: [{}, { seller: 'Blue Door' }] })
  const [first, second] = order.lines
  const one = await admin('cancel', first?.id ?? '', '--reason', 'Postponed')
  expect([one.code, one.out]).toEqual([
    0,
    `${first?.id} is cancelled; £${first?.line_total.amount} go back to the buyer\n`,
  ])
  const rest = await admin('cancel', order.number, '--reason', 'Postponed', '--back-on-sale')
  expect(rest.out).toContain(`${second?.id} is cancelled`)
  const again = await admin('cancel', order.number, '--reason', 'Postponed')
  expect([again.code, again.error]).toEqual([1, 'Nothing of this order can be cancelled any more\n'])
  const never = await admin('cancel', '999999', '--reason', 'Postponed')
  expect([never.code, never.error]).toEqual([1, 'There is no order 999999\n'])
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  expect(data.data).toMatchObject({ status: 'Cancelled', refunds: [{}, {}] })
})

test('[X-ORDER-03] the operator pays back delivered tickets only by saying so, and never sells them again', async () => {
  const { line } = await buyOrder(market)
  await admin('deliver', line.id, '--transfer', 'TR-1')
  const refused = await admin('cancel', line.id, '--reason', 'Refused at the gate')
  expect([refused.code, refused.error]).toEqual([1, 'The tickets of this order line are delivered\n'])
  const both = await admin('cancel', line.id, '--reason', 'No good', '--delivered', '--back-on-sale')
  expect([both.code, both.error]).toEqual([2, expect.stringContaining('cannot go --back-on-sale')])
  const done = await admin('cancel', line.id, '--reason', 'Refused at the gate', '--delivered')
  expect(done.out).toContain(`${line.id} is cancelled`)
})

test('[X-ORDER-03] a refund that failed is shown with its order, asked for once more, or booked as paid otherwise', async () => {
  const { order, line } = await buyOrder(market)
  await admin('cancel', line.id, '--reason', 'Postponed')
  const { id } = await market.db
    .updateTable('order_refunds')
    .set({ state: 'failed' })
    .where('line_id', '=', line.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await admin('order', order.number)).out).toContain(
    `${id}  Refund of ${line.id}, failed, £${line.line_total.amount}`,
  )
  const neither = await admin('refund', id)
  expect([neither.code, neither.error]).toEqual([2, expect.stringContaining('--retry or --paid-otherwise')])
  const retried = await admin('refund', id, '--retry')
  expect([retried.code, retried.out]).toEqual([0, `${id} is asked for once more\n`])
  const early = await admin('refund', id, '--paid-otherwise', 'by bank transfer')
  expect([early.code, early.error]).toEqual([1, 'This refund has not failed\n'])
  await market.db.updateTable('order_refunds').set({ state: 'failed' }).where('id', '=', id).execute()
  const paid = await admin('refund', id, '--paid-otherwise', 'by bank transfer')
  expect([paid.code, paid.out]).toEqual([0, `${id} is booked as paid; the buyer is told\n`])
  expect((await admin('order', order.number)).out).toContain('succeeded, £')
  expect((await admin('refund', 'rfd_never', '--retry')).error).toBe('This refund does not exist\n')
})

test('the operator sees with an order what its buyer’s bank disputes, and how that stands', async () => {
  const { order } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  while ((await sendEvents(market.deps.sandbox)) > 0);
  const shown = await admin('order', order.number)
  const { amount } = order.total
  expect(shown.out).toMatch(
    new RegExp(
      `dp_\\w+  Disputed, fraudulent, needs a response by [\\w ]+, [\\d:]+ UTC, £${amount}, £${amount} withheld`,
    ),
  )
  const [dispute] = await market.db
    .selectFrom('payment_disputes')
    .innerJoin('orders', 'orders.attempt_id', 'payment_disputes.attempt_id')
    .select('dispute_id')
    .where('orders.id', '=', order.id)
    .execute()
  await decideDispute(market.deps.sandbox, dispute?.dispute_id ?? '', 'lost')
  while ((await sendEvents(market.deps.sandbox)) > 0);
  expect((await admin('order', order.number)).out).toContain(
    `Disputed, fraudulent, lost, £${amount}, £${amount} gone`,
  )
})

test.each([
  [['deliver'], {}, 'needs the id of an order line'],
  [['deliver', 'oln_1'], {}, 'takes files, or one of'],
  [['deliver', 'oln_1', 'a.pdf'], { link: 'https://a.example' }, 'takes files, or one of'],
  [['deliver', 'oln_1', 'a.pdf'], { ticket: '0' }, '--ticket: must be'],
  [['cancel', 'lst_1'], { reason: 'x' }, 'needs the id of an order line'],
  [['cancel', 'oln_1'], {}, 'needs --reason'],
  [['cancel', 'oln_1', 'oln_2'], { reason: 'x' }, 'one order at a time'],
  [['order', 'ord_1'], {}, 'needs the number'],
])('%s %o is not understood', (words, values, said) => {
  expect(readOrdersWish(words, values)).toContain(said)
})
