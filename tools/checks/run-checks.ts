import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenStopped } from '../launch/user-error.ts'
import { runStages, type Outcome } from './stage.ts'
import { allStages, quickStages } from './stages.ts'

// `npm test`; with --quick `npm run check`. Other tools read the last line: `N passed, N failed`.
const reports = mkdtempSync(join(tmpdir(), 'terrace-checks-'))
const stages = process.argv.includes('--quick') ? quickStages(reports) : allStages(reports)
// Programs that start again and again load what an earlier start compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(reports, 'compiled')
const from = Date.now()
const stopping = whenStopped()

try {
  const outcomes = await runStages(stages, printOutcome, stopping)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  console.log(`${'all'.padEnd(14)}${seconds((Date.now() - from) / 1000)}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || stopping.aborted ? 1 : 0
} finally {
  rmSync(reports, { recursive: true, force: true })
}
process.exit()

function printOutcome({ name, seconds: taken, passed, failed, flaky = [], output }: Outcome): void {
  const counts = passed + failed > 1 ? `  ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : ''
  console.log(`${name.padEnd(14)}${seconds(taken)}  ${failed > 0 ? 'FAILED' : 'ok'}${counts}`)
  for (const test of flaky) console.log(`passed only when repeated: ${test}`.replaceAll(/^/gm, '    '))
  if (output) console.log(output.trimEnd().replaceAll(/^/gm, '    '))
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`.padStart(8)
}
