import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, stopAbandoned } from '../embedded-postgres.ts'
import { identify, isProcessRunning, type ProcessIdentity } from '../process-identity.ts'

const prefix = 'terrace-tests-'

export interface TemporaryPostgres {
  databaseUrl: string
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
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(ownerFile(folder), JSON.stringify(identify(process.pid)))
  const server = await startPostgres({ dataFolder: folder, durable })
  return {
    databaseUrl: server.databaseUrl,
    folder,
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Stops and deletes clusters left over by killed test runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
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
