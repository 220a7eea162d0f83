import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { runHeartbeats } from './automatic/run-heartbeats.ts'
import { purgeOldInventoryImports } from './imports/purge-imports.repo.ts'

let it: Inventory
let profileId: string
beforeEach(async () => {
  it = await buildInventory()
  const profile = await addProfile(
    it.seller,
    { heartbeat: { warn_hours: 6, unpublish_hours: 12 }, mode: 'by_id' },
    'Feed',
  )
  profileId = profile.id
})
afterEach(() => it.close())

const clock = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000) })
const after = (hours: number) => runHeartbeats({ db: it.db, clock: clock(hours) })
const statuses = async () => (await it.listings()).map(({ external_id: id, status }) => `${id} ${status}`)
const upload = (content: string) => it.importFile(content, { profileId })

async function notices(): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select payload ->> 'title' as title from outbox where topic = 'inventory.notice' order by id`.execute(
    it.db,
  )
  return rows.map(({ title }) => title)
}

test('owners are warned when no file arrives, then the listings go off sale, and return with the next file', async () => {
  await upload(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
  expect(await after(5)).toBe(0)
  expect(await after(7)).toBe(1)
  expect(await after(8)).toBe(0)
  expect(await statuses()).toEqual(['A active', 'B active'])
  await after(13)
  expect(await statuses()).toEqual(['A withdrawn', 'B withdrawn'])
  expect(await notices()).toEqual([
    'No stock file of “Feed” has arrived for 6 hours',
    'The listings of “Feed” were taken off sale',
  ])
  expect(await readSecurityEvents(it.db, { kind: 'inventory.heartbeat_missed', limit: 5 })).toHaveLength(1)
  // A file by id names one listing; the other one was only taken off sale because no file came.
  await upload(it.file({ id: 'A', price: '90.00' }))
  await after(0)
  expect(await statuses()).toEqual(['A active', 'B active'])
  expect(await after(5)).toBe(0)
  expect(await after(7)).toBe(1)
})

test('an identical file also puts the listings back on sale', async () => {
  const content = it.file({ id: 'A' })
  await upload(content)
  await after(7)
  await after(13)
  const { shown } = await it.preview(content, { profileId })
  expect(shown).toMatchObject({ state: 'done', problem: { code: 'identical' } })
  await after(0)
  expect(await statuses()).toEqual(['A active'])
})

test('a full inventory puts back only what it names, and what was changed by hand meanwhile stays', async () => {
  const { data } = await it.seller.call(inventoryProfilesRoutes.change, {
    params: { profile_id: profileId },
    body: {
      name: 'Feed',
      version: 1,
      settings: {
        ...it.profile.settings,
        mode: 'full_replace',
        heartbeat: { warn_hours: 6, unpublish_hours: 12 },
        owners: { price: 'file', notes: 'file', split: 'file', publishing: 'site' },
      },
    },
  })
  expect(data.data.version).toBe(2)
  await upload(it.file({ id: 'A' }, { id: 'B', row: 'B' }, { id: 'C', row: 'C' }))
  await after(7)
  await after(13)
  await sql`update listings set revision = revision + 1 where external_id = 'C'`.execute(it.db)
  await upload(it.file({ id: 'A' }, { id: 'C', row: 'C' }))
  await after(0)
  expect(await statuses()).toEqual(['A active', 'B withdrawn', 'C withdrawn'])
})

test('a profile that only warns, or expects no files any more, takes nothing off sale', async () => {
  await upload(it.file({ id: 'A' }))
  const change = (heartbeat: { warn_hours: number } | null, version: number) =>
    it.seller.call(inventoryProfilesRoutes.change, {
      params: { profile_id: profileId },
      body: { name: 'Feed', version, settings: { ...it.profile.settings, mode: 'by_id', heartbeat } },
    })
  await change({ warn_hours: 6 }, 1)
  expect(await after(7)).toBe(1)
  expect(await after(100)).toBe(0)
  await change(null, 2)
  await change({ warn_hours: 2 }, 3)
  await change(null, 4)
  expect(await after(100)).toBe(0)
  expect(await statuses()).toEqual(['A active'])
  const { status } = await it.seller.call(inventoryProfilesRoutes.change, {
    params: { profile_id: profileId },
    body: {
      name: 'Feed',
      version: 5,
      settings: { ...it.profile.settings, heartbeat: { warn_hours: 6, unpublish_hours: 6 } },
    },
  })
  expect(status).toBe(422)
})

test('a heartbeat that fails does not stop those of others, and is tried again later', async () => {
  const other = await addProfile(it.seller, { heartbeat: { warn_hours: 6 }, mode: 'by_id' }, 'Other')
  const [first = '', second = ''] = [profileId, other.id].toSorted()
  const { rows } = await sql<{ settings: object }>`
    select settings from inventory_profile_versions where profile_id = ${first}`.execute(it.db)
  const write = (settings: object) =>
    sql`update inventory_profile_versions set settings = ${JSON.stringify(settings)}::jsonb
      where profile_id = ${first}`.execute(it.db)
  await write({ mode: 'unknown' })
  await expect(after(7)).rejects.toThrow('steps of heartbeats failed')
  const names = new Map([
    [profileId, 'Feed'],
    [other.id, 'Other'],
  ])
  const titleOf = (id: string) => `No stock file of “${names.get(id)}” has arrived for 6 hours`
  expect(await notices()).toEqual([titleOf(second)])
  await write(rows[0]?.settings ?? {})
  expect(await after(7)).toBe(0)
  await after(7.5)
  expect(await notices()).toEqual([titleOf(second), titleOf(first)])
})

const fullReplace = { heartbeat: { warn_hours: 6, unpublish_hours: 12 } }

test('a full inventory that is the same after the rows of the last one were deleted still puts listings back', async () => {
  const profile = await addProfile(it.seller, fullReplace, 'Full')
  const content = it.file({ id: 'A' })
  const { id } = await it.importFile(content, { profileId: profile.id })
  await after(7)
  await after(13)
  await sql`update inventory_imports set created_at = created_at - interval '31 days' where id = ${id}`.execute(
    it.db,
  )
  await purgeOldInventoryImports(it.db)
  await it.importFile(content, { profileId: profile.id })
  await after(0)
  expect(await statuses()).toEqual(['A active'])
})

test('rows of an import are found by the listings that they name', async () => {
  const { id } = await upload(it.file({ id: 'A' }))
  await sql`
    insert into inventory_import_rows (import_id, position, line, external_id, action)
    select ${id}, n, n, 'X' || n, 'invalid' from generate_series(1000, 4000) n`.execute(it.db)
  await sql`analyze inventory_import_rows`.execute(it.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select from inventory_import_rows where import_id = ${id} and external_id in ('A', 'B')`.execute(
    it.db,
  )
  expect(JSON.stringify(rows)).toContain('inventory_import_rows__by_external_id')
})
