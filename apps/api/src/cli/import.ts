import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../db/client.ts'
import { finishImport, importFile, importKinds, retryUnmatched } from '../modules/catalogue/index.ts'
import { AppError } from '../shared/app-error.ts'
import { systemClock } from '../shared/clock.ts'
import { createProgress } from './progress.ts'
import { readSource } from './read-source.ts'
import { refuseStart } from './refuse-start.ts'
import { reportLines } from './report-import.ts'

const usage = [
  'Usage: npm run import -- <kind> <file> [--venue <slug or number>]',
  '',
  'Kinds:',
  ...importKinds().map(
    ({ kind, about, needsVenue }) => `  ${kind.padEnd(17)}${about}${needsVenue ? '; needs --venue' : ''}`,
  ),
  '',
  'Exit code: 0 all rows good · 1 some rows bad (the good ones are loaded, but of a seating plan all or none) · 2 no such',
  'kind, file or venue',
].join('\n')

process.exitCode = await main(process.argv.slice(2)).catch(refuseStart)

async function main(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') return refuse(parsed)
  const { venue, help } = parsed.values
  if (help) {
    console.log(usage)
    return 0
  }
  const [kind, file, ...rest] = parsed.positionals
  if (kind === undefined || file === undefined) return refuse(usage)
  if (rest.length > 0) return refuse(`One file at a time: ${rest.join(' ')} is too much`)
  const known = importKinds().find((candidate) => candidate.kind === kind)
  if (!known) return refuse(`There is no kind "${kind}".\n\n${usage}`)
  if (known.needsVenue && venue === undefined)
    return refuse(`${kind} needs a venue: --venue emirates-stadium, or its number`)
  if (!known.needsVenue && venue !== undefined) return refuse(`${kind} takes no --venue`)
  const source = await readSource(file)
  if ('problem' in source) return refuse(source.problem)
  const { db } = openDatabase({ url: readConfig().databaseUrl, poolSize: 2, hasLongTransactions: true })
  try {
    return await run(db, { kind, file, content: source.text, venue })
  } catch (error) {
    if (error instanceof AppError) return refuse(error.title)
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
  // What waits may wait for the very names that this file has brought.
  const { loaded, waiting } = await retryUnmatched(context)
  const { plans } = await finishImport(context)
  progress.end()
  for (const line of reportLines(report, report.rowsName, file)) console.log(line)
  if (loaded > 0) console.log(`${loaded} events loaded that waited for a name`)
  if (waiting > 0) console.log(`${waiting} events wait for a decision: npm run admin -- unmatched list`)
  if (plans > 0) console.log(`${plans} seating plans drawn`)
  return report.bad.length > 0 ? 1 : 0
}

function refuse(text: string): number {
  console.error(text)
  return 2
}
