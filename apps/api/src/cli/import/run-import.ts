import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readDatabaseConfig } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { finishImport, importFile, importKinds, retryUnmatched } from '#api/modules/catalogue/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { systemClock } from '#api/shared/clock.ts'
import { createProgress } from '../progress.ts'
import { readSource } from './read-source.ts'
import { reportLines } from './report-import.ts'

const usage = [
  'Usage: npm run import -- <kind> <file> [--venue <slug or number>]',
  '',
  'Kinds:',
  ...importKinds().map(
    ({ kind, about, needsVenue }) => `  ${kind.padEnd(17)}${about}${needsVenue ? '; needs --venue' : ''}`,
  ),
  '',
  'Exit codes: 0 success · 1 some rows rejected, or none loaded (valid rows are loaded; a damaged file and a seating',
  '  plan load in full or not at all) ·',
  '2 usage error',
].join('\n')

/** Imports a file; returns its exit code, see {@link usage}. */
export async function runImport(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') return rejectUsage(parsed)
  const { venue, help } = parsed.values
  if (help) {
    console.log(usage)
    return 0
  }
  const [kind, file, ...rest] = parsed.positionals
  if (kind === undefined || file === undefined) return rejectUsage(usage)
  if (rest.length > 0) return rejectUsage(`Unexpected argument: ${rest.join(' ')}`)
  const known = importKinds().find((candidate) => candidate.kind === kind)
  if (!known) return rejectUsage(`Unknown kind: ${kind}\n\n${usage}`)
  if (known.needsVenue && venue === undefined)
    return rejectUsage(`${kind} needs a venue: --venue emirates-stadium, or its number`)
  if (!known.needsVenue && venue !== undefined) return rejectUsage(`${kind} does not accept --venue`)
  const source = await readSource(file)
  if ('problem' in source) return rejectUsage(source.problem)
  const { db } = openDatabase({
    url: readDatabaseConfig().databaseUrl,
    poolSize: 2,
    hasLongTransactions: true,
  })
  try {
    return await run(db, { kind, file, content: source.text, venue })
  } catch (error) {
    if (error instanceof AppError) return rejectUsage(error.title)
    throw error
  } finally {
    await db.destroy()
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { venue: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}

interface Source {
  kind: string
  file: string
  content: string
  venue: string | undefined
}

async function run(db: Db, { kind, file, content, venue }: Source): Promise<number> {
  const progress = createProgress(`import ${kind}`)
  const context = { db, clock: systemClock, onProgress: progress.step }
  const report = await importFile(context, { kind, content, fileName: basename(file), venue })
  // Unmatched rows may need names that this file has added.
  const { loaded, waiting } = await retryUnmatched(context)
  const { plans } = await finishImport(context)
  progress.end()
  for (const line of reportLines(report, report.rowsName, file)) console.log(line)
  if (loaded > 0) console.log(`${loaded} previously unmatched events loaded`)
  if (waiting > 0) console.log(`${waiting} events wait for a decision: npm run admin -- catalogue proposals`)
  if (plans > 0) console.log(`${plans} seating plans rendered`)
  const loadedCount = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const isNothingRead = report.read > 0 && loadedCount === 0
  if (isNothingRead && report.bad.length === 0) console.error(`${file}: no row was loaded`)
  return report.bad.length > 0 || isNothingRead ? 1 : 0
}

function rejectUsage(text: string): number {
  console.error(text)
  return 2
}
