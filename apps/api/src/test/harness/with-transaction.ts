import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'

type Work = (tx: Tx) => Promise<unknown>

/** A database whose transactions run through `execute`, to simulate transactions that end abnormally. */
export function withTransaction(db: Db, execute: (work: Work) => Promise<unknown>): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method: unknown = value.bind(target)
      return method
    },
  })
}
