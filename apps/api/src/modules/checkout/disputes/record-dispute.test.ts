import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { disputedOrder, sendAllEvents } from '#api/test/fixtures/disputed-order.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { readDisputes, type Dispute } from '#api/modules/payments/index.ts'
import { recordDispute } from './record-dispute.ts'

/* A dispute in storage, in the order and in the ledger, from withdrawal to outcome. */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const disputed = () => disputedOrder(market)
const sendAll = () => sendAllEvents(market)

test('money withheld for a dispute is posted at once and shown with the order', async () => {
  const { findDispute, shown, balances, topics } = await disputed()
  expect(await balances()).toEqual({ gateway: 8925 })
  await sendAll()
  expect(await findDispute()).toMatchObject({
    state: 'open',
    withheld: money(8925, 'GBP'),
    respondBy: expect.any(Date),
  })
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await shown()).toMatchObject([{ amount: { amount: '89.25', currency: 'GBP' }, status: 'open' }])
  expect(await topics()).toEqual(['payment.disputed'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a won dispute returns the money, in the ledger as well', async () => {
  const { findDispute, shown, balances, decide, topics } = await disputed()
  await sendAll()
  await decide('won')
  expect(await findDispute()).toMatchObject({ state: 'won', withheld: money(0, 'GBP'), respondBy: null })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await shown()).toMatchObject([{ status: 'won' }])
  expect(await topics()).toEqual(['payment.disputed', 'payment.dispute_updated'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a lost dispute becomes a debt of the buyer and clears the withheld amount', async () => {
  const { findDispute, shown, balances, decide, teamId } = await disputed()
  await sendAll()
  await decide('lost')
  expect(await findDispute()).toMatchObject({ state: 'lost', withheld: money(8925, 'GBP'), respondBy: null })
  expect(await balances()).toEqual({ [`buyer:${teamId}`]: 8925 })
  expect(await shown()).toMatchObject([{ status: 'lost' }])
  expect(await readImbalances(market.db)).toEqual([])
})

test('reports of a dispute in any order and number lead to the same balances', async () => {
  const { attemptId, gatewayPaymentId, balances } = await disputed()
  const [id, amount] = [`dp_${attemptId}`, money(8925, 'GBP')]
  const disputeUpdate = (status: Dispute['status'], ...movements: number[]): Dispute => ({
    disputeId: id,
    gatewayPaymentId,
    amount,
    reason: 'fraudulent',
    status,
    respondBy: null,
    movements: movements.map((minor) => money(minor, 'GBP')),
  })
  const [opened, withdrawn, decided, reinstated] = [
    disputeUpdate('open'),
    disputeUpdate('open', -8925),
    disputeUpdate('won', -8925),
    disputeUpdate('won', -8925, 8925),
  ] as const
  for (const each of [decided, opened, reinstated, withdrawn, decided, reinstated])
    await recordDispute(market.deps, each)
  const [stored] = await readDisputes(market.db, attemptId)
  expect(stored).toMatchObject({ state: 'won', withheld: money(0, 'GBP') })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('ten concurrent reports of a dispute post its money once', async () => {
  const { attemptId, gatewayPaymentId, balances, topics } = await disputed()
  const dispute: Dispute = {
    disputeId: `dp_${attemptId}`,
    gatewayPaymentId,
    amount: money(8925, 'GBP'),
    reason: 'product_not_received',
    status: 'lost',
    respondBy: null,
    movements: [money(-8925, 'GBP')],
  }
  await Promise.all(Array.from({ length: 10 }, () => recordDispute(market.deps, dispute)))
  expect(Object.values(await balances())).toEqual([8925])
  expect(await topics()).toEqual(['payment.disputed'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('an appeal that returns the money of a lost dispute settles the buyer’s debt', async () => {
  const { attemptId, gatewayPaymentId, balances } = await disputed()
  const disputeUpdate = (...movements: number[]): Dispute => ({
    disputeId: `dp_${attemptId}`,
    gatewayPaymentId,
    amount: money(8925, 'GBP'),
    reason: 'fraudulent',
    status: 'lost',
    respondBy: null,
    movements: movements.map((minor) => money(minor, 'GBP')),
  })
  await recordDispute(market.deps, disputeUpdate(-8925))
  await recordDispute(market.deps, { ...disputeUpdate(-8925, 8925), status: 'won' })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('an inquiry without a withdrawal posts nothing', async () => {
  const { attemptId, gatewayPaymentId, balances } = await disputed()
  const inquiry: Dispute = {
    disputeId: `dp_${attemptId}`,
    gatewayPaymentId,
    amount: money(8925, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: new Date('2031-01-01'),
    movements: [],
  }
  await recordDispute(market.deps, inquiry)
  await recordDispute(market.deps, { ...inquiry, status: 'won' })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('an outdated report does not overwrite a newer amount or deadline', async () => {
  const { attemptId, gatewayPaymentId } = await disputed()
  const older: Dispute = {
    disputeId: `dp_${attemptId}`,
    gatewayPaymentId,
    amount: money(5000, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: null,
    movements: [],
  }
  const respondBy = new Date('2031-01-05T12:00:00Z')
  const newer = { ...older, amount: money(8925, 'GBP'), respondBy, movements: [money(-8925, 'GBP')] }
  for (const each of [older, newer, older]) await recordDispute(market.deps, each)
  expect(await readDisputes(market.db, attemptId)).toMatchObject([
    { amount: money(8925, 'GBP'), respondBy, withheld: money(8925, 'GBP') },
  ])
  // A report with the same number of movements may change the deadline.
  await recordDispute(market.deps, { ...newer, respondBy: null })
  expect(await readDisputes(market.db, attemptId)).toMatchObject([{ respondBy: null }])
})

test('a won dispute is logged as won', async () => {
  const { attemptId, gatewayPaymentId } = await disputed()
  const logged: string[] = []
  const deps = {
    ...market.deps,
    logger: { warn: (_details: object, text: string) => void logged.push(text) },
  }
  const opened: Dispute = {
    disputeId: `dp_${attemptId}`,
    gatewayPaymentId,
    amount: money(8925, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: null,
    movements: [],
  }
  for (const status of ['open', 'won', 'open'] as const) await recordDispute(deps, { ...opened, status })
  expect(logged).toEqual(['payment disputed by the bank', 'dispute won'])
})
