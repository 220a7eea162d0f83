import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dataFolderOf, readOccupant, takeDataFolder, type Occupant } from './data-folder.ts'
import { identify } from './process-identity.ts'

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
if (!self) throw new Error('this process does not find itself')

function leaveBehind(folder: string, occupant: Partial<Occupant>): void {
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

test('a folder is taken once, and the second one hears who has it', () => {
  const folder = emptyFolder()
  const first = takeDataFolder(folder, 'npm start', true)
  expect(first).toMatchObject({ state: 'taken', orphans: [] })
  if (first.state === 'taken') first.occupancy.update({ address: 'http://localhost:4000' })
  expect(takeDataFolder(folder, 'npm start', true)).toMatchObject({
    state: 'occupied',
    occupant: { launcher: self, address: 'http://localhost:4000' },
  })
})

test('a released folder is free, and nothing of the occupant stays in it', () => {
  const folder = emptyFolder()
  const taking = takeDataFolder(folder, 'npm start', true)
  if (taking.state === 'taken') taking.occupancy.release()
  expect(readdirSync(folder)).toEqual([])
})

test('what a killed launcher left is replaced', () => {
  const folder = emptyFolder()
  leaveBehind(folder, {})
  expect(takeDataFolder(folder, 'npm run seed', false).state).toBe('taken')
  expect(readOccupant(folder)).toMatchObject({ launcher: self, command: 'npm run seed', serves: false })
  expect(readdirSync(folder)).toEqual(['in-use.json'])
})

test('of a killed launcher’s processes only those that provably still run are handed out', () => {
  const folder = emptyFolder()
  leaveBehind(folder, { children: [self, { pid: process.pid, started: 'an earlier day' }] })
  expect(takeDataFolder(folder, 'npm start', true)).toMatchObject({ orphans: [self] })
})

test('a file that was cut short does not lock the folder for ever', () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'in-use.json'), '{"key":"x","laun')
  expect(takeDataFolder(folder, 'npm start', true).state).toBe('taken')
})

test('an occupant that has lost the folder does not take it from the next one', () => {
  const folder = emptyFolder()
  const first = takeDataFolder(folder, 'npm start', true)
  leaveBehind(folder, { key: 'somebody else' })
  if (first.state === 'taken') first.occupancy.release()
  expect(readOccupant(folder)?.key).toBe('somebody else')
})

test('TERRACE_DATA counts from where the user stands', () => {
  expect(dataFolderOf({ TERRACE_DATA: 'here', INIT_CWD: '/home/jo' })).toBe(join('/home/jo', 'here'))
  expect(dataFolderOf({ TERRACE_DATA: '/srv/terrace', INIT_CWD: '/home/jo' })).toBe('/srv/terrace')
  expect(dataFolderOf({})).toMatch(/\.data$/)
})
