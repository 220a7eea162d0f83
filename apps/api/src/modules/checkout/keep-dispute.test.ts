import { money } from '@terrace/domain/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { disputedOrder, sendAllEvents } from '../../test/disputed-order.ts'
import { readImbalances } from '../ledger/index.ts'
import { readDisputes, type Dispute } from '../payments/index.ts'
import { keepDispute } from './keep-dispute.ts'

/* What a bank disputes: kept, shown and in the books, from the withdrawal to the end. */

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

const disputed = () => disputedOrder(market)
const sendAll = () => sendAllEvents(market)

test('money that the provider withholds for a dispute is in the books at once, and the order says so', async () => {
  const { kept, shown, balances, topics } = await disputed()
  expect(await balances()).toEqual({ gateway: 8925 })
  await sendAll()
  expect(await kept()).toMatchObject({
    state: 'open',
    withheld: money(8925, 'GBP'),
    respondBy: expect.any(Date),
  })
  expect(await balances()).toEqual({ withheld: 8925 })
  expect(await shown()).toMatchObject([{ amount: { amount: '89.25', currency: 'GBP' }, status: 'open' }])
  expect(await topics()).toEqual(['payment.disputed'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a dispute that is won gives the money back, in the books as well', async () => {
  const { kept, shown, balances, decide, topics } = await disputed()
  await sendAll()
  await decide('won')
  expect(await kept()).toMatchObject({ state: 'won', withheld: money(0, 'GBP'), respondBy: null })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await shown()).toMatchObject([{ status: 'won' }])
  expect(await topics()).toEqual(['payment.disputed', 'payment.dispute_moved'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a dispute that is lost is a debt of the buyer, and what was withheld is gone', async () => {
  const { kept, shown, balances, decide, teamId } = await disputed()
  await sendAll()
  await decide('lost')
  expect(await kept()).toMatchObject({ state: 'lost', withheld: money(8925, 'GBP'), respondBy: null })
  expect(await balances()).toEqual({ [`buyer:${teamId}`]: 8925 })
  expect(await shown()).toMatchObject([{ status: 'lost' }])
  expect(await readImbalances(market.db)).toEqual([])
})

test('words of a dispute in any order and any number lead to the same books', async () => {
  const { attemptId, intentId, balances } = await disputed()
  const [id, amount] = [`dp_${attemptId}`, money(8925, 'GBP')]
  const word = (status: Dispute['status'], ...moves: number[]): Dispute => ({
    disputeId: id,
    intentId,
    amount,
    reason: 'fraudulent',
    status,
    respondBy: null,
    moves: moves.map((minor) => money(minor, 'GBP')),
  })
  const [asked, withdrawn, decided, reinstated] = [
    word('open'),
    word('open', -8925),
    word('won', -8925),
    word('won', -8925, 8925),
  ] as const
  for (const each of [decided, asked, reinstated, withdrawn, decided, reinstated])
    await keepDispute(market.deps, each)
  const [kept] = await readDisputes(market.db, attemptId)
  expect(kept).toMatchObject({ state: 'won', withheld: money(0, 'GBP') })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('ten words of a dispute at once book its money once', async () => {
  const { attemptId, intentId, balances, topics } = await disputed()
  const dispute: Dispute = {
    disputeId: `dp_${attemptId}`,
    intentId,
    amount: money(8925, 'GBP'),
    reason: 'product_not_received',
    status: 'lost',
    respondBy: null,
    moves: [money(-8925, 'GBP')],
  }
  await Promise.all(Array.from({ length: 10 }, () => keepDispute(market.deps, dispute)))
  expect(Object.values(await balances())).toEqual([8925])
  expect(await topics()).toEqual(['payment.disputed'])
  expect(await readImbalances(market.db)).toEqual([])
})

test('an appeal that gives the money of a lost dispute back pays what the buyer owed', async () => {
  const { attemptId, intentId, balances } = await disputed()
  const word = (...moves: number[]): Dispute => ({
    disputeId: `dp_${attemptId}`,
    intentId,
    amount: money(8925, 'GBP'),
    reason: 'fraudulent',
    status: 'lost',
    respondBy: null,
    moves: moves.map((minor) => money(minor, 'GBP')),
  })
  await keepDispute(market.deps, word(-8925))
  await keepDispute(market.deps, { ...word(-8925, 8925), status: 'won' })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('an inquiry for which nothing is withdrawn moves nothing in the books', async () => {
  const { attemptId, intentId, balances } = await disputed()
  const inquiry: Dispute = {
    disputeId: `dp_${attemptId}`,
    intentId,
    amount: money(8925, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: new Date('2031-01-01'),
    moves: [],
  }
  await keepDispute(market.deps, inquiry)
  await keepDispute(market.deps, { ...inquiry, status: 'won' })
  expect(await balances()).toEqual({ gateway: 8925 })
  expect(await readImbalances(market.db)).toEqual([])
})

test('an older word that comes late takes back neither the amount nor the day of the newer one', async () => {
  const { attemptId, intentId } = await disputed()
  const older: Dispute = {
    disputeId: `dp_${attemptId}`,
    intentId,
    amount: money(5000, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: null,
    moves: [],
  }
  const respondBy = new Date('2031-01-05T12:00:00Z')
  const newer = { ...older, amount: money(8925, 'GBP'), respondBy, moves: [money(-8925, 'GBP')] }
  for (const each of [older, newer, older]) await keepDispute(market.deps, each)
  expect(await readDisputes(market.db, attemptId)).toMatchObject([
    { amount: money(8925, 'GBP'), respondBy, withheld: money(8925, 'GBP') },
  ])
  // Told later with as many moves as are known, a day that has changed counts.
  await keepDispute(market.deps, { ...newer, respondBy: null })
  expect(await readDisputes(market.db, attemptId)).toMatchObject([{ respondBy: null }])
})

test('the log says of a dispute that is won that it is', async () => {
  const { attemptId, intentId } = await disputed()
  const said: string[] = []
  const deps = { ...market.deps, logger: { warn: (_facts: object, text: string) => void said.push(text) } }
  const asked: Dispute = {
    disputeId: `dp_${attemptId}`,
    intentId,
    amount: money(8925, 'GBP'),
    reason: 'general',
    status: 'open',
    respondBy: null,
    moves: [],
  }
  for (const status of ['open', 'won', 'open'] as const) await keepDispute(deps, { ...asked, status })
  expect(said).toEqual(['a payment is disputed by its bank', 'a bank has decided a dispute for us'])
})
