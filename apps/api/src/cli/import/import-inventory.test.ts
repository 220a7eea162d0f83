import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { parseImportCommand } from './arguments.ts'
import { runImport } from './run-import.ts'

let it: Inventory
let folder: string
beforeAll(async () => {
  it = await buildInventory()
  folder = await mkdtemp(join(tmpdir(), 'terrace-inventory-'))
})
afterAll(async () => {
  await it.close()
  await rm(folder, { recursive: true })
})

/** Runs the command on a file that was written so many minutes ago. */
async function run(content: string, minutesAgo: number, ...options: string[]) {
  vi.stubEnv('DATABASE_URL', it.deps.config.databaseUrl)
  vi.stubEnv('DATA_DIR', it.deps.config.dataFolder)
  const out: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void out.push(line))
  const path = join(folder, 'stock.csv')
  await writeFile(path, content)
  const madeAt = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(path, madeAt, madeAt)
  const args = ['inventory', path, '--team', it.sellerTeamId, '--profile', 'Our system', ...options]
  return { code: await runImport(args), out: out.join('\n') }
}

test('the command shows what a file would do, applies it, and asks before it withdraws a lot', async () => {
  const stock = it.file({ id: 'A' }, { id: 'B', row: 'B' }, { id: 'C', row: 'C', event: 'Unknown name' })
  const dry = await run(stock, 50)
  expect(dry.code).toBe(0)
  expect(dry.out).toContain('3 rows, previewed: 2 new, 1 held')
  expect(dry.out).toContain('held: 1 rows from line 4: Unknown name')
  expect(await it.listings()).toEqual([])
  const result = join(folder, 'result.csv')
  const applied = await run(stock, 40, '--apply', '--result', result)
  expect([applied.code, (await it.listings()).length]).toEqual([1, 2])
  expect(await readFile(result, 'utf8')).toContain(',2,written,')
  expect((await stat(result)).mode & 0o077).toBe(0)

  const empty = await run(it.file(), 30, '--apply')
  expect(empty.code).toBe(1)
  expect(empty.out).toContain('confirm with --withdraw 2, or use --keep')
  expect((await it.listings()).every(({ status }) => status === 'active')).toBe(true)
  const confirmed = await run(it.file(), 20, '--apply', '--withdraw', '2')
  expect(confirmed.code).toBe(0)
  expect((await it.listings()).every(({ status }) => status === 'withdrawn')).toBe(true)
})

test.each([
  [['inventory', 'a.csv'], '--team'],
  [['inventory', 'a.csv', '--team', 'tm_1'], '--profile'],
  [['inventory', 'a.csv', '--team', 'tm_1', '--profile', 'x', '--event', 'soon'], '--event'],
  [
    ['inventory', 'a.csv', '--team', 'tm_1', '--profile', 'x', '--keep', '--withdraw', '2'],
    'exclude each other',
  ],
  [['clubs', 'a.csv', '--team', 'tm_1'], 'does not accept --team'],
])('the command %j says what is wrong', (args, text) => {
  expect(parseImportCommand(args)).toContain(text)
})
