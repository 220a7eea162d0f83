import { reportStartupError } from './report-startup-error.ts'
import { runMigrate } from './migrate/run-migrate.ts'

process.exitCode = await runMigrate().catch(reportStartupError)
