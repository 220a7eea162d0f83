import { openDatabase } from '../../apps/api/src/db/client.ts'
import { readConfig } from '../../apps/api/src/config/config.ts'
import { serve } from '../worker.ts'

export interface UpdateJob {
  databaseUrl: string
  listingIds: string[]
  concurrency: number
  seconds: number
}

/** The minimal cost of selling safely: one committed conditional update through the server's pool. */
serve(async ({ databaseUrl, listingIds, concurrency, seconds }: UpdateJob) => {
  const { databasePoolSize } = readConfig({ DATABASE_URL: databaseUrl })
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: databasePoolSize })
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0
  async function sell(): Promise<void> {
    while (performance.now() < until) {
      const { rowCount } = await pool.query({
        name: 'take_one',
        text: 'update listings set sold = sold + 1 where id = $1 and quantity - sold >= 1',
        values: [listingIds[Math.floor(Math.random() * listingIds.length)]],
      })
      if (rowCount !== 1) throw new Error('a listing is sold out')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sell))
  const elapsedSeconds = (performance.now() - from) / 1000
  await db.destroy()
  return done / elapsedSeconds
})
