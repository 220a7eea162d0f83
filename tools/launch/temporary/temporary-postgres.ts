import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startPostgres, stopAbandoned } from '../database/embedded-postgres.ts'
import { identify, isProcessRunning, type ProcessIdentity } from '../processes/process-identity.ts'

const prefix = 'terrace-tests-'

const memoryFolder = '/dev/shm'
// The write-ahead log may take 2 GB, the databases less.
const memoryNeeded = 4 * 1024 ** 3

export interface TemporaryPostgres {
  databaseUrl: string
  /** The same with the role that may copy the cluster. */
  superuserUrl: string
  /** Folder of the server, which may hold other files of the run. */
  folder: string
  /** Stops the server and removes its folder. */
  remove: () => Promise<void>
}

/**
 * An empty PostgreSQL for one run of tests or benchmarks. It is fast because it does not flush to disk; `durable`
 * makes it behave like a real one.
 */
export async function startTemporaryPostgres({ durable = false } = {}): Promise<TemporaryPostgres> {
  await removeLeftovers()
  const folder = createTemporaryFolder({ durable })
  const server = await startPostgres({ dataFolder: folder, durable })
  return {
    databaseUrl: server.databaseUrl,
    superuserUrl: server.superuserUrl,
    folder,
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A data folder that a later run removes, with its server, if this process is killed. */
export function createTemporaryFolder({ durable = false } = {}): string {
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), prefix))
  writeFileSync(ownerFile(folder), JSON.stringify(identify(process.pid)))
  return folder
}

/** Memory if there is enough. A new database has hundreds of files, which take ten times as long on disk. */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryNeeded ? memoryFolder : tmpdir()
  } catch {
    // Not every system has it.
    return tmpdir()
  }
}

/** Stops and deletes clusters left over by killed test runs. */
async function removeLeftovers(): Promise<void> {
  const parents = [tmpdir(), memoryFolder].filter((parent) => existsSync(parent))
  const folders = parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
  for (const folder of folders.filter((path) => basename(path).startsWith(prefix))) {
    const owner = readOwner(folder)
    if (!owner || isProcessRunning(owner)) continue
    await stopAbandoned(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOwner(folder: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as ProcessIdentity // written above
  } catch {
    // Just being created, or of another account: do not remove it.
    return undefined
  }
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json')
}
