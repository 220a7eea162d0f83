import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  dataFolderOf,
  readOccupant,
  tryOccupyDataFolder,
  type Occupancy,
  type Occupant,
} from './data-folder.ts'
import { identify } from '../processes/process-identity.ts'

const folders: string[] = []

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-data-folder-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
  vi.useRealTimers()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const self = identify(process.pid)
if (!self) throw new Error('cannot identify this process')

function writeLockOf(folder: string, occupant: Partial<Occupant>): void {
  const dead = { pid: spawnSync(process.execPath, ['-e', '']).pid, started: 'an earlier day' }
  const left: Occupant = {
    key: 'old',
    launcher: dead,
    command: 'npm start',
    serves: true,
    children: [],
    ...occupant,
  }
  writeFileSync(join(folder, 'in-use.json'), JSON.stringify(left))
}

function occupy(folder: string): Occupancy {
  const taking = tryOccupyDataFolder(folder, 'npm start', true)
  if (taking.state !== 'taken') throw new Error('the folder is not free')
  return taking.occupancy
}

test('a folder has one occupant, and a second process learns which', () => {
  const folder = emptyFolder()
  const first = tryOccupyDataFolder(folder, 'npm start', true)
  expect(first).toMatchObject({ state: 'taken', orphans: [] })
  if (first.state === 'taken') first.occupancy.update({ url: 'http://localhost:4000' })
  expect(tryOccupyDataFolder(folder, 'npm start', true)).toMatchObject({
    state: 'occupied',
    occupant: { launcher: self, url: 'http://localhost:4000' },
  })
})

test('a released folder is free and holds no lock', () => {
  const folder = emptyFolder()
  const taking = tryOccupyDataFolder(folder, 'npm start', true)
  if (taking.state === 'taken') taking.occupancy.release()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a killed launcher is replaced', () => {
  const folder = emptyFolder()
  writeLockOf(folder, {})
  expect(tryOccupyDataFolder(folder, 'npm run seed', false).state).toBe('taken')
  expect(readOccupant(folder)).toMatchObject({ launcher: self, command: 'npm run seed', serves: false })
  expect(readdirSync(folder)).toEqual(['in-use.json'])
})

test("of a killed launcher's processes only those that still run are returned", () => {
  const folder = emptyFolder()
  writeLockOf(folder, { children: [self, { pid: process.pid, started: 'an earlier day' }] })
  expect(tryOccupyDataFolder(folder, 'npm start', true)).toMatchObject({ orphans: [self] })
})

test('a truncated lock file does not block the folder', () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'in-use.json'), '{"key":"x","laun')
  expect(tryOccupyDataFolder(folder, 'npm start', true).state).toBe('taken')
})

test.skipIf(!existsSync('/dev/full'))(
  'on a full disk a folder keeps its lock and nothing else, and records the change later',
  async () => {
    const folder = emptyFolder()
    const { update, release } = occupy(folder)
    // The next draft is written to a device that is always full.
    symlinkSync('/dev/full', join(folder, `in-use.json.${readOccupant(folder)?.key}`))
    update({ url: 'http://localhost:4000' })
    expect(readOccupant(folder)).toMatchObject({ launcher: self })
    expect(readOccupant(folder)?.url).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['in-use.json'])
    await expect.poll(() => readOccupant(folder)?.url, { timeout: 5000 }).toBe('http://localhost:4000')
    expect(readdirSync(folder)).toEqual(['in-use.json'])
    release()
  },
)

test('an occupant whose folder was removed does not write to a new one', () => {
  vi.useFakeTimers()
  const folder = emptyFolder()
  const { update } = occupy(folder)
  rmSync(folder, { recursive: true })
  update({ url: 'http://localhost:4000' })
  mkdirSync(folder)
  writeLockOf(folder, { key: 'another process' })
  vi.advanceTimersByTime(60_000)
  update({ isStopping: true })
  expect(readOccupant(folder)?.key).toBe('another process')
})

test("an occupant that lost the folder does not release its successor's lock", () => {
  const folder = emptyFolder()
  const first = tryOccupyDataFolder(folder, 'npm start', true)
  writeLockOf(folder, { key: 'another process' })
  if (first.state === 'taken') first.occupancy.release()
  expect(readOccupant(folder)?.key).toBe('another process')
})

test("DATA_DIR is relative to the user's folder", () => {
  expect(dataFolderOf({ DATA_DIR: 'here', INIT_CWD: '/home/jo' })).toBe(join('/home/jo', 'here'))
  expect(dataFolderOf({ DATA_DIR: '/srv/terrace', INIT_CWD: '/home/jo' })).toBe('/srv/terrace')
  expect(dataFolderOf({})).toMatch(/\.data$/)
})
