import { mkdir, readdir, readFile, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDropFolder, type DropFolder } from '#api/test/fixtures/inventory/drop-folder-fixture.ts'

/** What someone puts into working/ without the drop folder's checks. */

let it: DropFolder
beforeEach(async () => {
  it = await buildDropFolder()
  await mkdir(join(it.folder, 'working'))
})
afterEach(() => it.close())

async function place(path: string, content: string): Promise<void> {
  await writeFile(join(it.folder, 'working', path), content)
  await utimes(join(it.folder, 'working', path), 1, 1)
}

async function placeInClaim(
  name: string,
  content: string,
  claim: string = crypto.randomUUID(),
): Promise<string> {
  await mkdir(join(it.folder, 'working', claim), { recursive: true })
  await place(`${claim}/${name}`, content)
  return claim
}

/** Names of refused files with the reason of each. */
async function refused(): Promise<Record<string, string>> {
  const folder = join(it.folder, 'refused')
  const reasons = (await readdir(folder)).filter((name) => name.endsWith('.reason.txt'))
  const entries = reasons.map(async (name) => [
    name.replace(/^[^~]*~/, '').replace('.reason.txt', ''),
    (await readFile(join(folder, name), 'utf8')).trim(),
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>
}

const unexpectedReason = expect.stringContaining('working/ is only for files that are being imported')

test('files, links and folders in working/ are refused with the reason', async () => {
  await place('stock.csv', it.file({ id: 'A' }))
  await symlink(join(it.folder, 'working'), join(it.folder, 'working', crypto.randomUUID()))
  await mkdir(join(it.folder, 'working', 'mine'))
  await place('mine/more.csv', it.file({ id: 'B' }))
  await it.scan()
  const reasons = await refused()
  expect(reasons).toMatchObject({ 'stock.csv': unexpectedReason, mine: unexpectedReason })
  expect(Object.keys(reasons)).toHaveLength(3)
  expect(await readdir(join(it.folder, 'working'))).toEqual([])
  expect(await it.imports()).toEqual([])
})

test('a file in a folder that looks like a claim is checked like one in the drop folder', async () => {
  await placeInClaim('stock.exe', 'x')
  await placeInClaim('empty.csv', '')
  await placeInClaim('a\u0007b.csv', 'x')
  const claim = await placeInClaim('large.csv', 'x')
  await truncate(join(it.folder, 'working', claim, 'large.csv'), 201 * 1024 * 1024)
  await utimes(join(it.folder, 'working', claim, 'large.csv'), 1, 1)
  await mkdir(join(it.folder, 'working', crypto.randomUUID(), 'mine.csv'), { recursive: true })
  await it.scan()
  expect(await refused()).toEqual({
    'stock.exe': expect.stringContaining('must end in .csv'),
    'empty.csv': 'The file is empty',
    'a_b.csv': expect.stringContaining('characters that are not allowed'),
    'large.csv': expect.stringContaining('larger than 200 MB'),
    'mine.csv': expect.stringContaining('This is a folder'),
  })
  expect(await it.imports()).toEqual([])
})

test('of several files in one claim none is imported, and each is refused', async () => {
  const claim = await placeInClaim('a.csv', it.file({ id: 'A' }))
  await placeInClaim('b.csv', it.file({ id: 'B' }), claim)
  await it.scan()
  expect(await refused()).toEqual({ 'a.csv': unexpectedReason, 'b.csv': unexpectedReason })
  expect(await it.imports()).toEqual([])
})

test('a file that joins or replaces a claimed one is refused; the import goes on', async () => {
  await it.drop('stock.csv', it.file({ id: 'A' }))
  await it.drop('other.csv', it.file({ id: 'B' }))
  await it.scan()
  const claims = await readdir(join(it.folder, 'working'))
  for (const claim of claims) await placeInClaim('extra.csv', it.file({ id: 'C' }), claim)
  const replaced = claims[0] ?? ''
  const [name = ''] = (await readdir(join(it.folder, 'working', replaced))).filter(
    (one) => one !== 'extra.csv',
  )
  await placeInClaim(name, it.file({ id: 'D' }, { id: 'E' }), replaced)
  await it.workOnAll()
  await it.scan()
  const [kept = ''] = ['stock.csv', 'other.csv'].filter((one) => one !== name)
  expect(await it.namesIn('done')).toEqual([kept])
  expect(await refused()).toEqual({ 'extra.csv': unexpectedReason, [name]: unexpectedReason })
  expect(await it.imports()).toHaveLength(2)
})

test('more claims than files may wait are refused', async () => {
  for (let at = 0; at < 102; at += 1) await placeInClaim(`${String(at)}.csv`, it.file({ id: 'A' }))
  await it.scan()
  expect(Object.values(await refused())).toEqual([
    expect.stringContaining('Too many files wait'),
    expect.stringContaining('Too many files wait'),
  ])
  expect(await it.imports()).toHaveLength(100)
})
