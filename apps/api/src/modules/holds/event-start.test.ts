import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test.each([
  ['a millisecond before the event starts', -1, null],
  ['exactly when the event starts', 0, 'event.started'],
] as const)('tickets are validated %s (%i ms): %s', async (_name, offsetMs, code) => {
  const { teamId } = await market.addBuyer()
  const startsAt = new Date(Date.now() + 3_600_000)
  const listingId = await market.list({
    eventId: await addEvent(market.db, { venueId: market.venueId, startsAt }),
  })
  const asOf = new Date(startsAt.getTime() + offsetMs)
  const { rows } = await sql<{ code: string | null }>`
    select code from evaluate_hold_lines(p_team_ids => array[${teamId}], p_line_requests => array[1],
      p_hold_ids => array['hld_1'], p_listing_ids => array[${listingId}], p_quantities => array[1],
      p_quote_refs => array[null::text], p_currencies => array['GBP'], p_handled_requests => '{}',
      p_cooldown_after => null, p_cooldown_window_minutes => null, p_cooldown_minutes => null, p_as_of => ${asOf}::timestamptz)`.execute(
    market.db,
  )
  expect(rows).toEqual([{ code }])
})
