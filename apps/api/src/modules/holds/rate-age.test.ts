import { rateStaleAfterDays } from '@terrace/domain/money/exchange'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addRates, heldQuantity } from '#api/test/fixtures/factories.ts'
import { createPlaceHolds } from './place-holds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** A date on the database's clock, which decides. */
async function dayBefore(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (utc_day(clock_timestamp()) - ${days}::int)::text as day`.execute(market.db)
  return rows[0]?.day ?? ''
}

test('in production, a rate of six days ago converts a hold, and one of seven days ago does not', async () => {
  await addRates(market.db, await dayBefore(rateStaleAfterDays), { CHF: '0.9242' })
  await addRates(market.db, await dayBefore(rateStaleAfterDays + 1), { NOK: '11.1' })
  const buyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 10_000, currency: 'EUR' })
  const { pool, ids, config } = market.deps
  const place = (targetCurrency: string) =>
    createPlaceHolds({ pool, ids, config: { ...config, production: true } })({
      ...buyer,
      baseCurrency: 'EUR',
      items: [{ listingId, quantity: 1, targetCurrency }],
    })
  await expect(place('CHF')).resolves.toMatchObject([{ price: { minor: 9242, currency: 'CHF' } }])
  await expect(place('NOK')).rejects.toMatchObject({ code: 'hold.rate_stale', status: 409 })
  expect(await heldQuantity(market.db, listingId)).toBe(1)
})
