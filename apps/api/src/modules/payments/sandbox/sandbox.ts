import { Kysely, PostgresDialect } from 'kysely'
import { openDatabase } from '../../../db/client.ts'
import { randomIds } from '../../../shared/ids.ts'
import { StartRefusal } from '../../../shared/start-refusal.ts'
import { createSandboxFaults, type SandboxFaults } from './faults.ts'
import type { SandboxDb } from './intents.repo.ts'
import type { SandboxNames } from './move-intents.ts'
import { createOwnDoor, type OwnDoor } from './own-door.ts'
import type { SandboxTables } from './sandbox-tables.ts'

const poolSize = 4

export interface Sandbox {
  db: SandboxDb
  names: SandboxNames
  faults: SandboxFaults
  /** How the gateway's adapter gets to the sandbox. */
  door: OwnDoor
  /** Generated once per installation, by its migration. */
  secretKey(): Promise<string>
  close(): Promise<void>
}

interface SandboxOptions {
  databaseUrl: string
  production: boolean
  onError: (error: Error) => void
}

/**
 * Opens the sandbox payment provider: its own connections to its own schema. Throws in production, where somebody would
 * get real tickets for a test card.
 */
export function openSandbox({ databaseUrl, production, onError }: SandboxOptions): Sandbox {
  if (production) {
    throw new StartRefusal(
      'TERRACE_MODE=production needs a real payment provider: the sandbox gateway takes test cards and no money, so it does not start there.',
    )
  }
  const { pool } = openDatabase({ url: databaseUrl, poolSize, onError })
  const db: SandboxDb = new Kysely<SandboxTables>({ dialect: new PostgresDialect({ pool }) })
  let key: Promise<string> | undefined
  return {
    db,
    names: {
      id: (prefix) => `${prefix}_${randomIds.next('pi').slice('pi_'.length)}`,
      secret: randomIds.secret,
    },
    faults: createSandboxFaults(),
    door: createOwnDoor(),
    secretKey() {
      key ??= readSecretKey(db).catch((error: unknown) => {
        // Asked again next time: a database that was away once must not stay away.
        key = undefined
        throw error
      })
      return key
    },
    close: () => db.destroy(),
  }
}

async function readSecretKey(db: SandboxDb): Promise<string> {
  const row = await db.selectFrom('sandbox.installation').select('secret_key').executeTakeFirstOrThrow()
  return row.secret_key
}
