import { runSeed } from './seed/run-seed.ts'
import { reportStartupError } from './report-startup-error.ts'

process.exitCode = await runSeed(process.argv.slice(2)).catch(reportStartupError)
