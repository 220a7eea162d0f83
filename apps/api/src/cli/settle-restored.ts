import { reportStartupError } from './report-startup-error.ts'
import { settleRestored } from './restored-backup/settle-restored.ts'

process.exitCode = await settleRestored(process.argv.slice(2)).catch(reportStartupError)
