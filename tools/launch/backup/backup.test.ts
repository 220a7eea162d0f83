import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../database/embedded-postgres.ts'
import { pause } from '../processes/process-identity.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

/** In memory where possible: a new cluster has many files. */
const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'terrace-backup-'))
const dataFolder = join(base, 'data')
const backups = join(base, 'backups')
/** After the first purchase and before the second, both after the backup. */
let between = new Date(0)
let firstComplete = ''

async function run<Row extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  const server = await startPostgres({ dataFolder })
  await run(server.databaseUrl, 'create table purchases (name text)')
  await run(server.databaseUrl, "insert into purchases values ('before')")
  mkdirSync(join(dataFolder, 'files', 'tickets'), { recursive: true })
  writeFileSync(join(dataFolder, 'files', 'tickets', 'one'), 'a ticket')
  writeFileSync(join(dataFolder, 'data-key.json'), '{"key":"secret"}')
  const { backup, recording } = await backUp(dataFolder, backups, server)
  expect(recording).toEqual({ folder: join(backups, 'wal') })
  firstComplete = backup.finishedAt
  await run(server.databaseUrl, "insert into purchases values ('first')")
  await pause(20)
  between = new Date()
  await pause(20)
  await run(server.databaseUrl, "insert into purchases values ('second')")
  // A stopped server has recorded everything.
  await server.stop()
})

// The server's user must be able to reach the folders.
chmodSync(base, 0o755)

afterAll(() => rmSync(base, { recursive: true, force: true }))

let restores = 0

async function restored({ from = backups, until }: { from?: string; until?: Date } = {}) {
  const folder = join(base, `restored-${++restores}`)
  let purchases: string[] = []
  await restore({
    from,
    dataFolder: folder,
    until,
    printLine: () => undefined,
    async settle({ databaseUrl }) {
      purchases = (await run<{ name: string }>(databaseUrl, 'select name from purchases')).map(
        ({ name }) => name,
      )
    },
  })
  return { folder, purchases }
}

/** A copy of the backups that `damage` may change. */
function damaged(damage: (folder: string, backup: string) => void): string {
  const copy = join(base, `damaged-${++restores}`)
  cpSync(backups, copy, { recursive: true })
  damage(copy, backupIn(copy))
  return copy
}

const backupIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('Z')) ?? '')

async function expectRefusal(
  request: { from?: string; until?: Date },
  message: string | RegExp,
): Promise<void> {
  const before = readdirSync(base)
  await expect(restored(request)).rejects.toThrow(message)
  expect(readdirSync(base)).toEqual(before)
}

test('a restored data folder has the latest changes, the files and the keys, and starts', async () => {
  const { folder, purchases } = await restored()
  expect(purchases).toEqual(['before', 'first', 'second'])
  expect(readFileSync(join(folder, 'files', 'tickets', 'one'), 'utf8')).toBe('a ticket')
  expect(readFileSync(join(folder, 'data-key.json'), 'utf8')).toBe('{"key":"secret"}')
  const server = await startPostgres({ dataFolder: folder })
  expect(await run(server.databaseUrl, "insert into purchases values ('new') returning name")).toEqual([
    { name: 'new' },
  ])
  await server.stop()
})

test('a restore to a time has what was committed until then', async () => {
  expect((await restored({ until: between })).purchases).toEqual(['before', 'first'])
  expect((await restored({ until: new Date(firstComplete) })).purchases).toEqual(['before'])
})

test('a time that the backup does not cover is refused with the covered time', async () => {
  await expectRefusal({ until: new Date(Date.parse(firstComplete) - 60_000) }, firstComplete)
  await expectRefusal({ until: new Date(Date.now() + 60_000) }, /recorded changes end at \d{4}-/)
})

test('a damaged or missing file of a backup is refused by name', async () => {
  const key = damaged((_, backup) => writeFileSync(join(backup, 'data', 'data-key.json'), '{"key":"other!"}'))
  await expectRefusal({ from: key }, /damaged: .*data-key\.json/)
  const version = damaged((_, backup) => rmSync(join(backup, 'postgres', 'PG_VERSION')))
  await expectRefusal({ from: version }, /incomplete: .*PG_VERSION is missing/)
  const description = damaged((_, backup) => {
    const file = join(backup, 'backup.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('data-key', 'data-kez'))
  })
  await expectRefusal({ from: description }, /damaged: .*backup\.json/)
  const ticket = damaged((folder) => rmSync(join(folder, 'files', 'files', 'tickets', 'one')))
  await expectRefusal({ from: ticket }, /incomplete: .*tickets\/one is missing/)
})

test('damaged or missing recorded changes are refused by name', async () => {
  const segmentsIn = (folder: string) =>
    readdirSync(join(folder, 'wal'))
      .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
      .toSorted()
  const cut = damaged((folder) => {
    const file = join(folder, 'wal', segmentsIn(folder).at(-1) ?? '')
    writeFileSync(file, readFileSync(file).subarray(0, -10))
  })
  await expectRefusal({ from: cut }, /damaged: .*\.gz cannot be read/)
  const gap = damaged((folder) => {
    const [first = ''] = segmentsIn(folder)
    const later = first.replace('.gz', '').slice(0, -2) + 'EE'
    cpSync(join(folder, 'wal', first), join(folder, 'wal', `${later}.gz`))
  })
  await expectRefusal({ from: gap }, /incomplete: .*\.gz is missing/)
})

test('an interrupted backup does not count', async () => {
  const from = damaged((_, backup) => rmSync(join(backup, 'backup.json')))
  await expectRefusal({ from }, 'has no complete backup')
})

test('a data folder with content is never overwritten', async () => {
  const folder = join(base, 'in-use')
  mkdirSync(folder)
  writeFileSync(join(folder, 'note'), 'mine')
  const printLine = () => undefined
  const settle = () => Promise.resolve()
  await expect(restore({ from: backups, dataFolder: folder, printLine, settle })).rejects.toThrow(
    'is not empty',
  )
  expect(readdirSync(folder)).toEqual(['note'])
  rmSync(folder, { recursive: true })
})

test('a restored database that cannot be checked is removed again', async () => {
  const folder = join(base, 'unchecked')
  const settle = () => Promise.reject(new Error('of a newer release'))
  const request = { from: backups, dataFolder: folder, printLine: () => undefined, settle }
  await expect(restore(request)).rejects.toThrow('of a newer release')
  expect(readdirSync(base).filter((name) => name.startsWith('unchecked'))).toEqual([])
})

test('a database that was restored is not backed up among the backups of the original', async () => {
  const { folder } = await restored()
  const server = await startPostgres({ dataFolder: folder })
  await expect(backUp(folder, backups, server)).rejects.toThrow('Choose another folder')
  await expect(backUp(folder, join(folder, 'backups'), server)).rejects.toThrow('inside of the data folder')
  await server.stop()
})
