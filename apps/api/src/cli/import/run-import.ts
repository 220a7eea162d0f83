import { formatCount } from '@terrace/domain/tickets/format-count'
import { terminalActor } from '#api/audit/actor.ts'
import { readDatabaseConfig } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { finishImport, importFile, retryUnmatched, undoLastImport } from '#api/modules/catalogue/index.ts'
import type { ImportReport } from '#api/modules/catalogue/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { systemClock } from '#api/shared/clock.ts'
import { createProgress, type Progress } from '../progress.ts'
import { parseImportCommand, usage, type ImportCommand } from './arguments.ts'
import { loadFixtures } from './load-fixtures.ts'
import { importInventory } from './import-inventory.ts'
import { readSource } from './read-source.ts'
import { createResultFile } from './result-file.ts'
import { reportLines, undoLines } from './report-import.ts'

/** Imports a file, or undoes the last import; returns its exit code, see {@link usage}. */
export async function runImport(args: string[]): Promise<number> {
  const command = parseImportCommand(args)
  if (typeof command === 'string') return rejectUsage(command)
  if (command.verb === 'help') {
    console.log(usage)
    return 0
  }
  const { directDatabaseUrl } = readDatabaseConfig()
  const { db } = openDatabase({ url: directDatabaseUrl, poolSize: 2, hasLongTransactions: true })
  try {
    if (command.verb === 'undo') return await undo(db)
    if (command.verb === 'inventory') return await importInventory(db, command)
    return command.verb === 'fixtures' ? await runFixtures(db, command) : await runKind(db, command)
  } catch (error) {
    if (error instanceof AppError) return rejectUsage(error.title)
    throw error
  } finally {
    await db.destroy()
  }
}

async function runKind(
  db: Db,
  { kind, file, venue }: Extract<ImportCommand, { verb: 'kind' }>,
): Promise<number> {
  const source = await readSource(file)
  if ('problem' in source) return rejectUsage(source.problem)
  const progress = createProgress(`import ${kind}`)
  const context = { db, clock: systemClock, onProgress: progress.step, actor: terminalActor() }
  const report = await importFile(context, { kind, content: source.text, venue })
  return finish(db, progress, { file, report, rows: report.rowsName })
}

async function runFixtures(
  db: Db,
  { file, options, result }: Extract<ImportCommand, { verb: 'fixtures' }>,
): Promise<number> {
  const resultFile = result === undefined ? undefined : await openResult(result)
  if (typeof resultFile === 'string') return rejectUsage(resultFile)
  const progress = createProgress('import fixtures')
  const context = {
    db,
    clock: systemClock,
    onProgress: progress.step,
    onRows: resultFile?.write,
    actor: terminalActor(),
  }
  try {
    const loaded = await loadFixtures(context, file, options)
    if ('problem' in loaded) return rejectUsage(loaded.problem)
    if ('report' in loaded) return await finish(db, progress, { file, report: loaded.report, rows: 'events' })
    progress.end()
    for (const line of loaded.next) console.log(line)
    return 1
  } finally {
    await resultFile?.close()
  }
}

async function openResult(path: string) {
  try {
    return await createResultFile(path)
  } catch (error) {
    return `--result: cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`
  }
}

interface Loaded {
  file: string
  report: ImportReport
  /** Plural noun for the rows. */
  rows: string
}

async function finish(db: Db, progress: Progress, { file, report, rows }: Loaded): Promise<number> {
  const context = { db, clock: systemClock, onProgress: progress.step, actor: terminalActor() }
  const isApplied = report.isApplied !== false
  // Rows that wait may need names that this file has added.
  const { loaded, waiting } = isApplied ? await retryUnmatched(context) : { loaded: 0, waiting: 0 }
  const { plans } = isApplied ? await finishImport(context) : { plans: 0 }
  progress.end()
  for (const line of reportLines(report, rows, file)) console.log(line)
  if (loaded > 0) console.log(`${loaded} previously unmatched events loaded`)
  if (waiting > 0)
    console.log(
      `${formatCount(waiting)} events wait for a decision about names: npm run admin -- catalogue proposals`,
    )
  if (plans > 0) console.log(`${plans} seating plans rendered`)
  const loadedCount = Object.values(report.counts).reduce((sum, count) => sum + count, 0)
  const isNothingRead = report.read > 0 && loadedCount === 0
  if (isNothingRead && report.bad.length === 0) console.error(`${file}: no row was loaded`)
  return report.bad.length > 0 || isNothingRead ? 1 : 0
}

async function undo(db: Db): Promise<number> {
  const report = await undoLastImport(
    { db, clock: systemClock, actor: terminalActor() },
    { startedBy: 'command line' },
  )
  for (const line of undoLines(report)) console.log(line)
  return 0
}

function rejectUsage(text: string): number {
  console.error(text)
  return 2
}
