import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withBenchData, type BenchData } from './bench-data.ts'
import { drawPlans } from './seed-sellers.ts'
import { metricOf, report } from './measure.ts'
import type { InventoryJob, InventoryResult } from './workers/inventory-worker.ts'
import { startWorker } from './worker.ts'

/**
 * A seller's file of 100,000 rows (issue 19): all new, against a bare COPY of what it writes into the same tables; with one
 * byte changed, against reading and hashing the file; with 5 % of its prices changed, against all new.
 */
const rows = 100_000
const turns = 3
const teamId = 'tm_seller'
const stock = { events: 200, listingsPerEvent: 1, ticketsPerListing: 4, teams: 1 }
/** The tables that the import writes, in the order of their references. */
const tables = [
  'listings',
  'listing_changes',
  'inventory_listing_sources',
  'inventory_imports',
  'inventory_import_events',
  'inventory_import_rows',
]

const header =
  'listing_id,external_id,event_id,event,venue,event_date,event_time,section,row,seat_from,seat_to,quantity,price,' +
  'currency,face_value,split_type,split_unit,delivery,in_hand_date,instant,hide_seats,benefits,restrictions,information'

await withBenchData(stock, async (data) => {
  const client = new pg.Client({ connectionString: data.databaseUrl })
  await client.connect()
  try {
    const measured = await measure(data, client)
    process.exitCode = reportResults(measured, data.conditions) ? 0 : 1
  } finally {
    await client.end()
  }
})
process.exit()

interface Measured {
  isNew: InventoryResult[]
  oneByte: InventoryResult[]
  fivePercent: InventoryResult[]
  copiedMs: number[]
  hashedMs: number[]
}

async function measure(data: BenchData, client: pg.Client): Promise<Measured> {
  const { databaseUrl, dataFolder } = data
  await drawPlans(client)
  const worker = startWorker<InventoryJob, InventoryResult>('inventory-worker.ts')
  const path = join(dataFolder, 'stock.csv')
  async function importFile(lines: readonly string[]): Promise<InventoryResult> {
    await writeFile(path, lines.join('\n'))
    await client.query('analyze')
    return worker.run({ databaseUrl, dataFolder, teamId, path })
  }
  const measured: Measured = { isNew: [], oneByte: [], fivePercent: [], copiedMs: [], hashedMs: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    await emptyTables(client)
    const lines = linesOf(data)
    measured.isNew.push(await importFile(lines))
    measured.copiedMs.push(await copySameRows(client))
    lines[rows / 2] = changePrice(lines[rows / 2] ?? '')
    measured.oneByte.push(await importFile(lines))
    measured.hashedMs.push(await hashFile(path))
    const changed = lines.map((line, index) => (index % 20 === 1 ? changePrice(line) : line))
    measured.fivePercent.push(await importFile(changed))
  }
  await worker.stop()
  return measured
}

function rate(ms: number): number {
  return (rows / ms) * 1000
}

function totalMs({ previewMs, applyMs }: InventoryResult): number {
  return previewMs + applyMs
}

function medianOf(results: InventoryResult[], of: (result: InventoryResult) => number): number {
  return Math.round(metricOf(results.map(of)).median)
}

function stepsOf(results: InventoryResult[]) {
  return {
    previewMs: medianOf(results, (result) => result.previewMs),
    applyMs: medianOf(results, (result) => result.applyMs),
  }
}

/** Prints the three comparisons, and returns whether all meet their targets. */
function reportResults(measured: Measured, conditions: object): boolean {
  const { isNew, oneByte, fivePercent, copiedMs, hashedMs } = measured
  const residentMb = Math.max(...[...isNew, ...oneByte, ...fivePercent].map((result) => result.residentMb))
  const isFast = report({
    bench: 'supply-import: all new',
    unit: 'rows per second, from the upload to the last written row : bare COPY into the same tables',
    target: 0.25,
    goal: 0.25,
    ours: isNew.map((result) => rate(totalMs(result))),
    baseline: copiedMs.map(rate),
    conditions: { rows, ...stepsOf(isNew), residentMb, ...conditions },
  })
  const isQuick = report({
    bench: 'supply-import: one byte changed',
    unit: 'rows per second, from the upload to the last written row : reading and hashing the file',
    target: 0.5,
    goal: 0.5,
    ours: oneByte.map((result) => rate(totalMs(result))),
    baseline: hashedMs.map(rate),
    conditions: { rows, ...stepsOf(oneByte) },
  })
  const applyOfAllNew =
    medianOf(fivePercent, (result) => result.applyMs) / medianOf(isNew, (result) => result.applyMs)
  console.log(
    JSON.stringify({ bench: 'supply-import: 5 % changed', rows, ...stepsOf(fivePercent), applyOfAllNew }),
  )
  return isFast && isQuick
}

/** The header and one line per row: four seats each, in blocks and rows of many events. */
function linesOf({ eventIds }: BenchData): string[] {
  const inHand = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: rows }, (_, index) => {
    const eventId = eventIds[index % eventIds.length] ?? 0
    const place = Math.floor(index / eventIds.length)
    const seat = 1 + (place % 10) * 4
    const price = `${50 + (index % 150)}.00`
    return (
      `,${index},${eventId},,,,,Block ${101 + (place % 40)},${Math.floor(place / 10)},${seat},${seat + 3},4,${price},` +
      `GBP,45.00,No Preferences,,eTicket,${inHand},no,no,Padded seats,Home supporters only,`
    )
  })
  return [header, ...lines]
}

/** Raises the price by a penny: `80.00` becomes `80.01`. */
function changePrice(line: string): string {
  return line.replace('.00,GBP', '.01,GBP')
}

async function emptyTables(client: pg.Client): Promise<void> {
  await client.query(`truncate ${tables.join(', ')} cascade`)
}

/** Takes the rows out that the import wrote, times a COPY that puts them back, and leaves them there. */
async function copySameRows(client: pg.Client): Promise<number> {
  const contents: { table: string; columns: string; text: Buffer }[] = []
  for (const table of tables) {
    const columns = await columnsOf(client, table)
    const chunks: Buffer[] = []
    for await (const chunk of client.query(copyTo(`copy (select ${columns} from ${table}) to stdout`)))
      chunks.push(chunk as Buffer)
    contents.push({ table, columns, text: Buffer.concat(chunks) })
  }
  await emptyTables(client)
  const from = performance.now()
  for (const { table, columns, text } of contents) {
    const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
    stream.end(text)
    await finished(stream)
  }
  return performance.now() - from
}

/** Without generated columns, which COPY does not accept. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows: found } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return found.map(({ name }) => name).join(', ')
}

async function hashFile(path: string): Promise<number> {
  const from = performance.now()
  createHash('sha256')
    .update(await readFile(path))
    .digest()
  return performance.now() - from
}
