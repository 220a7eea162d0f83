import { runAdmin } from './admin/run-admin.ts'
import { reportStartupError } from './report-startup-error.ts'

process.exitCode = await runAdmin(process.argv.slice(2)).catch(reportStartupError)
