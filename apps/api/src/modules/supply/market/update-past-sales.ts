import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { deleteOldSales, publishSales, readSales } from './past-sales.repo.ts'

const ordersAtOnce = 1000

/** Keeps the figures of past sales up to date from the orders that have become a day old. Returns the orders read. */
export async function updatePastSales({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now()
  let total = 0
  for (;;) {
    const read = await inTransaction(db, (tx) => readSales(tx, { now, limit: ordersAtOnce }))
    total += read
    if (read < ordersAtOnce) break
  }
  await inTransaction(db, async (tx) => {
    await publishSales(tx, now)
    await deleteOldSales(tx, now)
  })
  return total
}
