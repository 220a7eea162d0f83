import { readDatabaseConfig } from '#api/config/config.ts'
import { describePlan } from '#api/db/upgrade/describe-plan.ts'
import { planUpgrade } from '#api/db/upgrade/plan-upgrade.ts'
import { reportStartupError } from './report-startup-error.ts'

/** `npm run db:check`: prints what this release would do to the database; exits with 1 if that is not safe. */
async function checkDatabase(): Promise<number> {
  const { isSafe, lines } = describePlan(
    await planUpgrade({ databaseUrl: readDatabaseConfig().directDatabaseUrl }),
  )
  for (const line of lines) console.log(line)
  return isSafe ? 0 : 1
}

process.exitCode = await checkDatabase().catch(reportStartupError)
