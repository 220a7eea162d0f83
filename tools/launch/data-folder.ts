import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { identify, isStillRunning, type ProcessIdentity } from './process-identity.ts'

/** Who uses a data folder now; kept in the folder, so that another command can find, wait for or replace it. */
export interface Occupant {
  key: string
  launcher: ProcessIdentity
  /** What the user called, as `npm start`. */
  command: string
  /** Whether it serves the application, in contrast to a command that ends by itself. */
  serves: boolean
  /** Present once people can use it. */
  address?: string
  /** Processes that it started and that another launcher may end once it is dead itself. */
  children: ProcessIdentity[]
}

export interface Occupancy {
  update: (change: Partial<Pick<Occupant, 'address' | 'children'>>) => void
  release: () => void
}

type Taking =
  | { state: 'taken'; occupancy: Occupancy; orphans: ProcessIdentity[] }
  | { state: 'occupied'; occupant: Occupant }

const projectFolder = resolve(import.meta.dirname, '../..')

/** The data folder that counts for this call, absolute. */
export function dataFolderOf(env: Record<string, string | undefined> = process.env): string {
  const given = env['TERRACE_DATA']
  // npm runs scripts in the project's folder; INIT_CWD is where the user stood when giving a relative path.
  if (given) return resolve(env['INIT_CWD'] ?? process.cwd(), given)
  return join(projectFolder, '.data')
}

/**
 * Takes the data folder for this process, or tells who has it. What a dead launcher left is replaced; the processes
 * that it had started and that still run are handed out as `orphans`, each proven by pid and start time.
 */
export function takeDataFolder(folder: string, command: string, serves: boolean): Taking {
  mkdirSync(folder, { recursive: true })
  const launcher = identify(process.pid)
  if (!launcher) throw new Error('this process does not find itself')
  const mine: Occupant = { key: randomUUID(), launcher, command, serves, children: [] }
  const orphans: ProcessIdentity[] = []
  for (;;) {
    if (writeNew(folder, mine)) return { state: 'taken', occupancy: occupancyOf(folder, mine), orphans }
    const found = readOccupant(folder)
    if (found && isStillRunning(found.launcher)) return { state: 'occupied', occupant: found }
    orphans.push(...(found?.children.filter(isStillRunning) ?? []))
    removeDead(folder, found)
  }
}

export function readOccupant(folder: string): Occupant | undefined {
  try {
    return JSON.parse(readFileSync(lockFile(folder), 'utf8')) as Occupant // written below, whole or not at all
  } catch {
    // Absent, or of a form that nobody of ours writes: nobody has it.
    return undefined
  }
}

function occupancyOf(folder: string, occupant: Occupant): Occupancy {
  let now = occupant
  return {
    update(change) {
      now = { ...now, ...change }
      const file = draft(folder, now)
      renameSync(file, lockFile(folder))
    },
    release() {
      if (readOccupant(folder)?.key === now.key) rmSync(lockFile(folder), { force: true })
    },
  }
}

/** Both ways fail where the name exists, so of two that come at once exactly one gets the folder. */
function writeNew(folder: string, occupant: Occupant): boolean {
  const file = draft(folder, occupant)
  try {
    linkSync(file, lockFile(folder))
    return true
  } catch (error) {
    if (isExisting(error)) return false
    // Some file systems, mostly shared into containers, have no links.
    return createWhole(folder, occupant)
  } finally {
    unlinkSync(file)
  }
}

function createWhole(folder: string, occupant: Occupant): boolean {
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
  const aside = `${lockFile(folder)}.${randomUUID()}`
  try {
    renameSync(lockFile(folder), aside)
  } catch {
    // Somebody else was faster; the next look tells what stands there now.
    return
  }
  const moved = JSON.stringify(parseOrNothing(aside)?.key) === JSON.stringify(dead?.key)
  // Between looking and moving a living one may have come: it gets its place back.
  if (!moved) linkBack(aside, lockFile(folder))
  rmSync(aside, { force: true })
}

function linkBack(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // A third one has the place by now; the one that lost it notices when it releases a key that is not its own.
  }
}

function parseOrNothing(file: string): Occupant | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Occupant // as in readOccupant
  } catch {
    return undefined
  }
}

function draft(folder: string, occupant: Occupant): string {
  const file = `${lockFile(folder)}.${randomUUID()}`
  writeFileSync(file, JSON.stringify(occupant), { mode: 0o600 })
  return file
}

function lockFile(folder: string): string {
  return join(folder, 'in-use.json')
}
