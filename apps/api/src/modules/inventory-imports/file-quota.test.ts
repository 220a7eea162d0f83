import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { serverActor } from '#api/audit/actor.ts'
import { receiveFile } from './imports/receive-file.ts'
import { scanDropFolder } from './automatic/drop-folder.ts'
import { purgeOldInventoryImports } from './imports/purge-imports.repo.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())
afterEach(() => sql`delete from inventory_imports where id like 'imp_stored%'`.execute(it.db))

interface Stored {
  count: number
  gigabytes: number
  state?: string
  source?: string
  hoursAgo?: number
}

/** Imports whose files are stored, the oldest first. */
const addImports = ({ count, gigabytes, state = 'done', source = 'api', hoursAgo = 48 }: Stored) =>
  sql`insert into inventory_imports (id, team_id, profile_id, profile_version, state, file_name, file_parts, file_bytes,
      file_hash, file_made_at, source, created_at, applied_at)
    select 'imp_stored' || n, ${it.sellerTeamId}, ${it.profile.id}, ${it.profile.version}, ${state}, 'x.csv', array['x' || n],
      ${Math.floor(gigabytes * 1024 ** 3)}::bigint, 'x', clock_timestamp(), ${source}, at, at
    from generate_series(1, ${count}::integer) n
    cross join lateral (select clock_timestamp() - make_interval(hours => ${hoursAgo}) + make_interval(secs => n) as at) t`.execute(
    it.db,
  )

async function keyOf(seller: Caller, profileId: string): Promise<string> {
  const { data } = await seller.call(inventoryApiKeysRoutes.create, {
    body: { name: 'Our system', profile_id: profileId, expires_in_days: 30 },
  })
  return data.data.secret
}

async function send(secret: string) {
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/inventory/batch',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' },
    payload: it.file({ id: 'Q' }),
  })
  return {
    status: response.statusCode,
    code: response.json<{ code?: string }>().code,
    headers: response.headers,
  }
}

test.each([
  ['a hundred files', { count: 100, gigabytes: 0 }],
  ['1 GB', { count: 1, gigabytes: 1 }],
])('a team with %s that wait sends no more', async (_, stored) => {
  const secret = await keyOf(it.seller, it.profile.id)
  await addImports({ ...stored, state: 'previewed' })
  const refused = await send(secret)
  expect(refused).toMatchObject({ status: 429, code: 'inventory_import.too_many_waiting' })
  expect(refused.headers['retry-after']).toBe('60')
  const left = it.db.selectFrom('unclaimed_files').select('name').where('name', 'like', 'inventory-imports/%')
  expect(await left.execute()).toEqual([])
})

test('a team with 5 GB of files stores no more, sent by people or systems; other teams do', async () => {
  const secret = await keyOf(it.seller, it.profile.id)
  await addImports({ count: 5, gigabytes: 1, source: 'upload' })
  const refused = await send(secret)
  expect(refused).toMatchObject({ status: 429, code: 'inventory_import.storage_full' })
  expect(refused.headers['retry-after']).toBe('3600')
  await expect(it.upload(it.file({ id: 'A' }))).rejects.toThrow('inventory_import.storage_full')
  const rival = await it.addBuyer({ role: 'seller' })
  expect((await send(await keyOf(rival, (await addProfile(rival)).id))).status).toBe(202)
})

const megabyte = Buffer.alloc(1024 ** 2, 'x')

/** Uploads so many megabytes, and waits before each. */
const uploadMegabytes = (count: number, before: (at: number) => Promise<void> | void = () => undefined) =>
  receiveFile(it.deps, {
    teamId: it.sellerTeamId,
    profileId: it.profile.id,
    fileName: 'large.csv',
    madeAt: undefined,
    eventId: null,
    actor: serverActor,
    chunks: (async function* () {
      for (let at = 0; at < count; at += 1) {
        await before(at)
        yield megabyte
      }
    })(),
  })

const storedParts = () =>
  it.db.selectFrom('unclaimed_files').selectAll().where('team_id', 'is not', null).execute()

test('an upload ends as soon as it does not fit, and nothing of it stays', async () => {
  await addImports({ count: 1, gigabytes: 5 - 20 / 1024, source: 'upload' })
  let sent = 0
  const upload = uploadMegabytes(100, () => {
    sent += 1
  })
  await expect(upload).rejects.toThrow('inventory_import.storage_full')
  // Two parts of 8 MB fit, and the third does not.
  expect(sent).toBe(24)
  expect(await storedParts()).toEqual([])
})

test('uploads of one team at the same time never store more than fits', async () => {
  await addImports({ count: 1, gigabytes: 5 - 20 / 1024, source: 'upload' })
  let most = 0
  const watch = async () => {
    const bytes = (await storedParts()).map((part) => Number(part.bytes))
    most = Math.max(
      most,
      bytes.reduce((sum, one) => sum + one, 0),
    )
  }
  const uploads = await Promise.allSettled(Array.from({ length: 4 }, () => uploadMegabytes(10, watch)))
  const refused = uploads.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'inventory_import.storage_full' })
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(20 * 1024 ** 2)
  expect(await storedParts()).toEqual([])
  await it.db.deleteFrom('inventory_imports').where('file_name', '=', 'large.csv').execute()
})

test('bytes that arrive count for spreadsheets that are only inspected, too', async () => {
  await addImports({ count: 5, gigabytes: 1, source: 'upload' })
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/trade/inventory/profiles/inspect',
    headers: { authorization: `Bearer ${it.seller.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('PK\u0003\u0004 no archive'),
  })
  expect(response.json<{ code?: string }>().code).toBe('inventory_import.storage_full')
  expect(await storedParts()).toEqual([])
})

test('a dropped file that does not fit waits where it is, without being stored again and again', async () => {
  await addImports({ count: 5, gigabytes: 1 - 1e-9 })
  const root = await mkdtemp(join(tmpdir(), 'drop-'))
  const folder = join(root, it.sellerTeamId, it.profile.id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'stock.csv'), it.file({ id: 'D' }))
  await utimes(join(folder, 'stock.csv'), 1, 1)
  let stored = 0
  const { files } = it.deps
  const counting = {
    ...files,
    put: (...part: Parameters<typeof files.put>) => ((stored += 1), files.put(...part)),
  }
  const scan = () =>
    scanDropFolder(
      { ...it.deps, files: counting, logger: { warn: (details) => expect(details).toBeUndefined() } },
      root,
    )
  for (let count = 0; count < 3; count += 1) await scan()
  expect(stored).toBe(0)
  await sql`delete from inventory_imports where id like 'imp_stored%'`.execute(it.db)
  await scan()
  expect(stored).toBe(1)
  await rm(root, { recursive: true })
})

test('the oldest files go when newer ones of the team take 4 GB, and their imports are not undone any more', async () => {
  const secret = await keyOf(it.seller, it.profile.id)
  await addImports({ count: 6, gigabytes: 0.9, hoursAgo: 23 })
  expect((await send(secret)).status).toBe(429)
  const undo = async (importId: string) =>
    (await it.seller.call(inventoryImportsRoutes.undoPreview, { params: { import_id: importId } })).status
  expect(await undo('imp_stored1')).toBe(200)
  expect(await purgeOldInventoryImports(it.db)).toBe(2)
  const { rows } = await sql<{ id: string }>`
    select id from inventory_imports where id like 'imp_stored%' and file_parts = '{}' order by id`.execute(
    it.db,
  )
  expect(rows.map(({ id }) => id)).toEqual(['imp_stored1', 'imp_stored2'])
  expect([await undo('imp_stored1'), await undo('imp_stored3')]).toEqual([409, 200])
  expect((await send(secret)).status).toBe(202)
})

test('files that wait for a person or are being applied stay, whatever room they take', async () => {
  await addImports({ count: 6, gigabytes: 1, state: 'previewed', source: 'upload', hoursAgo: 23 })
  expect(await purgeOldInventoryImports(it.db)).toBe(0)
})

test('one run empties all imports that ended 30 days ago, however many', async () => {
  await addImports({ count: 45, gigabytes: 0, hoursAgo: 31 * 24 })
  expect(await purgeOldInventoryImports(it.db)).toBe(45)
})
