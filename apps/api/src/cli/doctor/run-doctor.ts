import { findConfigProblems, readConfig } from '#api/config/config.ts'
import { examineDatabase } from './examine-database.ts'
import { examineDomains } from './examine-domains.ts'
import { examineMachine } from './examine-machine.ts'
import { examineServices } from './examine-services.ts'
import { examineProblems, examineSettings } from './examine-settings.ts'
import { examine, type Finding, type Level } from './finding.ts'
import { writeSupportBundle } from './support-bundle/write-bundle.ts'

const usage = `Usage: npm run doctor [-- --support-bundle [<file>]]

Checks this environment as a production installation: variables, database, files, mail server, payment provider,
domain names and disk. Prints what is missing, each with the line to set. Changes nothing and sends nothing.

With --support-bundle, writes a ZIP file for support: versions, settings without secrets, health, recent errors,
slow statements, migrations, tables and queues. Values in statements and quotations in errors are removed; read it before
you pass it on.

Exit codes: 0 nothing is missing · 1 problems were found · 2 unknown option`

const bundleOption = '--support-bundle'

const signs: Record<Level, string> = { ok: 'ok     ', advice: 'advice ', problem: 'PROBLEM' }

/** Runs the command; returns its exit code, see {@link usage}. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const [option, file, ...others] = args
  const isBundle = option === bundleOption && others.length === 0
  if (option !== undefined && !isBundle) {
    const isHelp = option === '--help' || option === '-h'
    ;(isHelp ? console.log : console.error)(isHelp ? usage : `Unknown option: ${option}\n\n${usage}`)
    return isHelp ? 0 : 2
  }
  const findings = await examineInstallation()
  if (isBundle) {
    console.log(`Written to ${await writeSupportBundle(findings, file)}. Read it before you pass it on.`)
    return 0
  }
  for (const finding of findings) for (const line of linesOf(finding)) console.log(line)
  const problems = findings.filter(({ level }) => level === 'problem').length
  console.log(problems === 0 ? '\nNothing is missing.' : `\n${problems} problems to correct.`)
  return problems === 0 ? 0 : 1
}

/** With invalid variables nothing else can be examined, since the server would not know where to look. */
async function examineInstallation(): Promise<Finding[]> {
  const problems = findConfigProblems()
  if (problems.length > 0) return examineProblems(problems)
  const config = readConfig()
  const parts = await Promise.all([
    examine('database', () => examineDatabase(config.directDatabaseUrl), 'check DATABASE_URL'),
    examineServices(config),
    examineDomains(config),
    examine('disk', () => examineMachine(config.dataFolder)),
  ])
  return [...examineProblems([]), ...examineSettings(config), ...parts.flat()]
}

function linesOf({ level, part, text, remedy }: Finding): string[] {
  const line = `${signs[level]}  ${part}: ${text}`
  return remedy === undefined ? [line] : [line, `           → ${remedy}`]
}
