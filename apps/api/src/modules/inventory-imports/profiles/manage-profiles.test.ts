import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

test('a team has at most fifty profiles, also when several people save one at the same time', async () => {
  const seller = await it.addBuyer({ role: 'seller' })
  const { settings } = await addProfile(seller)
  for (let number = 2; number <= 49; number += 1) await addProfile(seller, {}, `Files ${number}`)
  const create = (number: number) =>
    seller.call(inventoryProfilesRoutes.create, { body: { name: `At once ${number}`, settings } })
  const responses = await Promise.all([create(1), create(2), create(3)])
  expect(responses.map((response) => (response.ok ? 'ok' : response.error.code)).toSorted()).toEqual([
    'inventory_profile.too_many',
    'inventory_profile.too_many',
    'ok',
  ])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_profiles where team_id = ${seller.teamId}`.execute(it.db)
  expect(rows[0]?.count).toBe(50)
})
