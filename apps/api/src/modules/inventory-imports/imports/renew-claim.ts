import type { Db } from '#api/db/client.ts'
import { claimSeconds, extendClaim } from './imports.repo.ts'

/** Renews the claim until `stop`, however long a step takes: it expires only when this process or its connection ends. */
export function renewClaim(db: Db, importId: string): { stop: () => Promise<void> } {
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(
    () => {
      // While the database is away, the claim may expire; the steps of an overtaken process change nothing.
      renewal = extendClaim(db, importId).catch(() => undefined)
    },
    (claimSeconds * 1000) / 4,
  )
  return {
    async stop() {
      clearInterval(timer)
      await renewal
    },
  }
}
