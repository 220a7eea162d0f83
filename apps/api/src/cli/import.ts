import { runImport } from './import/run-import.ts'
import { reportStartupError } from './report-startup-error.ts'

process.exitCode = await runImport(process.argv.slice(2)).catch(reportStartupError)
