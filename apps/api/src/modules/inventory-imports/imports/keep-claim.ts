import type { Db } from '#api/db/client.ts'
import { claimSeconds, extendClaim } from './imports.repo.ts'

/** Extends the claim until `stop`, however long a step takes: it expires only when this process or its connection ends. */
export function keepClaim(db: Db, importId: string): { stop: () => Promise<void> } {
  let extending: Promise<unknown> = Promise.resolve()
  const timer = setInterval(
    () => {
      // While the database is away, the claim may expire; the steps of an overtaken process change nothing.
      extending = extendClaim(db, importId).catch(() => undefined)
    },
    (claimSeconds * 1000) / 4,
  )
  return {
    async stop() {
      clearInterval(timer)
      await extending
    },
  }
}
