import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateListingAsOperator, withdrawListing } from '#api/modules/supply/index.ts'
import { serverActor } from '#api/audit/actor.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { buildInventory, type FileRow, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { countKeptRows, stockRows } from '#api/test/fixtures/inventory/kept-rows-fixture.ts'
import { runHeartbeats } from './automatic/run-heartbeats.ts'
import { purgeOldInventoryImports } from './imports/purge-imports.repo.ts'
import { receiveFile } from './imports/receive-file.ts'
import { runImport } from './imports/run-import.ts'
import { readSettledParts } from './settled/settled-rows.repo.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

const rowOf = (rows: FileRow[], id: string): FileRow => rows.find((row) => row.id === id) ?? { id }
const without = (rows: FileRow[], id: string) => rows.filter((row) => row.id !== id)

/** Previews the file; `during` happens while its bytes are read. */
async function preview(rows: FileRow[], during?: () => Promise<unknown>) {
  const id = await it.upload(it.file(...rows))
  let isFirst = true
  const files: typeof it.deps.files = {
    ...it.deps.files,
    async get(name) {
      if (isFirst) {
        isFirst = false
        await during?.()
      }
      return it.deps.files.get(name)
    },
  }
  await runImport({ ...it.deps, files }, id)
  return { id, kept: await countKeptRows(it.db, id), counts: (await it.show(id)).counts }
}

const listingOf = async (externalId: string) => {
  const listing = (await it.listings()).find(
    (one) => one.external_id === externalId && one.status === 'active',
  )
  if (!listing) throw new Error(`${externalId} is not on sale`)
  return listing
}

/** Changes settings of the profile, which has not been changed before. */
const changeProfile = (settings: Partial<typeof it.profile.settings>) =>
  it.seller.call(inventoryProfilesRoutes.change, {
    params: { profile_id: it.profile.id },
    body: { name: 'Our system', version: 1, settings: { ...it.profile.settings, ...settings } },
  })

const sell = (listingId: string, quantity: number) =>
  sql`update listings set sold = ${quantity} where id = ${listingId}`.execute(it.db)

test('rows that are as in the last file are counted as unchanged, but neither stored nor decided', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  const { id, kept, counts } = await preview(rows)
  expect(kept).toBe(3)
  expect(counts).toMatchObject({ unchanged: 6, changed: 1, withdrawn: 0 })
  expect((await it.apply(id)).shown).toMatchObject({
    state: 'done',
    rows_read: 7,
    counts: { written: 1, unchanged: 6 },
  })
  expect((await listingOf('B')).price_minor).toBe(9000)
  // The next file builds on this one.
  expect(await preview(without(rows, 'C'))).toMatchObject({ kept: 3, counts: { unchanged: 6, withdrawn: 1 } })
})

test('the result of a file names the rows that were not read, too', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  const { id } = await preview(rows)
  const read = async (query: { action?: 'changed' | 'unchanged' }) => {
    const call = await it.seller.call(inventoryImportsRoutes.result, { params: { import_id: id }, query })
    return call.data.data.csv.trim().split('\r\n').slice(1)
  }
  const all = await read({})
  expect(all.map((line) => [line.split(',')[0], line.split(',').slice(13, 15).join(' ')])).toEqual([
    ['X', '2 unchanged'],
    ['Y', '3 unchanged'],
    ['Z', '4 unchanged'],
    ['A', '5 unchanged'],
    ['B', '6 changed'],
    ['C', '7 unchanged'],
    ['D', '8 unchanged'],
  ])
  expect(all[3]?.endsWith((await listingOf('A')).id)).toBe(true)
  expect(await read({ action: 'unchanged' })).toHaveLength(6)
  expect(await read({ action: 'changed' })).toHaveLength(1)
})

test('a listing to which the rest of the tickets moved is as the file says', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const { id } = await listingOf('A')
  await it.hold(await it.addBuyer(), id, 1)
  const moved = await it.seller.call(inventoryEditRoutes.update, {
    params: { listing_id: id },
    body: { version: 1, row: 'N1', seats: [21, 22, 23], move_rest: true },
  })
  expect(moved.status).toBe(200)
  expect((await preview(rows.toReversed())).counts).toMatchObject({ changed: 1, unchanged: 6 })
})

test('a listing is withdrawn that a file no longer names, whatever another file does meanwhile', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const other = stockRows()
  rowOf(other, 'B').price = '85'
  await preview(other)
  // As if the other file were applied by another process, whose importer has its own turn.
  const { counts } = await preview(without(rows, 'B'), async () =>
    sql`update inventory_listing_sources set row_digest = sha256('another row')
      where listing_id = ${(await listingOf('B')).id}`.execute(it.db),
  )
  expect(counts).toMatchObject({ withdrawn: 1, unchanged: 6 })
})

test('what happens to a listing while the file is read is seen', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  const edited = await preview(rows, async () =>
    updateListingAsOperator(it.deps, { listingId: (await listingOf('A')).id, priceMinor: 5000 }),
  )
  expect(edited).toMatchObject({ kept: 2, counts: { changed: 2, unchanged: 5 } })
  const withdrawn = await preview(rows, async () => withdrawListing(it.deps, (await listingOf('C')).id))
  expect(withdrawn.counts).toMatchObject({ changed: 3, unchanged: 4 })
  const sold = await preview(rows, async () => sell((await listingOf('D')).id, 1))
  expect(sold.kept).toBe(0)
  expect(sold.counts).toMatchObject({ changed: 4, unchanged: 3 })
})

test('what a name comes to mean while the file is read is seen', async () => {
  const rows = stockRows()
  const { id } = await it.importFile(it.file(...rows))
  const second = await addEvent(it.db, { venueId: it.venueId, title: 'Another Match' })
  const { kept, counts } = await preview(rows.toReversed(), async () =>
    sql`insert into inventory_event_names (team_id, source, key, event_id)
      select ${it.sellerTeamId}, '', right(key, -2), ${second} from inventory_import_events
      where import_id = ${id}`.execute(it.db),
  )
  expect(kept).toBe(0)
  expect(counts).toMatchObject({ changed: 7 })
})

test('rows of listings with sales are read with each file', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  await sell((await listingOf('C')).id, 1)
  expect(await preview([...rows, { id: 'E', row: 'E' }])).toMatchObject({
    kept: 3,
    counts: { new: 1, changed: 1, unchanged: 6 },
  })
})

test('rows are read again when their event, what its name means, or the profile has changed', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  await sql`update events set status = 'postponed' where id = ${it.eventId}`.execute(it.db)
  expect(await preview(rows)).toMatchObject({ kept: 0, counts: { invalid: 7 } })
  await sql`update events set status = 'scheduled' where id = ${it.eventId}`.execute(it.db)
  expect(await preview(rows)).toMatchObject({ kept: 0, counts: { changed: 1, unchanged: 6 } })
  const { id } = await preview(rows)
  await it.apply(id)
  expect((await preview([...rows, { id: 'E', row: 'E' }])).kept).toBe(4)
  const second = await addEvent(it.db, { venueId: it.venueId, title: 'Another Match' })
  const key = await sql<{ key: string }>`
    select right(key, -2) as key from inventory_import_events where import_id = ${id}`.execute(it.db)
  await sql`insert into inventory_event_names (team_id, source, key, event_id)
    values (${it.sellerTeamId}, '', ${key.rows[0]?.key ?? ''}, ${second})`.execute(it.db)
  expect(await preview([...rows, { id: 'E', row: 'E' }])).toMatchObject({
    kept: 0,
    counts: { changed: 7, new: 1 },
  })
  await sql`delete from inventory_event_names`.execute(it.db)
  await changeProfile({ owners: { ...it.profile.settings.owners, price: 'site' } })
  expect((await preview([...rows, { id: 'E', row: 'E' }])).kept).toBe(0)
})

test('rows are read again when the plan of their venue has changed', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const rename = (name: string) =>
    sql`update seating_plans set plan = jsonb_set(plan, '{blocks,1,name}', to_jsonb(${name}::text))`.execute(
      it.db,
    )
  // As plans that were written before there were hashes.
  await sql`update seating_plans set blocks_hash = null`.execute(it.db)
  expect((await preview(rows.toReversed())).kept).toBe(4)
  await rename('Block 114')
  expect(await preview(rows.toReversed())).toMatchObject({ kept: 0, counts: { unchanged: 7 } })
})

test('a row with the id or a seat of a row that is as before is decided together with it', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const twice = await preview([...rows, { ...rowOf(rows, 'A'), row: 'Q' }])
  expect(twice).toMatchObject({ kept: 3, counts: { invalid: 2, unchanged: 6, withdrawn: 0 } })
  const repeated = await preview([...rows, { ...rowOf(rows, 'A') }])
  expect(repeated).toMatchObject({ kept: 3, counts: { invalid: 2, unchanged: 6, withdrawn: 0 } })
  const seats = await preview([...rows, { ...rowOf(rows, 'A'), id: 'E', from: 3, to: 6 }])
  expect(seats).toMatchObject({ kept: 3, counts: { invalid: 1, new: 0, unchanged: 7 } })
  const apart = await preview([...rows, { ...rowOf(rows, 'A'), id: 'E', from: 5, to: 8 }])
  expect(apart).toMatchObject({ kept: 4, counts: { invalid: 0, new: 1, unchanged: 7 } })
})

test('listings of past events are not compared', async () => {
  await it.importFile(it.file(...stockRows()))
  const now = new Date()
  const scope = {
    profileId: it.profile.id,
    teamId: it.sellerTeamId,
    eventIds: [it.eventId],
    readAlso: [],
    now,
  }
  expect((await readSettledParts(it.db, scope)).map((part) => part.onSale)).toEqual([7])
  const later = new Date(Date.now() + 400 * 86_400_000)
  expect(await readSettledParts(it.db, { ...scope, now: later })).toEqual([])
})

test('a preview made again by a release that expects all rows starts from the file', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const { id, kept } = await preview(without(rows, 'C'))
  expect(kept).toBe(3)
  await sql`update inventory_imports set state = 'matched', base_import_id = null where id = ${id}`.execute(
    it.db,
  )
  expect([(await it.show(id)).state, await countKeptRows(it.db, id)]).toEqual(['received', 0])
  await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
  expect((await it.work(id)).counts).toMatchObject({ unchanged: 6, withdrawn: 1 })
})

test('a decision about an event is kept when the file is read again', async () => {
  const rows = [...stockRows(), { id: 'E', event: 'Unknown Band', row: 'E' }]
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  for (const decision of [{ event_id: it.eventId }, { skip: true as const }]) {
    const { id, kept, counts } = await preview(rows)
    expect([kept, counts.held]).toEqual([3, 1])
    const held = await it.seller.call(inventoryImportsRoutes.heldEvents, { params: { import_id: id } })
    const decided = await it.seller.call(inventoryImportsRoutes.decideEvent, {
      params: { import_id: id },
      body: { key: held.data.data[0]?.key ?? '', ...decision },
    })
    expect(decided.data.data.state).toBe('received')
    const { counts: after } = await it.work(id)
    expect(after).toMatchObject('skip' in decision ? { skipped: 1, held: 0 } : { new: 1, held: 0 })
    expect(after).toMatchObject({ unchanged: 6, changed: 1 })
    await sql`delete from inventory_event_names`.execute(it.db)
  }
})

test('after an undo, all rows are read', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  const { id } = await preview(rows)
  await it.apply(id)
  await it.seller.call(inventoryImportsRoutes.undo, {
    params: { import_id: id },
    body: { relist_withdrawn: true },
  })
  expect((await it.work(id)).state).toBe('undone')
  expect(await preview(rows)).toMatchObject({ kept: 0, counts: { changed: 1, unchanged: 6 } })
})

test('of two previewed files, the second one is compared again with what the first one has left', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  const first = await preview(without(rows, 'C'))
  const second = await preview(without(rows, 'D'))
  expect([first.kept, second.kept]).toEqual([3, 3])
  await it.apply(first.id)
  expect((await it.apply(second.id)).started.error.code).toBe('inventory_import.preview_outdated')
  expect(await it.work(second.id)).toMatchObject({ state: 'previewed', counts: { changed: 1, withdrawn: 1 } })
  await it.apply(second.id)
  const onSale = (await it.listings()).filter(({ status }) => status === 'active')
  expect(onSale.map((one) => one.external_id)).toEqual(['A', 'B', 'C', 'X', 'Y', 'Z'])
})

test('listings that went off sale because no file arrived return with the same file', async () => {
  await changeProfile({ heartbeat: { warn_hours: 6, unpublish_hours: 12 } })
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  rowOf(rows, 'B').price = '90.00'
  const { id, kept } = await preview(rows)
  expect(kept).toBe(3)
  await it.apply(id)
  const after = (hours: number) =>
    runHeartbeats({ db: it.db, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } })
  await after(7)
  await after(13)
  expect(new Set((await it.listings()).map(({ status }) => status))).toEqual(new Set(['withdrawn']))
  await it.importFile(it.file(...rows))
  await after(0)
  expect(new Set((await it.listings()).map(({ status }) => status))).toEqual(new Set(['active']))
})

test('a file that arrives by key is applied in one step, and files that were deleted are no base', async () => {
  const rows = stockRows()
  for (const price of ['80.00', '81.00', '82.00']) {
    rowOf(rows, 'B').price = price
    await it.importFile(it.file(...rows))
  }
  rowOf(rows, 'B').price = '83.00'
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(it.file(...rows))
  }
  const { id } = await receiveFile(it.deps, {
    teamId: it.sellerTeamId,
    profileId: it.profile.id,
    fileName: 'feed.csv',
    madeAt: undefined,
    eventId: null,
    actor: serverActor,
    chunks: chunks(),
    source: 'api',
  })
  expect(await it.work(id)).toMatchObject({ state: 'done', counts: { written: 1, unchanged: 6 } })
  expect(await countKeptRows(it.db, id)).toBe(3)
  await sql`update inventory_imports set created_at = created_at - interval '31 days'`.execute(it.db)
  await purgeOldInventoryImports(it.db)
  expect(await countKeptRows(it.db, id)).toBe(0)
  expect((await preview(rows.toReversed())).kept).toBe(0)
})

test('once a day, all rows are read', async () => {
  const rows = stockRows()
  await it.importFile(it.file(...rows))
  await sql`update inventory_imports set read_fully_at = read_fully_at - interval '25 hours'`.execute(it.db)
  expect((await preview(rows.toReversed())).kept).toBe(0)
})
