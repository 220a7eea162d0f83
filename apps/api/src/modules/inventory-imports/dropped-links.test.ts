import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { link, lutimes, mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addProfile } from '#api/test/fixtures/inventory-fixture.ts'
import { buildDropFolder, type DropFolder } from '#api/test/fixtures/inventory/drop-folder-fixture.ts'

let it: DropFolder
beforeEach(async () => {
  it = await buildDropFolder()
})
afterEach(() => it.close())

test('links, empty files and unusable names are refused; unfinished files and folders stay', async () => {
  const secret = join(it.root, 'secret.csv')
  await writeFile(secret, it.file({ id: 'S' }))
  await utimes(secret, 1, 1)
  await symlink(secret, join(it.folder, 'link.csv'))
  await link(secret, join(it.folder, 'hard.csv'))
  await it.drop('empty.csv', '')
  await it.drop('stock.exe', 'x')
  await it.drop('a\u0007b.csv', 'x')
  await it.drop('.hidden.csv', 'x')
  await it.drop('upload.csv.part', 'x')
  await it.drop('new.csv', 'x', { secondsAgo: 0 })
  await mkdir(join(it.folder, 'folder.csv'))
  await lutimes(join(it.folder, 'link.csv'), 1, 1)
  await it.scan()
  const refused = (await it.namesIn('refused')).filter((name) => !name.endsWith('.reason.txt'))
  expect(refused.toSorted()).toEqual(['a_b.csv', 'empty.csv', 'hard.csv', 'link.csv', 'stock.exe'])
  expect(await readdir(it.folder)).toEqual(
    expect.arrayContaining(['.hidden.csv', 'upload.csv.part', 'folder.csv']),
  )
  expect((await it.imports()).filter(({ file_name: name }) => name !== 'new.csv')).toEqual([])
  expect(await readFile(secret, 'utf8')).toContain('TicketID')
})

test('a folder of another team’s profile, a linked folder and a suspended team are left alone', async () => {
  const other = await it.addBuyer({ role: 'seller' })
  const profile = await addProfile(other)
  const foreign = join(it.root, it.sellerTeamId, profile.id)
  await mkdir(foreign)
  await writeFile(join(foreign, 'stock.csv'), it.file({ id: 'X' }))
  await utimes(join(foreign, 'stock.csv'), 1, 1)
  await mkdir(join(it.root, other.teamId))
  await symlink(it.folder, join(it.root, other.teamId, profile.id))
  expect(await it.scan()).toBe(0)
  expect(await readdir(foreign)).toEqual(['stock.csv'])
  await it.drop('mine.csv', it.file({ id: 'A' }))
  await it.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('team_id', '=', it.sellerTeamId)
    .execute()
  expect(await it.scan()).toBe(0)
  expect(await readdir(it.folder)).toContain('mine.csv')
})

test.for(['working', 'done', 'refused'])(
  'a link in place of the folder %s reads, moves, writes and deletes nothing of another team',
  async (place) => {
    const other = await it.addBuyer({ role: 'seller' })
    const profile = await addProfile(other)
    const theirs = join(it.root, other.teamId, profile.id)
    const claim = crypto.randomUUID()
    await mkdir(join(theirs, 'done', claim), { recursive: true })
    const files = [`${claim}/stock.csv`, '2020-01-01T00-00-00-000Z~old.csv', `${claim}~stock.csv`]
    for (const name of files) {
      await writeFile(join(theirs, 'done', name), it.file({ id: 'S' }))
      await utimes(join(theirs, 'done', name), 1, 1)
    }
    // Otherwise their own scan deletes their old file.
    await it.db.updateTable('teams').set({ can_sell: false }).where('id', '=', other.teamId).execute()
    await symlink(join(theirs, 'done'), join(it.folder, place))
    await it.drop('empty.csv', '')
    await it.drop('stock.csv', it.file({ id: 'A' }))
    const before = await readdir(join(theirs, 'done'), { recursive: true })
    const warned: object[] = []
    await it.scan({ logger: { warn: (details) => warned.push(details) } })
    expect(await readdir(join(theirs, 'done'), { recursive: true })).toEqual(before)
    expect(await it.imports()).toEqual([])
    expect(warned).toMatchObject([{ profileId: it.profile.id }])
  },
)

test('a link among the claimed files is not read', async () => {
  const secret = join(it.root, 'secret.csv')
  await writeFile(secret, it.file({ id: 'S' }))
  await utimes(secret, 1, 1)
  for (const [at, make] of [link, symlink].entries()) {
    const claim = join(it.folder, 'working', crypto.randomUUID())
    await mkdir(claim, { recursive: true })
    await make(secret, join(claim, `${at}.csv`))
  }
  await it.scan()
  expect(await it.imports()).toEqual([])
  const refused = await it.namesIn('refused')
  expect(refused.toSorted()).toEqual(['0.csv', '0.csv.reason.txt', '1.csv', '1.csv.reason.txt'])
})

/** Runs the scan on a database that does something just before the first query of a table. */
async function scanAfter(table: string, swap: () => void) {
  let isSwapped = false
  const db = it.db.withPlugin({
    transformQuery({ node }) {
      if (!isSwapped && JSON.stringify(node).includes(table)) {
        isSwapped = true
        swap()
      }
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const warned: object[] = []
  await it.scan({ db, logger: { warn: (details) => warned.push(details) } })
  return { isSwapped, warned }
}

test('a folder that becomes a link between the look and the opening is not entered', async () => {
  const other = await it.addBuyer({ role: 'seller' })
  const theirs = join(it.root, other.teamId, (await addProfile(other)).id)
  await mkdir(theirs, { recursive: true })
  await writeFile(join(theirs, 'stock.csv'), it.file({ id: 'S' }))
  await utimes(join(theirs, 'stock.csv'), 1, 1)
  await it.db.updateTable('teams').set({ can_sell: false }).where('id', '=', other.teamId).execute()
  // The profile is looked up after the folder was found, and before it is opened.
  const { isSwapped, warned } = await scanAfter('inventory_profiles', () => {
    renameSync(it.folder, `${it.folder}-away`)
    symlinkSync(theirs, it.folder)
  })
  expect(isSwapped).toBe(true)
  expect(warned).toMatchObject([{ profileId: it.profile.id, err: { code: 'ENOTDIR' } }])
  expect(await readdir(theirs)).toEqual(['stock.csv'])
  expect(await it.imports()).toEqual([])
})

test('a claimed file that becomes a link between the look and the opening is not read', async () => {
  const secret = join(it.root, 'secret.csv')
  await writeFile(secret, it.file({ id: 'S' }))
  await utimes(secret, 1, 1)
  await it.drop('stock.csv', it.file({ id: 'A' }))
  const claim = join(it.folder, 'working', crypto.randomUUID())
  await mkdir(claim, { recursive: true })
  await rename(join(it.folder, 'stock.csv'), join(claim, 'stock.csv'))
  // Whether the claim has an import already is looked up after its file was found, and before it is opened.
  const { isSwapped } = await scanAfter('inventory_imports', () => {
    unlinkSync(join(claim, 'stock.csv'))
    symlinkSync(secret, join(claim, 'stock.csv'))
  })
  expect(isSwapped).toBe(true)
  expect(await it.imports()).toEqual([])
  expect(await readFile(secret, 'utf8')).toContain('S,')
})
