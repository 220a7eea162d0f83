import { readDatabaseConfig } from '#api/config/config.ts'
import { migrate } from '#api/db/migrate.ts'
import { reportStartupError } from './report-startup-error.ts'

/** `npm run db:reinstall`: installs the functions, views and triggers of this release, also over those of a newer one. */
async function reinstallFunctions(): Promise<number> {
  const applied = await migrate({
    databaseUrl: readDatabaseConfig().directDatabaseUrl,
    replacesNewer: true,
  })
  for (const name of applied) console.log(name)
  console.log(
    applied.length === 0
      ? 'The database has the functions of this release.'
      : 'Installed. A newer release replaces them when it starts.',
  )
  return 0
}

process.exitCode = await reinstallFunctions().catch(reportStartupError)
