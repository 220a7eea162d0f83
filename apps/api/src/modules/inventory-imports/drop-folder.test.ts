import {
  link,
  lutimes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { scanDropFolder } from './automatic/drop-folder.ts'
import { runImport } from './jobs/run-import.ts'

let it: Inventory
let root: string
let folder: string
beforeEach(async () => {
  it = await buildInventory()
  root = await mkdtemp(join(tmpdir(), 'drop-'))
  folder = join(root, it.sellerTeamId, it.profile.id)
  await mkdir(folder, { recursive: true })
})
afterEach(async () => {
  await it.close()
  await rm(root, { recursive: true })
})

/** Writes a complete file, as long ago as is needed to be taken. */
async function drop(name: string, content: string, { secondsAgo = 60 } = {}): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  const at = new Date(Date.now() - secondsAgo * 1000)
  await utimes(path, at, at)
  return path
}

const scan = () =>
  scanDropFolder({ ...it.deps, logger: { warn: (details) => expect(details).toBeUndefined() } }, root)
const namesIn = async (place: string) =>
  (await readdir(join(folder, place), { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name.replace(/^[^~]*~/, ''))
const claimedPath = async (name: string) => {
  const claims = await readdir(join(folder, 'working'))
  return join(folder, 'working', claims[0] ?? '', name)
}

async function imports() {
  return it.db
    .selectFrom('inventory_imports')
    .select(['id', 'state', 'file_name', 'source', 'waits_for'])
    .orderBy('created_at')
    .execute()
}

async function work(): Promise<void> {
  while (await runImport(it.deps)) await Promise.resolve()
}

test('a file is imported once and moved to done; trust decides whether it is applied', async () => {
  await it.importFile(it.file({ id: 'A', price: '80.00' }))
  await it.importFile(it.file({ id: 'A', price: '81.00' }))
  await drop('stock.csv', it.file({ id: 'A', price: '82.00' }))
  await scan()
  expect(await namesIn('working')).toEqual(['stock.csv'])
  await work()
  await scan()
  expect([await namesIn('done'), await namesIn('working')]).toEqual([['stock.csv'], []])
  expect((await imports()).at(-1)).toMatchObject({ state: 'done', file_name: 'stock.csv', source: 'drop' })
  expect(await it.listings()).toMatchObject([{ price_minor: 8200 }])
  expect(await scan()).toBe(0)
})

test('two processes that scan at the same time make one import of each file', async () => {
  for (const id of ['A', 'B', 'C']) await drop(`${id}.csv`, it.file({ id }))
  await Promise.all([scan(), scan(), scan()])
  await Promise.all([scan(), scan()])
  expect((await imports()).map((one) => one.file_name).toSorted()).toEqual(['A.csv', 'B.csv', 'C.csv'])
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
})

test('a process that is killed after the claim, or after the import, loses nothing and repeats nothing', async () => {
  const path = await drop('stock.csv', it.file({ id: 'A' }))
  await scan()
  // As if the process had died before it stored the import.
  await it.db.deleteFrom('inventory_imports').execute()
  await scan()
  expect(await imports()).toMatchObject([{ state: 'received' }])
  await scan()
  expect(await imports()).toHaveLength(1)
  await work()
  await Promise.all([scan(), scan()])
  expect(await namesIn('done')).toEqual(['stock.csv'])
  expect(await readdir(folder)).not.toContain(path)
})

test('a file that cannot be read is refused, with the reason next to it', async () => {
  await drop('broken.csv', 'Event,Price\nHome,1\n')
  await scan()
  await work()
  await scan()
  const names = await readdir(join(folder, 'refused'))
  expect(names.map((name) => name.replace(/^[^~]*~/, ''))).toEqual(['broken.csv', 'broken.csv.reason.txt'])
  expect(await readFile(join(folder, 'refused', names[1] ?? ''), 'utf8')).toContain(
    'no column for external_id',
  )
})

test('links, empty files and unusable names are refused; unfinished files and folders stay', async () => {
  const secret = join(root, 'secret.csv')
  await writeFile(secret, it.file({ id: 'S' }))
  await utimes(secret, 1, 1)
  await symlink(secret, join(folder, 'link.csv'))
  await link(secret, join(folder, 'hard.csv'))
  await drop('empty.csv', '')
  await drop('stock.exe', 'x')
  await drop('a\u0007b.csv', 'x')
  await drop('.hidden.csv', 'x')
  await drop('upload.csv.part', 'x')
  await drop('new.csv', 'x', { secondsAgo: 0 })
  await mkdir(join(folder, 'folder.csv'))
  await lutimes(join(folder, 'link.csv'), 1, 1)
  await scan()
  const refused = (await namesIn('refused')).filter((name) => !name.endsWith('.reason.txt'))
  expect(refused.toSorted()).toEqual(['a_b.csv', 'empty.csv', 'hard.csv', 'link.csv', 'stock.exe'])
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(['.hidden.csv', 'upload.csv.part', 'folder.csv']),
  )
  expect((await imports()).filter(({ file_name: name }) => name !== 'new.csv')).toEqual([])
  expect(await readFile(secret, 'utf8')).toContain('TicketID')
})

test('a folder of another team’s profile, a linked folder and a suspended team are left alone', async () => {
  const other = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(other)
  const foreign = join(root, it.sellerTeamId, profile.id)
  await mkdir(foreign)
  await writeFile(join(foreign, 'stock.csv'), it.file({ id: 'X' }))
  await utimes(join(foreign, 'stock.csv'), 1, 1)
  await mkdir(join(root, other.teamId))
  await symlink(folder, join(root, other.teamId, profile.id))
  expect(await scan()).toBe(0)
  expect(await readdir(foreign)).toEqual(['stock.csv'])
  await drop('mine.csv', it.file({ id: 'A' }))
  await it.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('team_id', '=', it.sellerTeamId)
    .execute()
  expect(await scan()).toBe(0)
  expect(await readdir(folder)).toContain('mine.csv')
})

test('a file that is written to while it is read is read later, and replaces no newer one of its name', async () => {
  const large = `${it.file({ id: 'A' })}${'\n'.repeat(9 * 1024 * 1024)}`
  await drop('stock.csv', large)
  const { files } = it.deps
  const changing = {
    ...it.deps,
    logger: { warn: () => undefined },
    files: {
      ...files,
      // The first part is stored before the rest is read.
      async put(...part: Parameters<typeof files.put>) {
        await writeFile(await claimedPath('stock.csv'), `${large}B`)
        await drop('stock.csv', it.file({ id: 'N' }), { secondsAgo: 0 })
        return files.put(...part)
      },
    },
  }
  await scanDropFolder(changing, root)
  await scan()
  expect(await imports()).toEqual([])
  expect(await readFile(join(folder, 'stock.csv'), 'utf8')).toContain('N,')
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
  await utimes(await claimedPath('stock.csv'), 1, 1)
  await scan()
  expect(await imports()).toMatchObject([{ file_name: 'stock.csv', state: 'received' }])
})

test('more than a hundred files in a folder are refused', async () => {
  for (let at = 0; at < 102; at += 1) await drop(`${String(at).padStart(3, '0')}.csv`, 'x')
  await scan()
  const refused = (await namesIn('refused')).filter((name) => name.endsWith('.csv'))
  expect(refused).toEqual(['100.csv', '101.csv'])
})

test.for(['working', 'done', 'refused'])(
  'a link in place of the folder %s reads, moves, writes and deletes nothing of another team',
  async (place) => {
    const other = await it.addBuyer({ role: 'seller' })
    const profile = await addProfile(other)
    const theirs = join(root, other.teamId, profile.id)
    const claim = crypto.randomUUID()
    await mkdir(join(theirs, 'done', claim), { recursive: true })
    const files = [`${claim}/stock.csv`, '2020-01-01T00-00-00-000Z~old.csv', `${claim}~stock.csv`]
    for (const name of files) {
      await writeFile(join(theirs, 'done', name), it.file({ id: 'S' }))
      await utimes(join(theirs, 'done', name), 1, 1)
    }
    // Otherwise their own scan deletes their old file.
    await it.db.updateTable('teams').set({ can_sell: false }).where('id', '=', other.teamId).execute()
    await symlink(join(theirs, 'done'), join(folder, place))
    await drop('empty.csv', '')
    await drop('stock.csv', it.file({ id: 'A' }))
    const before = await readdir(join(theirs, 'done'), { recursive: true })
    const warned: object[] = []
    await scanDropFolder({ ...it.deps, logger: { warn: (details) => warned.push(details) } }, root)
    expect(await readdir(join(theirs, 'done'), { recursive: true })).toEqual(before)
    expect(await imports()).toEqual([])
    expect(warned).toMatchObject([{ profileId: it.profile.id }])
  },
)

test('a link among the claimed files is not read', async () => {
  const secret = join(root, 'secret.csv')
  await writeFile(secret, it.file({ id: 'S' }))
  await utimes(secret, 1, 1)
  for (const [at, make] of [link, symlink].entries()) {
    const claim = join(folder, 'working', crypto.randomUUID())
    await mkdir(claim, { recursive: true })
    await make(secret, join(claim, `${at}.csv`))
  }
  await scan()
  expect(await imports()).toEqual([])
  expect(await namesIn('refused')).toEqual(['0.csv', '0.csv.reason.txt'])
})

test('files with long names are imported and filed away, or refused, and do not stop the others', async () => {
  const long = `${'ж'.repeat(115)}.csv`
  await drop(long, it.file({ id: 'A' }))
  await drop(`${'щ'.repeat(120)}~.csv`, 'x')
  await drop('stock.csv', it.file({ id: 'B' }))
  await scan()
  await work()
  await scan()
  expect((await imports()).map((one) => one.file_name).toSorted()).toEqual(['stock.csv', long])
  expect((await namesIn('done')).toSorted()).toEqual(['stock.csv', `${'ж'.repeat(98)}.csv`])
  expect((await namesIn('refused')).filter((name) => name.endsWith('.csv'))).toEqual([
    `${'щ'.repeat(98)}.csv`,
  ])
})
