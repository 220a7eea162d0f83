import type { Db } from '#api/db/client.ts'
import { StartupError } from '#api/shared/startup/startup-error.ts'

/** Demo passwords are published, so production never runs on a database with demo accounts. */
export async function rejectDemoAccounts(db: Db): Promise<void> {
  const demo = await db.selectFrom('accounts').select('username').where('is_demo', '=', true).execute()
  if (demo.length === 0) return
  const names = demo.map((account) => account.username).join(', ')
  throw new StartupError(`Refusing to start in production: the database contains demo accounts ${names}.`)
}
