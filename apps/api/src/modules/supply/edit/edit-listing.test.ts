import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { listingsRoutes } from '@terrace/contracts/listings'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { drawBlocks } from '#api/test/fixtures/new-listing.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
let seller: Caller
let buyer: Caller
beforeAll(async () => {
  market = await buildMarketplace()
  await drawBlocks(market)
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
  buyer = await market.addBuyer()
})
afterAll(() => market.close())

const secrets = ['771.23', '772.34', 'Bought from Ferris', 'lucky-tag']

function newBody(
  values: Partial<BodyInputOf<typeof inventoryEditRoutes.create>> = {},
): BodyInputOf<typeof inventoryEditRoutes.create> {
  return {
    event_id: market.eventId,
    section: 'block-112',
    quantity: 6,
    price: '900.00',
    cost: '771.23',
    floor: '772.34',
    in_hand_date: new Date().toISOString().slice(0, 10),
    ticket_type: 'eTicket',
    internal_notes: 'Bought from Ferris',
    tags: ['lucky-tag', 'Lucky-Tag'],
    ...values,
  }
}

async function create(values?: Partial<BodyInputOf<typeof inventoryEditRoutes.create>>) {
  const { data } = await seller.call(inventoryEditRoutes.create, { body: newBody(values) })
  return data.data
}

type Update = BodyInputOf<typeof inventoryEditRoutes.update>
const update = (id: string, body: Update, by = seller) =>
  by.call(inventoryEditRoutes.update, { params: { listing_id: id }, body })

async function feedRow(id: string) {
  const query = { event_id: String(market.eventId), 'listing_id[]': id }
  const { data } = await buyer.call(listingsRoutes.feed, { query })
  return data.data[0]
}

async function entries(id: string) {
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events where details ->> 'listing_id' = ${id} and actor_id = ${seller.accountId}
    order by id`.execute(market.db)
  return rows.map(({ kind }) => kind)
}

test('a created listing is on sale at once; the same key creates it once', async () => {
  const call = () =>
    seller.call(inventoryEditRoutes.create, {
      body: newBody({ external_id: 'KS-7' }),
      idempotencyKey: 'new-1',
    })
  const [first, second] = [await call(), await call()]
  expect(first.data.data).toMatchObject({
    section: 'Block 112',
    cost: { amount: '771.23' },
    floor: { amount: '772.34' },
    proceeds: { amount: '900.00' },
    tags: ['lucky-tag'],
    version: 1,
    status: 'published',
  })
  expect(second.data.data.id).toBe(first.data.data.id)
  expect((await feedRow(first.data.data.id))?.available).toBe(6)
  const again = await seller.call(inventoryEditRoutes.create, { body: newBody({ external_id: 'KS-7' }) })
  expect([again.status, again.error.code]).toEqual([409, 'supply.external_id_taken'])
  const unknown = await seller.call(inventoryEditRoutes.create, { body: newBody({ section: 'Moon' }) })
  expect(unknown.error.errors).toMatchObject({
    fields: { section: [expect.stringContaining('"Moon" is not a block of this venue')] },
  })
})

test('changes name the version they are based on; holds do not raise it', async () => {
  const { id } = await create()
  await market.hold(buyer, id, 2)
  const changed = await update(id, { version: 1, price: '950.00', tags: [] })
  expect(changed.data.data).toMatchObject({ price: { amount: '950.00' }, version: 2, held: 2, tags: [] })
  expect((await feedRow(id))?.original_price.amount).toBe('950.00')
  const late = await update(id, { version: 1, price: '800.00' })
  expect([late.status, late.error.code]).toEqual([409, 'supply.listing_changed'])
  expect(late.error.errors).toMatchObject({ listing: { id, version: 2, price: { amount: '950.00' } } })
  // Nothing to change: no new version, and no entry in the history.
  expect((await update(id, { version: 2, price: '950' })).data.data.version).toBe(2)
  const { data } = await seller.call(inventoryEditRoutes.history, { params: { listing_id: id }, query: {} })
  expect(data.data.map(({ kind, source }) => [kind, source])).toEqual([
    ['changed', 'hand'],
    ['created', 'hand'],
  ])
  expect(data.data[0]?.changes).toEqual([
    {
      field: 'price',
      from: { amount: '900.00', currency: 'GBP' },
      to: { amount: '950.00', currency: 'GBP' },
    },
    {
      field: 'proceeds',
      from: { amount: '900.00', currency: 'GBP' },
      to: { amount: '950.00', currency: 'GBP' },
    },
    { field: 'tags', from: ['lucky-tag'], to: [] },
  ])
})

test('invalid changes are named and change nothing', async () => {
  const { id } = await create()
  for (const [body, field] of [
    [{ price: '700.00' }, 'price'],
    [{ price: '0' }, 'price'],
    [{ floor: '1000' }, 'floor'],
    [{ split: { split_type: 'Sell In Multiples' } }, 'multiple_sale_unit'],
    [{ split: { split_type: 'All Together', split_quantities: [2, 4] } }, 'split_type'],
    [{ in_hand_date: '2099-01-01' }, 'in_hand_date'],
    [{ ticket_type: 'paper', instant_download: true }, 'instant_download'],
  ] as const) {
    const response = await update(id, { version: 1, ...structuredClone(body) } as Update)
    expect([body, response.status, Object.keys(response.error.errors['fields'] ?? {})]).toEqual([
      body,
      422,
      [field],
    ])
  }
  const { data } = await seller.call(inventoryRoutes.one, { params: { listing_id: id } })
  expect(data.data.version).toBe(1)
})

test('buyers see at most the shown quantity, and buy what split type and list allow', async () => {
  const { id } = await create({
    quantity: 6,
    shown_quantity: 4,
    split: { split_type: 'No Preferences', split_quantities: [2, 4, 6] },
  })
  expect(await feedRow(id)).toMatchObject({ available: 4, splits: [2, 4] })
  const three = await buyer.call(holdsRoutes.place, {
    body: [{ listing_id: id, quantity: 3 }],
  })
  expect(three.error.errors).toMatchObject({
    lines: [{ code: 'listing.split_not_allowed', available: 4, splits: [2, 4] }],
  })
  await market.hold(buyer, id, 4)
  expect(await feedRow(id)).toMatchObject({ available: 2, splits: [2] })
})

test('a quantity below sold and held tickets is refused', async () => {
  const { id } = await create({ quantity: 6 })
  await market.hold(buyer, id, 2)
  const refused = await update(id, { version: 1, quantity: 1 })
  expect([refused.status, refused.error.code, refused.error.errors['committed']]).toEqual([
    409,
    'supply.quantity_committed',
    2,
  ])
  expect((await update(id, { version: 1, quantity: 2 })).data.data).toMatchObject({ quantity: 2, offered: 0 })
})

test('publishing and withdrawing twice does it once, and both are audited', async () => {
  const { id, version } = await create({ published: false })
  expect(await feedRow(id)).toBeUndefined()
  const target = { params: { listing_id: id }, body: { version } }
  for (let press = 0; press < 2; press += 1)
    expect((await seller.call(inventoryEditRoutes.publish, target)).data.data.status).toBe('published')
  expect((await feedRow(id))?.id).toBe(id)
  const late = await seller.call(inventoryEditRoutes.withdraw, target)
  expect(late.error.code).toBe('supply.listing_changed')
  const now = { params: { listing_id: id }, body: { version: 2 } }
  expect((await seller.call(inventoryEditRoutes.withdraw, now)).data.data.status).toBe('unpublished')
  await update(id, { version: 3, price: '990' })
  expect(await entries((await create()).id)).toEqual(['listing.published'])
  expect(await entries(id)).toEqual([
    'listing.added',
    'listing.relisted',
    'listing.withdrawn',
    'listing.changed',
  ])
})

test('a reduced quantity and concurrent holds never oversell', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await create({ quantity: 4 })
    const rivals = await Promise.all([market.addBuyer(), market.addBuyer(), market.addBuyer()])
    const [reduced] = await Promise.all([
      update(id, { version: 1, quantity: 2 }),
      update(id, { version: 1, price: `${900 + round}.00`, cost: null }),
      ...rivals.map((rival) => market.hold(rival, id, 1).catch(() => undefined)),
    ])
    const { data } = await seller.call(inventoryRoutes.one, { params: { listing_id: id } })
    expect(await heldQuantity(market.db, id)).toBeLessThanOrEqual(data.data.quantity)
    if (reduced.ok) expect(data.data.quantity).toBe(2)
    else expect(['supply.quantity_committed', 'supply.listing_changed']).toContain(reduced.error.code)
  }
})

test('a hold has the old price or the new one, and the seller is due exactly the proceeds of it', async () => {
  const { id } = await create({ quantity: 4, price: '810.55' })
  const [line] = await Promise.all([market.hold(buyer, id, 2), update(id, { version: 1, price: '911.37' })])
  expect(['810.55', '911.37']).toContain(line.price.amount)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([line]) })
  const { rows } = await sql<{ due: number }>`
    select -sum(e.amount_minor)::integer as due from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${data.data.order?.id ?? ''} and e.account = ${`seller:${market.sellerTeamId}`}`.execute(
    market.db,
  )
  const history = await seller.call(inventoryEditRoutes.history, { params: { listing_id: id }, query: {} })
  const proceeds = history.data.data[0]?.changes.find(({ field }) => field === 'proceeds')
  const perTicket = line.price.amount === '810.55' ? proceeds?.from : proceeds?.to
  expect(perTicket).toEqual({ amount: ((rows[0]?.due ?? 0) / 200).toFixed(2), currency: 'GBP' })
})

test('another team finds nothing', async () => {
  const { id } = await create()
  const rival = await market.addBuyer({ role: 'seller' })
  const target = { params: { listing_id: id }, body: { version: 1 } }
  for (const response of [
    await update(id, { version: 1, price: '1' }, rival),
    await rival.call(inventoryEditRoutes.publish, target),
    await rival.call(inventoryEditRoutes.withdraw, target),
    await rival.call(inventoryEditRoutes.history, { params: { listing_id: id }, query: {} }),
  ])
    expect([response.status, response.error.code]).toEqual([404, 'supply.listing_not_found'])
})

test('no response to buyers or other teams has cost, floor, notes, tags or unpublished stock', async () => {
  const shown = await create({ price: '1234.00' })
  const hidden = await create({
    published: false,
    section: 'Block 113',
    notes: [{ kind: 'benefit', text: 'Hidden-benefit' }],
  })
  await market.hold(buyer, shown.id, 1)
  const rival = await market.addBuyer({ role: 'seller' })
  const responses: string[] = []
  for (const caller of [buyer, rival, market.visitor]) {
    for (const route of market.mounted.values()) {
      if (route.method !== 'GET' || route.name.startsWith('inventory.one')) continue
      const choices = {
        event_id: String(market.eventId),
        venue_id: String(market.venueId),
        'listing_id[]': shown.id,
      }
      const query = Object.fromEntries(
        Object.entries(choices).filter(([name]) =>
          JSON.stringify(fieldsOf(route.query)).includes(`"${name}"`),
        ),
      )
      responses.push((await caller.call(route, { params: { ...choices, listing_id: shown.id }, query })).text)
    }
  }
  const quote = await buyer.call(quoteCreationRoutes.generate, {
    body: {
      event_id: market.eventId,
      title: 'Two for the derby',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      listings: [{ listing_id: shown.id, quantity: 2 }],
    },
  })
  const slug = quote.data.data.slug
  const page = await market.visitor.call(quotePageRoutes.details, { body: { slug } })
  const refused = await buyer.call(holdsRoutes.place, { body: [{ listing_id: hidden.id, quantity: 2 }] })
  expect([quote.status, page.status, refused.status]).toEqual([200, 200, 409])
  const text = [...responses, quote.text, page.text].join('\n')
  expect(text).toContain('1234.00')
  for (const secret of [...secrets, hidden.id, 'Hidden-benefit']) expect(text).not.toContain(secret)
})

function fieldsOf(schema: unknown): string[] {
  const shape: unknown =
    schema !== null && typeof schema === 'object' ? Reflect.get(schema, 'shape') : undefined
  return shape !== null && typeof shape === 'object' ? Object.keys(shape) : []
}
