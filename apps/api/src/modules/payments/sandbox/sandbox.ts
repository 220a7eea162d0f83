import { Kysely, PostgresDialect } from 'kysely'
import { openDatabase } from '../../../db/client.ts'
import { withNamedStatements } from '../../../db/named-statements.ts'
import { randomIds } from '../../../shared/ids.ts'
import { StartRefusal } from '../../../shared/start-refusal.ts'
import { createSandboxFaults, type SandboxFaults } from './faults.ts'
import type { SandboxDb, SandboxTables } from './sandbox-tables.ts'
import type { SandboxNames } from './sandbox-names.ts'
import { createOwnDoor, type OwnDoor } from './own-door.ts'

const poolSize = 4

export interface Sandbox {
  db: SandboxDb
  names: SandboxNames
  faults: SandboxFaults
  /** How the gateway's adapter gets to the sandbox. */
  door: OwnDoor
  /** Generated once per installation, by its migration. */
  secretKey(): Promise<string>
  /** Likewise; signs what the sandbox tells the shop. */
  webhookSecret(): Promise<string>
  /** Where failures go that nobody waits for. */
  onError(error: Error): void
  close(): Promise<void>
}

interface SandboxOptions {
  databaseUrl: string
  /** In production, unless somebody has said in so many words that it may. */
  isRefused: boolean
  onError: (error: Error) => void
}

/**
 * Opens the sandbox payment provider: its own connections to its own schema. Throws in production, where somebody would
 * get real tickets for a test card.
 */
export function openSandbox({ databaseUrl, isRefused, onError }: SandboxOptions): Sandbox {
  if (isRefused) {
    throw new StartRefusal(
      'TERRACE_MODE=production needs a real payment provider: the sandbox gateway takes test cards and no money, so it does not start there.',
    )
  }
  const { pool } = openDatabase({ url: databaseUrl, poolSize, onError })
  const db: SandboxDb = new Kysely<SandboxTables>({
    dialect: new PostgresDialect({ pool: withNamedStatements(pool) }),
  })
  const secretKey = remembered(async () => (await readInstallation(db)).secret_key)
  const webhookSecret = remembered(async () => (await readInstallation(db)).webhook_secret)
  return {
    db,
    names: {
      // A name of a card begins with a letter, so that no number can pass for one.
      id: (prefix) => `${prefix}_${prefix === 'pm' ? 's' : ''}${randomIds.next('pi').slice('pi_'.length)}`,
      secret: randomIds.secret,
    },
    faults: createSandboxFaults(),
    door: createOwnDoor(),
    secretKey,
    webhookSecret,
    onError,
    close: () => db.destroy(),
  }
}

/** Reads once; asked again after a failure: a database that was away once must not stay away. */
function remembered(read: () => Promise<string>): () => Promise<string> {
  let known: Promise<string> | undefined
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

function readInstallation(db: SandboxDb) {
  return db.selectFrom('sandbox.installation').selectAll().executeTakeFirstOrThrow()
}
