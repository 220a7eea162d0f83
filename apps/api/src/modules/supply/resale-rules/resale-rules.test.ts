import { checkoutRoutes } from '@terrace/contracts/checkout'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { authoriseTeam, listResaleRules, loadResaleRules, switchResaleRule } from './manage-rules.ts'
import { relistSuspended, withdrawSuspended } from '../limits/suspend-listings.ts'
import { updateListingAsOperator } from '../update-listing-as-operator.ts'

let it: Inventory
let slug: string
beforeAll(async () => {
  it = await buildInventory()
  const { rows } = await sql<{ slug: string }>`
    select c.slug from catalogue_events e join categories c on c.id = e.category_id where e.id = ${it.eventId}`.execute(
    it.db,
  )
  slug = rows[0]?.slug ?? ''
  await loadResaleRules(
    it.deps,
    JSON.stringify([
      rule('test-forbidden', { kind: 'forbidden' }),
      rule('test-authorised', { kind: 'authorised_only' }),
      rule('test-cap', { kind: 'price_cap', cap_percent: 110 }),
      rule('test-elsewhere', { kind: 'forbidden', competition: 'another-league' }),
    ]),
  )
})
afterEach(async () => {
  for (const { id, isOn } of await listResaleRules(it.deps))
    if (isOn) await switchResaleRule(it.deps, { id, isOn: false })
})
afterAll(() => it.close())

const rule = (id: string, values: object) => ({
  id,
  competition: slug,
  reason: `Reason of ${id}.`,
  note: 'Counsel must confirm.',
  ...values,
})

const switchOn = (id: string) => switchResaleRule(it.deps, { id, isOn: true })
const row = async (id: string) =>
  (await it.seller.call(inventoryRoutes.one, { params: { listing_id: id } })).data.data
const publish = async (id: string) =>
  it.seller.call(inventoryEditRoutes.publish, {
    params: { listing_id: id },
    body: { version: (await row(id)).version },
  })
const create = (values: Partial<BodyInputOf<typeof inventoryEditRoutes.create>> = {}) =>
  it.seller.call(inventoryEditRoutes.create, {
    body: {
      event_id: it.eventId,
      section: 'Block 112',
      quantity: 2,
      price: '100.00',
      in_hand_days_before: 3,
      ticket_type: 'eTicket',
      ...values,
    },
  })

test('rules come with the application, switched off, and say that counsel must confirm them', async () => {
  const rules = await listResaleRules(it.deps)
  expect(rules.every(({ isOn }) => !isOn)).toBe(true)
  const football = rules.find(({ id }) => id === 'gb-premier-league')
  expect(football).toMatchObject({
    kind: 'authorised_only',
    competition: 'premier-league',
    country_code: 'GB',
  })
  expect(football?.note).toMatch(/1994, s\. 166.*Counsel must confirm/)
  expect((await create()).ok).toBe(true)
})

test('switching a rule on takes listings off sale and notifies their seller why; holds can still be bought', async () => {
  const listing = (await create()).data.data
  const buyer = await it.addBuyer()
  const held = await it.hold(buyer, listing.id, 2)
  expect(await switchOn('test-forbidden')).toBeGreaterThan(0)
  expect(await switchOn('test-forbidden')).toBe(0)
  expect(await row(listing.id)).toMatchObject({ published: false, held: 2 })
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  expect(bought.data.data.status).toBe('confirmed')
  await it.deps.outbox.drain()
  const { data } = await it.seller.call(notificationsRoutes.list)
  expect(data.data[0]?.title).toMatch(/^(Sold|Taken off sale)/)
  expect(data.data.find(({ title }) => title.startsWith('Taken off sale'))?.detail).toContain(
    'Reason of test-forbidden.',
  )
  const { rows } = await sql<{ details: object }>`
    select details from security_events where kind = 'listing.resale_rule_switched' order by id desc limit 1`.execute(
    it.db,
  )
  expect(rows[0]?.details).toMatchObject({
    rule_id: 'test-forbidden',
    before: { is_on: false },
    after: { is_on: true },
  })
})

test('the end of a suspension puts nothing on sale that a rule refuses by then', async () => {
  const dear = (await create({ price: '100.00', face_value: '50.00' })).data.data.id
  const cheap = (await create({ price: '50.00', face_value: '50.00' })).data.data.id
  const { sellerTeamId: teamId } = it
  expect(await withdrawSuspended(it.deps, teamId)).toBeGreaterThanOrEqual(2)
  const suspended = await sql`select from suspended_listings where team_id = ${teamId}`.execute(it.db)
  await switchOn('test-cap')
  expect(await relistSuspended(it.deps, teamId)).toBeLessThan(suspended.rows.length)
  expect(await row(dear)).toMatchObject({ published: false })
  expect(await row(cheap)).toMatchObject({ published: true })
})

test('a rule refuses publishing by hand, in bulk and by file, with its reason', async () => {
  const id = (await create({ published: false })).data.data.id
  await switchOn('test-forbidden')
  for (const refused of [await create(), await publish(id)])
    expect([refused.status, refused.error.code, refused.error.errors['reason']]).toEqual([
      422,
      'supply.resale_refused',
      'Reason of test-forbidden.',
    ])
  const { data } = await it.seller.call(inventoryBulkRoutes.preview, {
    body: { selection: { listing_ids: [id] }, change: { published: true } },
  })
  const params = { bulk_edit_id: data.data.id }
  const rows = await it.seller.call(inventoryBulkRoutes.rows, { params, query: {} })
  expect(rows.data.data[0]?.problem?.code).toBe('resale_refused')
  const { id: importId, shown } = await it.preview(it.file({ id: 'R1' }))
  expect(shown.counts.invalid).toBe(1)
  expect((await it.rows(importId))[0]?.problem).toEqual({
    code: 'resale_refused',
    message: 'Reason of test-forbidden.',
  })
  const details = await it.seller.call(inventoryDetailsRoutes.details, { params: { listing_id: id } })
  expect(details.data.data.refusals).toEqual(['Reason of test-forbidden.'])
})

test('a rule that was switched on after a preview refuses when it is applied', async () => {
  const id = (await create({ published: false })).data.data.id
  const bulk = await it.seller.call(inventoryBulkRoutes.preview, {
    body: { selection: { listing_ids: [id] }, change: { published: true } },
  })
  const file = await it.preview(it.file({ id: 'R2', row: 'C' }))
  await switchOn('test-forbidden')
  const params = { bulk_edit_id: bulk.data.data.id }
  const applied = await it.seller.call(inventoryBulkRoutes.apply, { params })
  expect(applied.data.data.counts).toMatchObject({ applied: 0, problems: 1 })
  expect((await it.apply(file.id)).shown.counts).toMatchObject({ written: 0, rejected: 1 })
  expect(await row(id)).toMatchObject({ published: false })
})

test('authorised sellers go on, and ending that takes their listings off sale', async () => {
  const team = { ruleId: 'test-authorised', teamId: it.sellerTeamId }
  await authoriseTeam(it.deps, { ...team, isAuthorised: true })
  const listing = (await create()).data.data
  expect(await switchOn('test-authorised')).toBe(0)
  expect((await create()).ok).toBe(true)
  expect(await authoriseTeam(it.deps, { ...team, isAuthorised: false })).toBeGreaterThan(0)
  expect(await row(listing.id)).toMatchObject({ published: false })
  expect((await create()).error.code).toBe('supply.resale_refused')
  const { rows } = await sql<{ details: object }>`
    select details from security_events where kind = 'listing.resale_authorised' order by id desc limit 1`.execute(
    it.db,
  )
  expect(rows[0]?.details).toMatchObject({ rule_id: 'test-authorised', after: { is_authorised: false } })
  await expect(authoriseTeam(it.deps, { ...team, teamId: 'tm_none', isAuthorised: true })).rejects.toThrow()
})

test('a price cap needs the face value, and counts for every way to change a price', async () => {
  const listing = (await create({ face_value: '100.00', price: '110.00' })).data.data
  await switchOn('test-cap')
  expect(await row(listing.id)).toMatchObject({ published: true })
  expect((await create({ price: '50.00' })).error.errors['reason']).toMatch(/Enter the face value/)
  expect((await create({ price: '55.01', face_value: '50.00' })).error.errors['reason']).toMatch(
    /At most 110 % of the face value/,
  )
  const edit = (body: object) =>
    it.seller.call(inventoryEditRoutes.update, {
      params: { listing_id: listing.id },
      body: { version: listing.version, ...body },
    })
  for (const body of [{ price: '110.01' }, { face_value: '99.00' }, { face_value: null }])
    expect((await edit(body)).error.code).toBe('supply.resale_refused')
  await expect(
    updateListingAsOperator(it.deps, { listingId: listing.id, priceMinor: 11_001 }),
  ).rejects.toMatchObject({
    code: 'supply.resale_refused',
  })
  const { data } = await it.seller.call(inventoryBulkRoutes.preview, {
    body: {
      selection: { listing_ids: [listing.id] },
      change: { price: { change: { by: 'percent', percent: '+1' } } },
    },
  })
  expect(data.data.counts).toMatchObject({ problems: 1 })
  expect((await edit({ price: '109.00' })).ok).toBe(true)
})

test('rules of another competition change nothing, and unknown rules are refused', async () => {
  await switchOn('test-elsewhere')
  expect((await create()).ok).toBe(true)
  await expect(switchOn('no-such-rule')).rejects.toMatchObject({ code: 'supply.rule_not_found' })
  await expect(loadResaleRules(it.deps, '[{"id": "x"}]')).rejects.toMatchObject({ code: 'input.invalid' })
  // A rule that is on keeps its definition.
  const changed = JSON.stringify([rule('test-elsewhere', { kind: 'forbidden', reason: 'Other.' })])
  expect(await loadResaleRules(it.deps, changed)).toEqual(['test-elsewhere'])
})
