import { runDoctor } from './doctor/run-doctor.ts'
import { reportStartupError } from './report-startup-error.ts'

process.exitCode = await runDoctor(process.argv.slice(2)).catch(reportStartupError)
