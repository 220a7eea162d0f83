import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverActor } from '#api/audit/actor.ts'
import {
  addProfile,
  buildInventory,
  type FileRow,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import { countKeptRows, stockRows } from '#api/test/fixtures/inventory/kept-rows-fixture.ts'
import { decideAutomatically } from './automatic/decide-automatically.ts'
import { runHeartbeats } from './automatic/run-heartbeats.ts'
import { deleteRows } from './imports/import-rows.repo.ts'
import { findImport } from './imports/imports.repo.ts'
import { receiveFile } from './imports/receive-file.ts'
import { nameKeyOf } from './matching/event-key.ts'
import { findProfile } from './profiles/profiles.repo.ts'
import { fingerprintManagedListings } from './settled/settled-rows.repo.ts'

// What happens between a file's preview and its end, to listings whose rows were read and to those whose rows were kept.

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

const ids = ['A', 'B', 'C', 'D', 'X', 'Y', 'Z']

const withPrice = (id: string) => stockRows().map((row) => (row.id === id ? { ...row, price: '90.00' } : row))

const onSale = async () =>
  (await it.listings()).filter(({ status }) => status === 'active').map((one) => one.external_id)
const heartbeatsAfter = (hours: number) =>
  runHeartbeats({ db: it.db, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } })
const startApplying = (importId: string) =>
  it.seller.call(inventoryImportsRoutes.apply, { params: { import_id: importId } })

/** `isFull`: as if no row were settled, so that all rows are read; otherwise three are kept. */
async function previewOf(rows: FileRow[], isFull = false) {
  if (isFull) await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
  const { id, shown } = await it.preview(it.file(...rows))
  expect(await countKeptRows(it.db, id)).toBe(isFull ? 0 : 3)
  return { id, shown }
}

async function receiveByKey(content: string): Promise<string> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(content)
  }
  const { id } = await receiveFile(it.deps, {
    teamId: it.sellerTeamId,
    profileId: it.profile.id,
    fileName: 'feed.csv',
    madeAt: new Date(Date.now() - 60_000),
    eventId: null,
    actor: serverActor,
    chunks: chunks(),
    source: 'api',
  })
  return id
}

const expectFiles = (publishing: 'file' | 'site') =>
  it.seller.call(inventoryProfilesRoutes.change, {
    params: { profile_id: it.profile.id },
    body: {
      name: 'Our system',
      version: 1,
      settings: {
        ...it.profile.settings,
        owners: { ...it.profile.settings.owners, publishing },
        heartbeat: { warn_hours: 6, unpublish_hours: 12 },
      },
    },
  })

for (const isFull of [true, false]) {
  const how = isFull ? 'all rows read' : 'changed rows read'

  for (const publishing of ['file', 'site'] as const)
    test(`listings taken off sale while a file is written return: ${how}, publishing by ${publishing}`, async () => {
      await expectFiles(publishing)
      await it.importFile(it.file(...stockRows()))
      const rows = withPrice('B')
      const { id } = await previewOf(rows, isFull)
      await heartbeatsAfter(7)
      // The importer needs half a day.
      await startApplying(id)
      await heartbeatsAfter(13)
      expect(await onSale()).toEqual([])
      expect((await it.work(id)).state).toBe('done')
      await heartbeatsAfter(13)
      // B was written while it was off sale, so with publishing by site it stays so.
      const expected = ids.filter((one) => publishing === 'file' || one !== 'B')
      if (isFull) return expect(await onSale()).toEqual(expected)
      // Rows that were not read return with the next file, even if it is the same.
      expect(await onSale()).toEqual(publishing === 'file' ? ['B'] : [])
      await it.importFile(it.file(...rows))
      await heartbeatsAfter(13)
      expect(await onSale()).toEqual(expected)
    })

  test(`the file that was applied last manages its listings: ${how}`, async () => {
    await it.importFile(it.file(...stockRows()))
    const other = await addProfile(it.seller, {}, 'Other system')
    const rows = withPrice('B')
    const { id } = await previewOf(rows, isFull)
    // A file of another profile names A without a change and takes it over, while the preview waits.
    await it.importFile(it.file(...stockRows().filter((row) => row.id === 'A')), { profileId: other.id })
    if (!isFull) {
      expect((await startApplying(id)).status).toBe(409)
      expect((await it.work(id)).state).toBe('previewed')
    }
    expect((await it.apply(id)).shown.state).toBe('done')
    const next = await it.preview(it.file(...rows.filter((row) => row.id !== 'A')))
    expect(next.shown.counts.withdrawn).toBe(1)
  })

  test(`rows of a known event can be skipped: ${how}`, async () => {
    await it.importFile(it.file(...stockRows()))
    const { id } = await previewOf(withPrice('B'), isFull)
    const { rows } = await sql<{ key: string }>`
      select key from inventory_import_events where import_id = ${id}`.execute(it.db)
    const decided = await it.seller.call(inventoryImportsRoutes.decideEvent, {
      params: { import_id: id },
      body: { key: rows[0]?.key ?? '', skip: true },
    })
    expect(decided.status).toBe(200)
    expect((await it.work(id)).counts).toMatchObject({ skipped: 7, unchanged: 0, withdrawn: 0 })
    await it.apply(id)
    const next = await it.preview(it.file(...withPrice('B').toReversed()))
    expect(next.shown.counts).toMatchObject({ changed: 1, unchanged: 6 })
  })
}

test('a file that a person applies is not overdue while it is written', async () => {
  await expectFiles('file')
  await it.importFile(it.file(...stockRows()))
  const { id } = await previewOf(withPrice('B'))
  await sql`
    update inventory_heartbeats set stage = 'warned', due_at = now(), last_file_at = now() - interval '12 hours'`.execute(
    it.db,
  )
  await startApplying(id)
  await heartbeatsAfter(0)
  expect((await it.work(id)).state).toBe('done')
  expect(await onSale()).toEqual(ids)
})

test('a preview is made again if its listings went off sale because no file arrived', async () => {
  await expectFiles('site')
  await it.importFile(it.file(...stockRows()))
  const { id } = await previewOf(withPrice('B'))
  await heartbeatsAfter(7)
  await heartbeatsAfter(13)
  expect(await onSale()).toEqual([])
  expect((await startApplying(id)).status).toBe(409)
  await it.work(id)
  expect(await countKeptRows(it.db, id)).toBe(0)
  expect((await it.apply(id)).shown.state).toBe('done')
  await heartbeatsAfter(0)
  expect(await onSale()).toEqual(ids.filter((one) => one !== 'B'))
})

test('what a person decided for an earlier file is no decision about a later file', async () => {
  const unknown = (rows: FileRow[]) =>
    rows.map((row, at) => (at < 3 ? row : { ...row, event: 'Unknown Band' }))
  const first = await it.preview(it.file(...unknown(stockRows())))
  const held = await it.seller.call(inventoryImportsRoutes.heldEvents, { params: { import_id: first.id } })
  await it.seller.call(inventoryImportsRoutes.decideEvent, {
    params: { import_id: first.id },
    body: { key: held.data.data[0]?.key ?? '', event_id: it.eventId },
  })
  await it.work(first.id)
  await it.apply(first.id)
  const { shown, id } = await it.preview(it.file(...unknown(withPrice('X'))))
  expect(shown.state).toBe('previewed')
  expect(await countKeptRows(it.db, id)).toBe(4)
  const { rows } = await sql<{ matched_by: string }>`
    select matched_by from inventory_import_events
    where import_id = ${id} and named ->> 'name' = 'Unknown Band'`.execute(it.db)
  expect(rows).toEqual([{ matched_by: 'alias' }])
})

test('a row is not held if its event is decided while the preview is made', async () => {
  await it.importFile(it.file(...stockRows()))
  const { title: _title, ...place } = it.event
  const key = nameKeyOf({ id: null, foreignId: null, name: 'Unknown Band', ...place, time: null })
  await sql`
    create function decide_meanwhile() returns trigger language plpgsql as $$
    begin
      insert into inventory_event_names (team_id, source, key, event_id)
      values (${sql.lit(it.sellerTeamId)}, '', ${sql.lit(key)}, ${sql.lit(it.eventId)})
      on conflict on constraint inventory_event_names__unique do nothing;
      return null;
    end $$`.execute(it.db)
  await sql`
    create trigger decide_meanwhile after update on inventory_import_rows
    for each row when (new.action = 'held') execute function decide_meanwhile()`.execute(it.db)
  const { shown } = await previewOf([
    ...withPrice('B'),
    { id: 'E', event: 'Unknown Band', row: 'R9', quantity: 2 },
  ])
  expect(shown.counts).toMatchObject({ new: 1, changed: 1, unchanged: 6 })
  expect(shown.counts.held ?? 0).toBe(0)
})

test('a worker that was overtaken deletes no row of a file that is being applied', async () => {
  await it.importFile(it.file(...stockRows()))
  const { id } = await previewOf(withPrice('B'))
  expect((await startApplying(id)).status).toBe(200)
  expect(await deleteRows(it.db, id)).toBe(false)
  expect((await it.work(id)).counts).toMatchObject({ written: 1, rejected: 0 })
})

test('a file without a person starts again if another profile takes a listing over just before it is applied', async () => {
  // Two clean imports, so that the next one needs no person.
  await it.importFile(it.file(...stockRows()))
  const { id: baseImportId } = await it.importFile(it.file(...withPrice('C')))
  const other = await addProfile(it.seller, {}, 'Other system')
  const rows = withPrice('B')
  const id = await receiveByKey(it.file(...rows))
  const [inventoryImport, profile] = await Promise.all([
    findImport(it.db, id),
    findProfile(it.db, it.sellerTeamId, it.profile.id),
  ])
  if (!inventoryImport || !profile) throw new Error('the import is missing')
  const managedListings = await fingerprintManagedListings(it.db, profile.id)
  const preview = { rowsRead: 7, keptRows: 3, baseImportId, managedListings }
  await decideAutomatically(it.deps, inventoryImport, profile, preview, async () => {
    const taken = stockRows().filter((row) => row.id === 'A')
    await it.importFile(it.file(...taken), { profileId: other.id })
    return true
  })
  expect((await it.show(id)).state).toBe('received')
  expect((await it.work(id)).state).toBe('done')
  const withoutA = it.file(...rows.filter((row) => row.id !== 'A'))
  expect((await it.preview(withoutA, { madeAt: new Date() })).shown.counts.withdrawn).toBe(1)
})
