import type { Db } from '../../db/client.ts'
import { StartRefusal } from '../../shared/start-refusal.ts'

/** Production never runs on a database that anybody can enter with a published password (product.md §12). */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const demo = await db.selectFrom('accounts').select('username').where('is_demo', '=', true).execute()
  if (demo.length === 0) return
  const names = demo.map((account) => account.username).join(', ')
  throw new StartRefusal(
    `TERRACE_MODE=production refuses this database: it holds the demo accounts ${names}.`,
  )
}
