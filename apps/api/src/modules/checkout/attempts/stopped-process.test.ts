import { checkoutRoutes } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

async function attemptOf(teamId: string) {
  const { rows } = await sql<{ state: string; leaseOwner: string | null }>`
    select state, lease_owner as "leaseOwner" from checkout_attempts where team_id = ${teamId}`.execute(
    market.db,
  )
  return rows[0]
}

test('another process continues a payment only after the first one has stopped sending heartbeats', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const { data } = await buyer.call(checkoutRoutes.buy, { body })
  await completeBankChallenge(market, data.data.next_action?.url ?? '', 'approve')
  await sql`insert into processes (id, roles) values ('prc_other', '{web}')`.execute(market.db)
  await sql`update checkout_attempts set lease_owner = 'prc_other/secret',
    lease_expires_at = clock_timestamp() + interval '30 seconds' where team_id = ${buyer.teamId}`.execute(
    market.db,
  )
  await reconcile()
  expect((await attemptOf(buyer.teamId))?.state).toBe('requires_action')
  await sql`update processes set seen_at = clock_timestamp() - interval '5 seconds'`.execute(market.db)
  await reconcile()
  expect((await attemptOf(buyer.teamId))?.state).toBe('confirmed')
})

test('a repeated request gets the bank challenge that a crash left unstored', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const first = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'hidden' })
  // As if the process had crashed between the gateway's response and storing it.
  await sql`update checkout_attempts set state = 'authorising', next_action = null,
    lease_owner = 'prc_gone/secret', lease_expires_at = clock_timestamp() + interval '30 seconds'
    where team_id = ${buyer.teamId}`.execute(market.db)
  const repeated = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'hidden' })
  expect(repeated.data.data).toMatchObject({
    status: 'requires_action',
    next_action: first.data.data.next_action,
  })
})
