import { basename } from 'node:path'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../db/client.ts'
import { finishImport, importFile, importKinds, retryUnmatched } from '../modules/catalogue/index.ts'
import { systemClock } from '../shared/clock.ts'
import { createProgress } from './progress.ts'
import { readSource } from './read-source.ts'
import { refuseStart } from './refuse-start.ts'
import { reportLines } from './report-import.ts'

const usage = [
  'Usage: npm run import -- <kind> <file>',
  '',
  'Kinds:',
  ...importKinds().map(({ kind, about }) => `  ${kind.padEnd(17)}${about}`),
  '',
  'Exit code: 0 all rows good · 1 some rows bad (the good ones are loaded) · 2 no such kind, or no such file',
].join('\n')

process.exitCode = await main(process.argv.slice(2)).catch(refuseStart)

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  const [kind, file, ...rest] = args
  if (kind === undefined || file === undefined) return refuse(usage)
  if (rest.length > 0) return refuse(`One file at a time: ${rest.join(' ')} is too much`)
  if (!importKinds().some((known) => known.kind === kind))
    return refuse(`There is no kind "${kind}".\n\n${usage}`)
  const source = await readSource(file)
  if ('problem' in source) return refuse(source.problem)
  const { db } = openDatabase({ url: readConfig().databaseUrl, poolSize: 2, hasLongTransactions: true })
  try {
    return await run(db, { kind, file, content: source.text })
  } finally {
    await db.destroy()
  }
}

async function run(
  db: Db,
  { kind, file, content }: { kind: string; file: string; content: string },
): Promise<number> {
  const progress = createProgress(`import ${kind}`)
  const context = { db, clock: systemClock, onProgress: progress.step }
  const report = await importFile(context, { kind, content, fileName: basename(file) })
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
