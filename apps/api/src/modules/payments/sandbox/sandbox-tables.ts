import type { Kysely, Transaction } from 'kysely'
import type { SandboxTables } from '#api/db/tables/sandbox.ts'

export type { SandboxTables }

export type IntentStatus = SandboxTables['sandbox.intents']['status']

/** A connection to the sandbox's schema, separate from Terrace's tables. */
export type SandboxDb = Kysely<SandboxTables>
export type SandboxTx = Transaction<SandboxTables>
