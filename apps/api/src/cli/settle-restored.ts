import { reportStartupError } from './report-startup-error.ts'
import { settleRestored } from './restored/settle-restored.ts'

process.exitCode = await settleRestored(process.argv.slice(2)).catch(reportStartupError)
