import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { addEvent } from '../../test/factories.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { purchaseBody } from '../../test/purchase-body.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

/** Two tickets, of an event of which nobody has asked yet. */
const listPair = async () =>
  market.list({ eventId: await addEvent(market.db, { venueId: market.venueId }), quantity: 2 })

test('[X-HOLD-11] a listing that a team’s own holds use up is still there for that team, and gone for others', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await listPair()
  const { data: placed } = await holder.call(holdsRoutes.place, {
    body: [{ listing_id: listingId, quantity: 2 }],
  })
  const [line] = placed.data
  const ask = (who: typeof holder) =>
    who.call(listingsRoutes.feed, { query: { 'listing_id[]': [listingId] } }).then(({ data }) => data)

  const theirs = await ask(holder)
  expect(theirs.data).toMatchObject([{ id: listingId, available: 0, splits: [] }])
  expect(theirs.meta.mine.held).toEqual([
    { listing_id: listingId, hold_id: line?.hold_id, quantity: 2, expires_at: line?.expires_at },
  ])
  expect((await ask(other)).meta.mine.held).toEqual([])
})

test('[X-HOLD-11] what was held at once stands in the basket by section and row', async () => {
  const holder = await market.addBuyer()
  const places = ['Block 9/10', 'Block 10/1', 'Block 9/2', 'Block 9/1', 'Block 2/7']
  const listed: string[] = []
  for (const place of places) {
    const [section = '', row = ''] = place.split('/')
    listed.push(await market.list({ section, row, quantity: 2 }))
  }
  await holder.call(holdsRoutes.place, {
    body: listed.map((listing_id) => ({ listing_id, quantity: 2 })),
  })
  const { data } = await holder.call(holdsRoutes.list)
  expect(data.data.map(({ listing }) => `${listing.section}/${listing.row}`)).toEqual([
    'Block 2/7',
    'Block 9/1',
    'Block 9/2',
    'Block 9/10',
    'Block 10/1',
  ])
})

test('[X-HOLD-11] who wants more of what the own team holds is told so, and nobody else is', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await listPair()
  await market.hold(holder, listingId, 2)
  const ask = (who: typeof holder) =>
    who.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 1 }] })

  const own = await ask(holder)
  expect(own.status).toBe(409)
  expect(own.error.errors).toEqual({
    title: 'Your team already holds what was left of these tickets',
    lines: [
      {
        index: 0,
        listing_id: listingId,
        code: 'listing.held_by_you',
        available: 0,
        splits: [],
        title: 'Your team already holds what was left of these tickets',
      },
    ],
  })
  expect((await ask(other)).error.errors).toMatchObject({
    title: 'These tickets are gone',
    lines: [{ code: 'listing.gone' }],
  })
})

test('[X-HOLD-11] once the own hold has gone back, the listing is offered again', async () => {
  const holder = await market.addBuyer()
  const listingId = await listPair()
  const { hold_id: holdId } = await market.hold(holder, listingId, 2)
  await holder.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity: 2 }] })
  const { data } = await holder.call(listingsRoutes.feed, { query: { 'listing_id[]': [listingId] } })
  expect(data.data).toMatchObject([{ available: 2, splits: [1, 2] }])
  expect(data.meta.mine.held).toEqual([])
})

test('[X-ROLE-03] a team is told which of its holds are over: not what it still holds or has bought, and not another team’s', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 8 })
  const [lapsed, open, bought] = [
    await market.hold(holder, listingId, 2),
    await market.hold(holder, listingId, 2),
    await market.hold(holder, listingId, 2),
  ]
  await holder.call(checkoutRoutes.buy, { body: purchaseBody([bought]) })
  await lapse(market.db, lapsed.hold_id)
  const query = { 'hold_id[]': [lapsed, open, bought].map(({ hold_id }) => hold_id) }
  expect((await holder.call(holdsRoutes.lapsed, { query })).data.data).toEqual([lapsed.hold_id])
  expect((await other.call(holdsRoutes.lapsed, { query })).data.data).toEqual([])
  const refused = await holder.call(holdsRoutes.lapsed, { query: { 'hold_id[]': ['seat 5'] } })
  expect([refused.status, refused.error.errors]).toMatchObject([
    422,
    { fields: { 'hold_id[].0': ['must be a hold id'] } },
  ])
})
