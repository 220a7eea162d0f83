import type { Db } from '../db/client.ts'
import type { Tx } from '../db/transaction.ts'

type Work = (tx: Tx) => Promise<unknown>

/** The database whose transactions run as told: for what becomes of us where one of them does not end as it should. */
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
