import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDiskProblem } from '../processes/disk-problem.ts'
import { identify, isProcessRunning, type ProcessIdentity } from '../processes/process-identity.ts'
import { printStep } from '../terminal.ts'

/**
 * The process that uses a data folder. Stored in the folder, so that other commands can find, await or replace it.
 */
export interface Occupant {
  key: string
  launcher: ProcessIdentity
  /** The command, such as `npm start`. */
  command: string
  /** Whether it serves the application, unlike a command that ends by itself. */
  serves: boolean
  /** Set once the application is ready. */
  url?: string
  /** Set while it ends. */
  isStopping?: true
  /** Child processes that another launcher may end after this one died. */
  children: ProcessIdentity[]
}

export interface Occupancy {
  update: (change: Partial<Pick<Occupant, 'url' | 'isStopping' | 'children'>>) => void
  release: () => void
}

type OccupyResult =
  | { state: 'taken'; occupancy: Occupancy; hasPredecessor: boolean; orphans: ProcessIdentity[] }
  | { state: 'occupied'; occupant: Occupant }

const projectFolder = resolve(import.meta.dirname, '../../..')

/** Absolute path of the data folder. */
export function dataFolderOf(env: Record<string, string | undefined> = process.env): string {
  const given = env['DATA_DIR']
  // npm runs scripts in the project folder; INIT_CWD is the folder of the user's shell.
  if (given) return resolve(env['INIT_CWD'] ?? process.cwd(), given)
  return join(projectFolder, '.data')
}

/**
 * Locks the data folder for this process, or returns its occupant. A dead launcher's lock is replaced
 * (`hasPredecessor`), and its children that still run, identified by pid and start time, are returned as `orphans`.
 */
export function tryOccupyDataFolder(folder: string, command: string, serves: boolean): OccupyResult {
  mkdirSync(folder, { recursive: true })
  const launcher = identify(process.pid)
  if (!launcher) throw new Error('cannot identify this process')
  const mine: Occupant = { key: randomUUID(), launcher, command, serves, children: [] }
  const orphans: ProcessIdentity[] = []
  let hasPredecessor = false
  for (;;) {
    if (writeNew(folder, mine))
      return { state: 'taken', occupancy: occupancyOf(folder, mine), hasPredecessor, orphans }
    const found = readOccupant(folder)
    if (found && isProcessRunning(found.launcher)) return { state: 'occupied', occupant: found }
    orphans.push(...(found?.children.filter(isProcessRunning) ?? []))
    removeDead(folder, found)
    hasPredecessor = true
  }
}

export function readOccupant(folder: string): Occupant | undefined {
  try {
    return JSON.parse(readFileSync(lockFile(folder), 'utf8')) as Occupant // written atomically below
  } catch {
    // Missing or unreadable: the folder is free.
    return undefined
  }
}

const retryMs = 1000

function occupancyOf(folder: string, occupant: Occupant): Occupancy {
  let now = occupant
  let retry: NodeJS.Timeout | undefined
  const isLocked = () => readOccupant(folder)?.key === now.key
  /** Everything keeps running if the lock cannot be written. */
  function write(): void {
    clearTimeout(retry)
    if (!isLocked()) return
    try {
      renameSync(draft(folder, now), lockFile(folder))
    } catch (error) {
      if (isDiskProblem(error)) retry = setTimeout(write, retryMs).unref()
      else printStep('lock', String(error))
    }
  }
  return {
    update(change) {
      now = { ...now, ...change }
      write()
    },
    release() {
      clearTimeout(retry)
      if (isLocked()) rmSync(lockFile(folder), { force: true })
    },
  }
}

/** Both ways fail if the file exists, so exactly one of two concurrent processes gets the folder. */
function writeNew(folder: string, occupant: Occupant): boolean {
  const file = draft(folder, occupant)
  try {
    linkSync(file, lockFile(folder))
    return true
  } catch (error) {
    if (isExisting(error)) return false
    // Some file systems, mostly container mounts, have no hard links.
    return createExclusively(folder, occupant)
  } finally {
    unlinkSync(file)
  }
}

function createExclusively(folder: string, occupant: Occupant): boolean {
  try {
    writeFileSync(lockFile(folder), JSON.stringify(occupant), { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (isExisting(error)) return false
    throw error
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function removeDead(folder: string, dead: Occupant | undefined): void {
  const discarded = `${lockFile(folder)}.${randomUUID()}`
  try {
    renameSync(lockFile(folder), discarded)
  } catch {
    // Another process was faster; the next read returns it.
    return
  }
  const moved = JSON.stringify(parseOrNothing(discarded)?.key) === JSON.stringify(dead?.key)
  // A live process may have taken the lock between reading and moving: restore it.
  if (!moved) restoreLock(discarded, lockFile(folder))
  rmSync(discarded, { force: true })
}

function restoreLock(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // A third process has the lock now; the loser finds another key when it releases.
  }
}

function parseOrNothing(file: string): Occupant | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Occupant // as in readOccupant
  } catch {
    return undefined
  }
}

/** Each occupant has one name for its drafts, so that failures never leave more than one. */
function draft(folder: string, occupant: Occupant): string {
  const file = `${lockFile(folder)}.${occupant.key}`
  try {
    writeFileSync(file, JSON.stringify(occupant), { mode: 0o600 })
    return file
  } catch (error) {
    removeIfPossible(file)
    throw error
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // On a read-only disk it stays, and the next draft replaces it.
  }
}

function lockFile(folder: string): string {
  return join(folder, 'in-use.json')
}
