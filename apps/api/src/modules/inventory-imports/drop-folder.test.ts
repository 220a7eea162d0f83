import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDropFolder, type DropFolder } from '#api/test/fixtures/inventory/drop-folder-fixture.ts'

let it: DropFolder
beforeEach(async () => {
  it = await buildDropFolder()
})
afterEach(() => it.close())

const claimedPath = async (name: string) => {
  const claims = await readdir(join(it.folder, 'working'))
  return join(it.folder, 'working', claims[0] ?? '', name)
}

test('a file is imported once and moved to done; trust decides whether it is applied', async () => {
  await it.importFile(it.file({ id: 'A', price: '80.00' }))
  await it.importFile(it.file({ id: 'A', price: '81.00' }))
  await it.drop('stock.csv', it.file({ id: 'A', price: '82.00' }))
  await it.scan()
  expect(await it.namesIn('working')).toEqual(['stock.csv'])
  await it.workOnAll()
  await it.scan()
  expect([await it.namesIn('done'), await it.namesIn('working')]).toEqual([['stock.csv'], []])
  expect((await it.imports()).at(-1)).toMatchObject({ state: 'done', file_name: 'stock.csv', source: 'drop' })
  expect(await it.listings()).toMatchObject([{ price_minor: 8200 }])
  expect(await it.scan()).toBe(0)
})

test('two processes that scan at the same time make one import of each file', async () => {
  for (const id of ['A', 'B', 'C']) await it.drop(`${id}.csv`, it.file({ id }))
  await Promise.all([it.scan(), it.scan(), it.scan()])
  await Promise.all([it.scan(), it.scan()])
  expect((await it.imports()).map((one) => one.file_name).toSorted()).toEqual(['A.csv', 'B.csv', 'C.csv'])
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
})

test('a process that is killed after the claim, or after the import, loses nothing and repeats nothing', async () => {
  const path = await it.drop('stock.csv', it.file({ id: 'A' }))
  await it.scan()
  // As if the process had died before it stored the import.
  await it.db.deleteFrom('inventory_imports').execute()
  await it.scan()
  expect(await it.imports()).toMatchObject([{ state: 'received' }])
  await it.scan()
  expect(await it.imports()).toHaveLength(1)
  await it.workOnAll()
  await Promise.all([it.scan(), it.scan()])
  expect(await it.namesIn('done')).toEqual(['stock.csv'])
  expect(await readdir(it.folder)).not.toContain(path)
})

test('a file that cannot be read is refused, with the reason next to it', async () => {
  await it.drop('broken.csv', 'Event,Price\nHome,1\n')
  await it.scan()
  await it.workOnAll()
  await it.scan()
  const names = await readdir(join(it.folder, 'refused'))
  expect(names.map((name) => name.replace(/^[^~]*~/, ''))).toEqual(['broken.csv', 'broken.csv.reason.txt'])
  expect(await readFile(join(it.folder, 'refused', names[1] ?? ''), 'utf8')).toContain(
    'no column for external_id',
  )
})

test('a file that is written to while it is read is read later, and replaces no newer one of its name', async () => {
  const large = `${it.file({ id: 'A' })}${'\n'.repeat(9 * 1024 * 1024)}`
  await it.drop('stock.csv', large)
  const { files } = it.deps
  const changing = {
    ...it.deps,
    logger: { warn: () => undefined },
    files: {
      ...files,
      // The first part is stored before the rest is read.
      async put(...part: Parameters<typeof files.put>) {
        await writeFile(await claimedPath('stock.csv'), `${large}B`)
        await it.drop('stock.csv', it.file({ id: 'N' }), { secondsAgo: 0 })
        return files.put(...part)
      },
    },
  }
  await it.scan(changing)
  await it.scan()
  expect(await it.imports()).toEqual([])
  expect(await readFile(join(it.folder, 'stock.csv'), 'utf8')).toContain('N,')
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
  await utimes(await claimedPath('stock.csv'), 1, 1)
  await it.scan()
  expect(await it.imports()).toMatchObject([{ file_name: 'stock.csv', state: 'received' }])
})

test('more than a hundred files in a folder are refused', async () => {
  for (let at = 0; at < 102; at += 1) await it.drop(`${String(at).padStart(3, '0')}.csv`, 'x')
  await it.scan()
  const refused = (await it.namesIn('refused')).filter((name) => name.endsWith('.csv'))
  expect(refused).toEqual(['100.csv', '101.csv'])
})

test('files with long names are imported and filed away, or refused, and do not stop the others', async () => {
  const long = `${'ж'.repeat(115)}.csv`
  await it.drop(long, it.file({ id: 'A' }))
  await it.drop(`${'щ'.repeat(120)}~.csv`, 'x')
  await it.drop('stock.csv', it.file({ id: 'B' }))
  await it.scan()
  await it.workOnAll()
  await it.scan()
  expect((await it.imports()).map((one) => one.file_name).toSorted()).toEqual(['stock.csv', long])
  expect((await it.namesIn('done')).toSorted()).toEqual(['stock.csv', `${'ж'.repeat(98)}.csv`])
  expect((await it.namesIn('refused')).filter((name) => name.endsWith('.csv'))).toEqual([
    `${'щ'.repeat(98)}.csv`,
  ])
})
