import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { findConfigProblems, readConfig, readDatabaseConfig } from '#api/config/config.ts'
import { shownSettings } from '#api/config/shown-settings.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import type { Finding } from '../finding.ts'
import { collectDatabaseFacts, collectVersions, type Facts } from './collect-facts.ts'
import { collectLogErrors } from './collect-log-errors.ts'
import { collectProcessFacts } from './collect-processes.ts'

const introduction = `What this installation runs, how it is configured and what it has left to do.

Of settings whose value could be a secret, it has only the name. Statements are without their values; errors without
quoted values, email addresses, long numbers and tokens. A name that stands in an error without quotation marks remains.
Read it before you pass it on.
`

/** Writes the bundle as a ZIP file that only its owner can read, and returns its path. */
export async function writeSupportBundle(
  findings: readonly Finding[],
  path = `terrace-support-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.zip`,
): Promise<string> {
  const problems = findConfigProblems()
  const facts: Facts = {
    'README.txt': introduction,
    ...collectVersions(),
    'configuration.json': { set: shownSettings(), problems },
    'health.json': findings.map(({ level, part, text }) => ({ level, part, text: scrubText(text) })),
    ...(await collectRunningFacts(problems.length === 0)),
  }
  const files = Object.entries(facts).map(([name, content]): [string, Uint8Array] => [
    name,
    strToU8(typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
  ])
  const target = resolve(path)
  await writeFile(target, zipSync(Object.fromEntries(files)), { mode: 0o600, flag: 'wx' })
  return target
}

/** With invalid variables, what the others still lead to. */
async function collectRunningFacts(isValid: boolean): Promise<Facts> {
  const { facts, processes } = await collectDatabaseFacts(databaseUrlOfSettings())
  if (!isValid) return facts
  const config = readConfig()
  return {
    ...facts,
    ...(await collectProcessFacts(config, processes)),
    ...(await collectLogErrors(config.dataFolder)),
  }
}

function databaseUrlOfSettings(): string | undefined {
  try {
    return readDatabaseConfig().directDatabaseUrl
  } catch {
    // The variables are among the problems.
    return undefined
  }
}
