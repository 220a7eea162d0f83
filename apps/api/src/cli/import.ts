import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../db/client.ts'
import { finishImport, importFile, importKinds } from '../modules/catalogue/index.ts'
import { systemClock } from '../shared/clock.ts'
import { createProgress } from './progress.ts'
import { reportLines } from './report-import.ts'

const usage = [
  'Usage: npm run import -- <kind> <file>',
  '',
  'Kinds:',
  ...importKinds().map(({ kind, about }) => `  ${kind.padEnd(17)}${about}`),
  '',
  'Exit code: 0 all rows good · 1 some rows bad (the good ones are loaded) · 2 no such kind, or no such file',
].join('\n')

process.exitCode = await main(process.argv.slice(2))

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
  const content = await readFile(file, 'utf8').catch((error: unknown) =>
    error instanceof Error ? error : undefined,
  )
  if (typeof content !== 'string')
    return refuse(`${file} cannot be read: ${content?.message ?? 'unknown reason'}`)
  if (content.trim() === '') return refuse(`${file} is empty`)
  const { db } = openDatabase({ url: readConfig().databaseUrl, poolSize: 2 })
  try {
    return await run(db, { kind, file, content })
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
  const { plans } = await finishImport(context)
  progress.end()
  for (const line of reportLines(report, report.rowsName, file)) console.log(line)
  if (plans > 0) console.log(`${plans} seating plans drawn`)
  return report.bad.length > 0 ? 1 : 0
}

function refuse(text: string): number {
  console.error(text)
  return 2
}
