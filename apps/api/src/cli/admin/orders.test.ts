import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import { parseOrderCommand } from './orders.ts'
import { decideDispute } from '#api/test/fakes/sandbox.ts'

const fixture = cliFixture()
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Runs the CLI against the fixture's database. */
const admin = (...args: string[]) =>
  fixture.run('admin', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    DATA_DIR: market.deps.config.dataFolder,
  })

test('[X-ORDER-08] the operator delivers files with the CLI and the buyer downloads them', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const shown = await admin('order', order.number)
  expect(shown.out).toContain(`Order ${order.number}, Confirmed, £${order.total.amount}`)
  expect(shown.out).toContain(`${line.id}  Confirmed`)

  const good = join(fixture.folder, 'seat 1.pdf')
  const bad = join(fixture.folder, 'seat 2.pdf')
  await writeFile(good, pdfFile())
  await writeFile(bad, 'not a PDF')
  const rejected = await admin('deliver', line.id, good, bad)
  expect([rejected.code, rejected.error]).toEqual([
    1,
    expect.stringContaining('--files: seat 2.pdf is neither a PDF'),
  ])
  const missing = await admin('deliver', line.id, join(fixture.folder, 'nothing.pdf'))
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('cannot read')])

  const half = await admin('deliver', line.id, good, '--ticket', '1')
  expect([half.code, half.out]).toEqual([0, `1 of 2 tickets of ${line.id} delivered\n`])
  const full = await admin('deliver', line.id, good, '--ticket', '2')
  expect([full.code, full.out]).toEqual([0, `${line.id} delivered; the buyer is notified\n`])
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  const [first] = data.data.lines[0]?.tickets ?? []
  const file = await buyer.call(ticketsRoutes.file, { params: { ticket_id: first?.id ?? '' } })
  expect(Buffer.from(file.data.data.base64, 'base64').equals(pdfFile())).toBe(true)
  expect(file.data.data.filename).toBe('seat 1.pdf')
})

test('[X-ORDER-03] the operator cancels a line or a whole order, with a reason and only once', async () => {
  const { buyer, order } = await buyOrder(market, { lines: [{}, { seller: 'Blue Door' }] })
  const [first, second] = order.lines
  const one = await admin('cancel', first?.id ?? '', '--reason', 'Postponed')
  expect([one.code, one.out]).toEqual([
    0,
    `${first?.id} cancelled; the buyer is refunded £${first?.line_total.amount}\n`,
  ])
  const rest = await admin('cancel', order.number, '--reason', 'Postponed', '--relist')
  expect(rest.out).toContain(`${second?.id} cancelled`)
  const again = await admin('cancel', order.number, '--reason', 'Postponed')
  expect([again.code, again.error]).toEqual([1, 'This order can no longer be cancelled\n'])
  const never = await admin('cancel', '999999', '--reason', 'Postponed')
  expect([never.code, never.error]).toEqual([1, 'Order 999999 not found\n'])
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  expect(data.data).toMatchObject({ status: 'Cancelled', refunds: [{}, {}] })
})

test('[X-ORDER-03] refunding delivered tickets needs --delivered and never relists them', async () => {
  const { line } = await buyOrder(market)
  await admin('deliver', line.id, '--transfer', 'TR-1')
  const rejected = await admin('cancel', line.id, '--reason', 'Refused at the gate')
  expect([rejected.code, rejected.error]).toEqual([
    1,
    'The tickets for this order line have already been delivered\n',
  ])
  const both = await admin('cancel', line.id, '--reason', 'No good', '--delivered', '--relist')
  expect([both.code, both.error]).toEqual([2, expect.stringContaining('can’t be relisted')])
  const done = await admin('cancel', line.id, '--reason', 'Refused at the gate', '--delivered')
  expect(done.out).toContain(`${line.id} cancelled`)
})

test('[X-ORDER-03] a failed refund shows with its order and can be retried or paid manually', async () => {
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
  expect([neither.code, neither.error]).toEqual([2, expect.stringContaining('--retry or --paid-manually')])
  const retried = await admin('refund', id, '--retry')
  expect([retried.code, retried.out]).toEqual([0, `${id} retried\n`])
  const early = await admin('refund', id, '--paid-manually', 'by bank transfer')
  expect([early.code, early.error]).toEqual([1, 'This refund hasn’t failed\n'])
  await market.db.updateTable('order_refunds').set({ state: 'failed' }).where('id', '=', id).execute()
  const paid = await admin('refund', id, '--paid-manually', 'by bank transfer')
  expect([paid.code, paid.out]).toEqual([0, `${id} recorded as paid; the buyer is notified\n`])
  expect((await admin('order', order.number)).out).toContain('succeeded, £')
  expect((await admin('refund', 'rfd_never', '--retry')).error).toBe('Refund not found\n')
})

test('an order lists its disputes with their state', async () => {
  const { order } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  await market.deps.sandbox.events.sendDue()
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
  decideDispute(market.deps.sandbox.store, dispute?.dispute_id ?? '', 'lost')
  await market.deps.sandbox.events.sendDue()
  expect((await admin('order', order.number)).out).toContain(
    `Disputed, fraudulent, lost, £${amount}, £${amount} withdrawn`,
  )
})

test.each([
  [['deliver'], {}, 'needs an order line id'],
  [['deliver', 'oln_1'], {}, 'needs files, or one of'],
  [['deliver', 'oln_1', 'a.pdf'], { link: 'https://a.example' }, 'needs files, or one of'],
  [['deliver', 'oln_1', 'a.pdf'], { ticket: '0' }, '--ticket: must be'],
  [['cancel', 'lst_1'], { reason: 'x' }, 'needs an order line id'],
  [['cancel', 'oln_1'], {}, 'needs --reason'],
  [['cancel', 'oln_1', 'oln_2'], { reason: 'x' }, 'unexpected argument: oln_2'],
  [['order', 'ord_1'], {}, 'needs an order number'],
])('rejects %s %o', (input, values, expected) => {
  expect(parseOrderCommand(input, values)).toContain(expected)
})
