import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dataFolderOf, readOccupant, tryOccupyDataFolder, type Occupant } from './data-folder.ts'
import { identify } from '../processes/process-identity.ts'

const folders: string[] = []

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-data-folder-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
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
