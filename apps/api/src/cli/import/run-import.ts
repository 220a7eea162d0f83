import { parseArgs } from 'node:util'
import { readDatabaseConfig } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { finishImport, importFile, importKinds, retryUnmatched } from '#api/modules/catalogue/index.ts'
import type { ImportReport } from '#api/modules/catalogue/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { systemClock } from '#api/shared/clock.ts'
import { createProgress, type Progress } from '../progress.ts'
import { loadFixtures, type FixtureOptions } from './load-fixtures.ts'
import { readSource } from './read-source.ts'
import { reportLines } from './report-import.ts'

const usage = [
  'Usage: npm run import -- fixtures <file> [--profile <name>] [--competition <slug>] [--season <name>]',
  '       npm run import -- <kind> <file> [--venue <slug or number>]',
  '',
  'fixtures: games, races and shows from any table, JSON, Football.TXT, iCalendar, JSON-LD or Ticketmaster file. A',
  '  profile says what its columns mean; for a new kind of file, one is proposed and asks to be confirmed.',
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
  const { venue, help, ...options } = parsed.values
  if (help) {
    console.log(usage)
    return 0
  }
  const [kind, file, ...rest] = parsed.positionals
  if (kind === undefined || file === undefined) return rejectUsage(usage)
  if (rest.length > 0) return rejectUsage(`Unexpected argument: ${rest.join(' ')}`)
  const problem = optionProblem(kind, venue, options)
  if (problem !== null) return rejectUsage(problem)
  const { databaseUrl } = readDatabaseConfig()
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2, hasLongTransactions: true })
  try {
    return kind === 'fixtures'
      ? await runFixtures(db, file, options)
      : await runKind(db, { kind, file, venue })
  } catch (error) {
    if (error instanceof AppError) return rejectUsage(error.title)
    throw error
  } finally {
    await db.destroy()
  }
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        venue: text,
        profile: text,
        competition: text,
        season: text,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}

function optionProblem(kind: string, venue: string | undefined, options: FixtureOptions): string | null {
  if (kind === 'fixtures') return venue === undefined ? null : 'fixtures does not accept --venue'
  const known = importKinds().find((candidate) => candidate.kind === kind)
  if (!known) return `Unknown kind: ${kind}\n\n${usage}`
  const [extra] = Object.keys(options)
  if (extra !== undefined) return `${kind} does not accept --${extra}`
  if (known.needsVenue && venue === undefined)
    return `${kind} needs a venue: --venue emirates-stadium, or its number`
  return !known.needsVenue && venue !== undefined ? `${kind} does not accept --venue` : null
}

async function runKind(
  db: Db,
  { kind, file, venue }: { kind: string; file: string; venue: string | undefined },
): Promise<number> {
  const source = await readSource(file)
  if ('problem' in source) return rejectUsage(source.problem)
  const progress = createProgress(`import ${kind}`)
  const context = { db, clock: systemClock, onProgress: progress.step }
  const report = await importFile(context, { kind, content: source.text, venue })
  return finish(db, progress, { file, report, rows: report.rowsName })
}

async function runFixtures(db: Db, file: string, options: FixtureOptions): Promise<number> {
  const progress = createProgress('import fixtures')
  const context = { db, clock: systemClock, onProgress: progress.step }
  const loaded = await loadFixtures(context, file, options)
  if ('problem' in loaded) return rejectUsage(loaded.problem)
  if ('report' in loaded) return finish(db, progress, { file, report: loaded.report, rows: 'events' })
  progress.end()
  for (const line of loaded.next) console.log(line)
  return 1
}

interface Loaded {
  file: string
  report: ImportReport
  /** Plural noun for the rows. */
  rows: string
}

async function finish(db: Db, progress: Progress, { file, report, rows }: Loaded): Promise<number> {
  const context = { db, clock: systemClock, onProgress: progress.step }
  // Unmatched rows may need names that this file has added.
  const { loaded, waiting } = await retryUnmatched(context)
  const { plans } = await finishImport(context)
  progress.end()
  for (const line of reportLines(report, rows, file)) console.log(line)
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
