import type { Actor } from '#api/audit/actor.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { ImportRow } from './import-run.ts'

export interface ImportContext {
  db: Db
  clock: Clock
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Receives what an import of events does with every row, in pages, also if it is refused or a dry run. */
  onRows?: ((rows: readonly ImportRow[]) => Promise<void> | void) | undefined
  /** How long an import of events waits for another one. */
  lockWaitMs?: number | undefined
  /** How many stored events an import may change at once. */
  maxChanges?: number | undefined
  /** Who imports, for the audit log; without it, the server. */
  actor?: Actor | undefined
}
