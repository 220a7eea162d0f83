import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, stopAbandoned } from './embedded-postgres.ts'
import { identify, isStillRunning, type ProcessIdentity } from './process-identity.ts'

const prefix = 'terrace-tests-'

export interface TemporaryPostgres {
  databaseUrl: string
  /** Its folder, where the run may put other files that go with it. */
  folder: string
  /** Stops the server and removes its folder. */
  remove: () => Promise<void>
}

/**
 * An empty PostgreSQL for one run of tests or of a bench. It is fast because nothing in it needs to survive a power cut;
 * `durable` makes it as careful, and as slow, as the one that users have.
 */
export async function startTemporaryPostgres({ durable = false } = {}): Promise<TemporaryPostgres> {
  await sweep()
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

/** Ends and removes what test runs left behind that were killed. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const owner = readOwner(folder)
    if (!owner || isStillRunning(owner)) continue
    await stopAbandoned(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOwner(folder: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as ProcessIdentity // written above
  } catch {
    // Just being made, or another account's: not ours to remove.
    return undefined
  }
}

function ownerFile(folder: string): string {
  return join(folder, 'owner.json')
}
