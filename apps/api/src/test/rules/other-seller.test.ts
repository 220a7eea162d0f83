import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import type { RouteContract } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProfile, buildInventory, type Inventory } from '../fixtures/inventory-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'

interface Records {
  listingId: string
  bulkEditId: string
  importId: string
  profileId: string
  keyId: string
  ruleId: string
}

interface SellerCall {
  params: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

const listing = ({ listingId }: Records) => ({ listing_id: listingId })
const bulkEdit = ({ bulkEditId }: Records) => ({ bulk_edit_id: bulkEditId })
const file = ({ importId }: Records) => ({ import_id: importId })
const profile = ({ profileId }: Records) => ({ profile_id: profileId })
const key = ({ keyId }: Records) => ({ key_id: keyId })
const rule = ({ ruleId }: Records) => ({ rule_id: ruleId })
const ruleSettings = { filter: {}, strategy: { by: 'match' }, margin_percent: '10' } as const
const settings = { dialect: 'own-export', mode: 'patch', currency: 'GBP', date_order: 'ymd' }

/** A call of every route for sellers that names a record. Records in lists of ids: the tests of modules/supply. */
const calls: Record<string, (of: Records) => SellerCall> = {
  'inventory.one': (of) => ({ params: listing(of) }),
  'inventory.market': (of) => ({ params: listing(of), query: { price: '10.00' } }),
  'inventory.update': (of) => ({ params: listing(of), body: { version: 1, price: '1.00' } }),
  'inventory.publish': (of) => ({ params: listing(of), body: { version: 1 } }),
  'inventory.withdraw': (of) => ({ params: listing(of), body: { version: 1 } }),
  'inventory.listing-details': (of) => ({ params: listing(of) }),
  'inventory.history': (of) => ({ params: listing(of) }),
  'inventory.bulk-edit-rows': (of) => ({ params: bulkEdit(of) }),
  'inventory.apply-bulk-edit': (of) => ({ params: bulkEdit(of) }),
  'inventory.undo-bulk-edit': (of) => ({ params: bulkEdit(of), body: {} }),
  'inventory-api-keys.revoke': (of) => ({ params: key(of) }),
  'inventory-event-requests.create': (of) => ({ params: file(of), body: { key: 'x' } }),
  'inventory-imports.one': (of) => ({ params: file(of) }),
  'inventory-imports.rows': (of) => ({ params: file(of) }),
  'inventory-imports.held-events': (of) => ({ params: file(of) }),
  'inventory-imports.decide-event': (of) => ({ params: file(of), body: { key: 'x', skip: true } }),
  'inventory-imports.decide-withdrawals': (of) => ({ params: file(of), body: { keep: true } }),
  'inventory-imports.apply': (of) => ({ params: file(of) }),
  'inventory-imports.discard': (of) => ({ params: file(of) }),
  'inventory-imports.undo-preview': (of) => ({ params: file(of) }),
  'inventory-imports.undo': (of) => ({ params: file(of), body: {} }),
  'inventory-imports.result': (of) => ({ params: file(of) }),
  'inventory-profiles.change': (of) => ({ params: profile(of), body: { name: 'x', settings, version: 1 } }),
  'inventory-profiles.archive': (of) => ({ params: profile(of) }),
  'price-rules.change': (of) => ({
    params: rule(of),
    body: { name: 'x', settings: ruleSettings, version: 1 },
  }),
  'price-rules.simulate': (of) => ({ params: rule(of), body: { version: 2 } }),
  'price-rules.simulation': (of) => ({ params: rule(of) }),
  'price-rules.switch': (of) => ({ params: rule(of), body: { version: 2, on: true } }),
  'price-rules.remove': (of) => ({ params: rule(of) }),
}

let it: Inventory
let rival: Caller
let theirs: Records
beforeAll(async () => {
  it = await buildInventory()
  theirs = await createRecords()
  rival = await it.addBuyer({ role: 'seller' })
})
afterAll(() => it.close())

async function createRecords(): Promise<Records> {
  await it.importFile(it.file({ id: 'A' }))
  const [first] = await it.listings()
  const listingId = first?.id ?? 'none'
  const selection = { listing_ids: [listingId] }
  const edit = await it.seller.call(inventoryBulkRoutes.preview, {
    body: { selection, change: { price: { change: { by: 'set', amount: '99.00' } } } },
  })
  const { id: importId } = await it.preview(it.file({ id: 'A', price: '77.00' }))
  const { id: profileId } = await addProfile(it.seller, {}, 'Second system')
  const created = await it.seller.call(inventoryApiKeysRoutes.create, {
    body: { name: 'System', profile_id: profileId, expires_in_days: 30 },
  })
  const keyId = created.data.data.key.id
  const ours = await it.seller.call(priceRulesRoutes.create, {
    body: { name: 'Ours', settings: ruleSettings },
  })
  return { listingId, bulkEditId: edit.data.data.id, importId, profileId, keyId, ruleId: ours.data.data.id }
}

const invented = (of: Records): Records => ({
  listingId: `${of.listingId.slice(0, -6)}zzzzzz`,
  bulkEditId: `${of.bulkEditId.slice(0, -6)}zzzzzz`,
  importId: `${of.importId.slice(0, -6)}zzzzzz`,
  profileId: `${of.profileId.slice(0, -6)}zzzzzz`,
  keyId: `${of.keyId.slice(0, -6)}zzzzzz`,
  ruleId: `${of.ruleId.slice(0, -6)}zzzzzz`,
})

async function stateOf(team: string): Promise<unknown> {
  const { rows } = await sql`
    select (select string_agg(l::text, '' order by id) from listings l where seller_team_id = ${team}) as listings,
      (select string_agg(b::text, '' order by id) from bulk_edits b where team_id = ${team}) as edits,
      (select string_agg(i.id || i.state, '' order by id) from inventory_imports i where team_id = ${team}) as imports,
      (select string_agg(k::text, '' order by id) from inventory_api_keys k where team_id = ${team}) as keys,
      (select string_agg(p::text, '' order by id) from inventory_profiles p where team_id = ${team}) as profiles,
      (select string_agg(r::text, '' order by id) from price_rules r where team_id = ${team}) as rules`.execute(
    it.db,
  )
  return rows[0]
}

function routeNamed(name: string): RouteContract {
  const route = it.mounted.get(name)
  if (!route) throw new Error(`${name} is not mounted`)
  return route
}

test('every route for sellers that names a record is covered below', () => {
  const found = [...it.mounted.values()].filter(({ auth, params }) => auth === 'seller' && params)
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test.each(Object.entries(calls))(
  "%s: another seller's id behaves like an unknown one and changes nothing",
  async (name, callOf) => {
    const before = await stateOf(it.sellerTeamId)
    const response = await rival.call(routeNamed(name), callOf(theirs))
    const unknown = await rival.call(routeNamed(name), callOf(invented(theirs)))
    expect(response.status).toBe(404)
    expect([response.error.code, response.error.errors]).toEqual([unknown.error.code, unknown.error.errors])
    expect(await stateOf(it.sellerTeamId)).toEqual(before)
  },
)

test('the seller finds the same records', async () => {
  const unknown = [
    'supply.listing_not_found',
    'supply.bulk_edit_not_found',
    'inventory_import.not_found',
    'inventory_profile.not_found',
    'price_rule.not_found',
  ]
  for (const [name, callOf] of Object.entries(calls)) {
    const response = await it.seller.call(routeNamed(name), callOf(theirs))
    // Some of these calls are too early or too late for the record's state.
    if (!response.ok) expect(unknown, name).not.toContain(response.error.code)
  }
})
