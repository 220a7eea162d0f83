import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { BodyInputOf } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { drawBlocks } from '#api/test/fixtures/new-listing.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
/** May list and name costs, but not price. */
let lister: Caller
let owner: Caller
beforeAll(async () => {
  market = await buildMarketplace()
  await drawBlocks(market)
  owner = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
  lister = await market.addBuyer({
    teamId: market.sellerTeamId,
    role: 'seller',
    teamRole: 'member',
    permissions: ['view', 'list', 'money'],
  })
})
afterAll(() => market.close())

type Create = BodyInputOf<typeof inventoryEditRoutes.create>
let places = 0
const newRow = () => `P${(places += 1)}`

const create = (row: string, values: Partial<Create> = {}, by = lister) =>
  by.call(inventoryEditRoutes.create, {
    body: {
      event_id: market.eventId,
      section: 'Block 112',
      row,
      quantity: 4,
      price: '90.00',
      in_hand_days_before: 2,
      ticket_type: 'eTicket',
      ...values,
    },
  })

type Update = Omit<BodyInputOf<typeof inventoryEditRoutes.update>, 'version'>
const update = (listing: { id: string; version: number }, change: Update, by = lister) =>
  by.call(inventoryEditRoutes.update, {
    params: { listing_id: listing.id },
    body: { version: listing.version, ...change },
  })
const withdraw = ({ id: listing_id, version }: { id: string; version: number }) =>
  lister.call(inventoryEditRoutes.withdraw, { params: { listing_id }, body: { version } })

const created = async (row: string, values: Partial<Create> = {}) => (await create(row, values)).data.data
const missing = (response: { status: number; error: { errors: Record<string, unknown> } }) => [
  response.status,
  response.error.errors['permission'],
]

test('tickets without seat numbers come back with other amounts only with the permission to price', async () => {
  const row = newRow()
  await withdraw(await created(row, { cost: '40.00', floor: '60.00' }))
  const same = { cost: '40.00', floor: '60.00' }
  for (const values of [
    { ...same, price: '70.00' },
    { ...same, cost: '50.00' },
    { cost: '40.00' },
    { ...same, face_value: '80.00' },
    { ...same, first_seat: 1, price: '70.00' },
    { ...same, row: '', price: '70.00' },
  ])
    expect(missing(await create(row, values)), JSON.stringify(values)).toEqual([403, 'price'])
  expect((await create(row, same)).status).toBe(200)
  expect((await create(newRow(), { price: '70.00' })).status).toBe(200)
  expect((await create(row, { price: '70.00' }, owner)).status).toBe(200)
})

test('freed seats come back with other amounts only with the permission to price', async () => {
  const row = newRow()
  const listing = await created(row, { first_seat: 5 })
  expect((await update(listing, { quantity: 2 })).status).toBe(200)
  const freed = { first_seat: 7, quantity: 2 }
  expect(missing(await create(row, { ...freed, price: '70.00' }))).toEqual([403, 'price'])
  expect((await create(row, freed)).status).toBe(200)
})

test('seats that a listing has left come back with other amounts only with the permission to price', async () => {
  const row = newRow()
  const listing = await created(row, { first_seat: 5 })
  expect((await update(listing, { row: newRow() })).status).toBe(200)
  expect(missing(await create(row, { first_seat: 5, price: '70.00' }))).toEqual([403, 'price'])
  expect((await create(row, { first_seat: 5 })).status).toBe(200)
})

test('a cheaper listing takes over the tickets of another one only with the permission to price', async () => {
  const row = newRow()
  const expensive = await created(row, { quantity: 4 })
  const cheap = await created(newRow(), { quantity: 2, price: '10.00' })
  expect(missing(await update(cheap, { row }))).toEqual([403, 'price'])
  const moved = await update(cheap, { row }, owner)
  expect(moved.status).toBe(200)
  expect((await update(expensive, { quantity: 2 })).status).toBe(200)
  expect(missing(await update(moved.data.data, { quantity: 4 }))).toEqual([403, 'price'])
  expect((await update(moved.data.data, { quantity: 1 })).status).toBe(200)
})

test('neighbouring seats have a price of their own', async () => {
  const row = newRow()
  await created(row, { first_seat: 1 })
  expect((await create(row, { first_seat: 5, price: '70.00' })).status).toBe(200)
})
