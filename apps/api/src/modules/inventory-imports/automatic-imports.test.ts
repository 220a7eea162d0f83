import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverActor } from '#api/audit/actor.ts'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { receiveFile } from './imports/receive-file.ts'
import { runImport } from './imports/run-import.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

let clock = Date.now() - 1_800_000

async function receive(
  content: string,
  profileId = it.profile.id,
  teamId = it.sellerTeamId,
): Promise<string> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(content)
  }
  const { id } = await receiveFile(it.deps, {
    teamId,
    profileId,
    fileName: 'feed.csv',
    madeAt: new Date((clock += 1000)),
    eventId: null,
    actor: serverActor,
    chunks: chunks(),
    source: 'api',
  })
  return id
}

const arrive = async (content: string, profileId?: string) => it.work(await receive(content, profileId))

let trusted = 10
/** Two imports that a person applied without errors. */
async function trust(profileId = it.profile.id): Promise<void> {
  for (const price of [`${(trusted += 1)}.00`, `${(trusted += 1)}.00`])
    await it.importFile(it.file({ id: 'A', price }), { profileId })
}

async function notices(): Promise<string[]> {
  const { rows } = await sql<{ detail: string }>`
    select payload ->> 'detail' as detail from outbox where topic = 'inventory.notice' order by id`.execute(
    it.db,
  )
  return rows.map(({ detail }) => detail)
}

test('a file that arrives by key or drop folder is applied only after two clean imports of its profile', async () => {
  expect(await arrive(it.file({ id: 'A' }))).toMatchObject({ state: 'previewed', waits_for: 'first_imports' })
  expect(await notices()).toEqual(['feed.csv: the first two files of a profile are applied by a person'])
  await trust()
  expect(await arrive(it.file({ id: 'A', price: '82.00' }))).toMatchObject({ state: 'done', waits_for: null })
  expect(await it.listings()).toMatchObject([{ external_id: 'A', price_minor: 8200 }])
  expect(await notices()).toHaveLength(1)
})

test('imports with errors, undone imports and imports with other columns do not count as clean', async () => {
  await it.importFile(it.file({ id: 'A' }, { id: 'B', price: 'x' }))
  await it.importFile(it.file({ id: 'A', price: '80.00' }))
  expect(await arrive(it.file({ id: 'A', price: '81.00' }))).toMatchObject({ waits_for: 'first_imports' })
  const { id } = await it.importFile(it.file({ id: 'A', price: '82.00' }))
  await it.seller.call(inventoryImportsRoutes.undo, { params: { import_id: id }, body: {} })
  // Also the preview of the file that waits is made again.
  while (await runImport(it.deps));
  expect(await arrive(it.file({ id: 'A', price: '83.00' }))).toMatchObject({ waits_for: 'first_imports' })
  await trust()
  const { settings, version } = it.profile
  const params = { profile_id: it.profile.id }
  const change = (changed: object, of: number) =>
    it.seller.call(inventoryProfilesRoutes.change, {
      params,
      body: { name: 'Our system', settings: { ...settings, ...changed }, version: of },
    })
  await change({ heartbeat: { warn_hours: 6 } }, version)
  expect(await arrive(it.file({ id: 'A', price: '84.00' }))).toMatchObject({ waits_for: null, state: 'done' })
  await change({ date_order: 'dmy' }, version + 1)
  expect(await arrive(it.file({ id: 'A', price: '85.00' }))).toMatchObject({ waits_for: 'first_imports' })
})

test('a profile may say that a person applies every file', async () => {
  const profile = await addProfile(it.seller, { automatic: 'never' }, 'By hand')
  await trust(profile.id)
  expect(await arrive(it.file({ id: 'A', price: '90.00' }), profile.id)).toMatchObject({
    state: 'previewed',
    waits_for: 'profile',
  })
})

test('a guarded withdrawal and unknown events wait for a person, who is notified once', async () => {
  await trust()
  const header = it.file()
  expect(await arrive(header)).toMatchObject({
    state: 'previewed',
    waits_for: 'withdrawals',
    withdrawals: 'guarded',
  })
  expect(await arrive(`${header}\n`)).toMatchObject({ waits_for: 'withdrawals' })
  expect(await it.listings()).toMatchObject([{ status: 'active' }])
  expect(await arrive(it.file({ id: 'A' }, { id: 'X', event: 'Unknown Band' }))).toMatchObject({
    waits_for: 'held',
  })
  expect(await notices()).toEqual([
    'feed.csv: it withdraws 1 listings, which a person must confirm',
    'feed.csv: 1 rows name events that are not known',
  ])
})

test('prices that move by a factor of ten, or many that move, wait for a person', async () => {
  await trust()
  expect(await arrive(it.file({ id: 'A', price: '0.12' }))).toMatchObject({
    state: 'previewed',
    waits_for: 'prices',
  })
  expect(await notices()).toEqual([
    'feed.csv: 1 prices move by more than 10 %, many of them or by a factor of ten, which a person must confirm',
  ])
  expect((await it.listings())[0]?.price_minor).toBeGreaterThan(100)
  const many = (price: string) =>
    it.file(...Array.from({ length: 22 }, (_, at) => ({ id: `id-${at}`, row: `R${at}`, price })))
  await it.importFile(many('50.00'))
  await it.importFile(many('51.00'))
  expect(await arrive(many('60.00'))).toMatchObject({ waits_for: 'prices' })
  expect(await arrive(many('52.00'))).toMatchObject({ waits_for: null, state: 'done' })
})

test('a profile may say that rows of unknown events hold back only themselves', async () => {
  const profile = await addProfile(it.seller, { automatic_with_held: 'apply_others' }, 'Feed')
  await trust(profile.id)
  const shown = await arrive(it.file({ id: 'A', price: '90.00' }, { id: 'X', event: 'Unknown' }), profile.id)
  expect(shown).toMatchObject({ state: 'done_with_errors', counts: { held: 1, written: 1 } })
  expect(await it.listings()).toMatchObject([{ price_minor: 9000 }])
})

test('a newer full inventory replaces one that waits; patches wait for each other', async () => {
  const first = await arrive(it.file({ id: 'A' }))
  const second = await arrive(it.file({ id: 'B' }))
  expect(await it.show(first.id)).toMatchObject({ state: 'discarded', problem: { code: 'superseded' } })
  expect(second).toMatchObject({ state: 'previewed' })

  const byId = await addProfile(it.seller, { mode: 'by_id' }, 'By id')
  await trust(byId.id)
  const held = await arrive(it.file({ id: 'X', event: 'Unknown Band' }), byId.id)
  const later = await arrive(it.file({ id: 'A', price: '99.00' }), byId.id)
  expect([held.waits_for, later.waits_for]).toEqual(['held', 'earlier'])
})

test('two files at once are applied one after the other, the newer one last', async () => {
  await trust()
  const ids = [
    await receive(it.file({ id: 'A', price: '91.00' })),
    await receive(it.file({ id: 'A', price: '92.00' })),
  ]
  for (let round = 0; round < 4; round += 1) {
    await sql`update inventory_imports set claimed_until = null`.execute(it.db)
    await Promise.all(ids.toReversed().map((id) => runImport(it.deps, id)))
  }
  expect((await Promise.all(ids.map(it.show))).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await it.listings()).toMatchObject([{ price_minor: 9200 }])
})

test('a refused file is reported, and changes nothing', async () => {
  await trust()
  expect(await arrive('Event,Price\nHome,1\n')).toMatchObject({ state: 'refused' })
  expect((await notices()).at(-1)).toContain('feed.csv: The file has no column for external_id')
})

async function plannedRows(importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from inventory_import_rows where import_id = ${importId} and action <> 'pending'`.execute(
    it.db,
  )
  return rows[0]?.count ?? 0
}

test('a file that waits for an earlier one, or for another import of the team, is not planned meanwhile', async () => {
  const first = await receive(it.file({ id: 'A' }))
  const second = await receive(it.file({ id: 'B' }))
  expect(await it.work(second)).toMatchObject({ state: 'matched' })
  expect(await plannedRows(second)).toBe(0)
  await sql`update inventory_imports set state = 'discarded' where id = ${first}`.execute(it.db)

  const other = await addProfile(it.seller, {}, 'Other')
  const applied = await it.importFile(it.file({ id: 'C' }), { profileId: other.id })
  await sql`update inventory_imports set state = 'applying', claimed_until = clock_timestamp() + interval '1 hour'
    where id = ${applied.id}`.execute(it.db)
  await sql`update inventory_imports set claimed_until = null where id = ${second}`.execute(it.db)
  expect(await it.work(second)).toMatchObject({ state: 'matched' })
  expect(await plannedRows(second)).toBe(0)
})

test('a server that is too busy tries a file again, however often', async () => {
  const id = await receive(it.file({ id: 'A' }))
  const { files } = it.deps
  const get = () => Promise.reject(commonErrors.make('server.busy', { retryAfterSeconds: 5 }))
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await expect(runImport({ ...it.deps, files: { ...files, get } }, id)).rejects.toThrow('server.busy')
    await sql`update inventory_imports set claimed_until = null`.execute(it.db)
  }
  expect(await it.work(id)).toMatchObject({ state: 'previewed' })
})

test('teams take turns, so that many files of one do not delay the others', async () => {
  const other = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(other)
  for (const id of ['A', 'B', 'C']) await receive(it.file({ id }))
  await receive(it.file({ id: 'X' }), profile.id, other.teamId)
  const teams: string[] = []
  for (
    let inventoryImport = await runImport(it.deps);
    inventoryImport;
    inventoryImport = await runImport(it.deps, undefined, inventoryImport.teamId)
  )
    teams.push(inventoryImport.teamId)
  expect(teams).toEqual([it.sellerTeamId, other.teamId, it.sellerTeamId, it.sellerTeamId])
})
