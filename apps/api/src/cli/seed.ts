import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCount } from '@terrace/domain/tickets'
import type pg from 'pg'
import { demoBanner, demoFiles, demoListings, demoSeed } from '../../../../seeds/demo.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../db/client.ts'
import {
  addBanner,
  confirmKickOffs,
  finishImport,
  importFile,
  listBanners,
  shiftSeasons,
} from '../modules/catalogue/index.ts'
import { systemClock, type Clock } from '../shared/clock.ts'
import { analyzeFilled, readLoaded, writeLoaded } from './demo-stock.repo.ts'
import { createProgress } from './progress.ts'
import { refuseStart } from './refuse-start.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedStock } from './seed-stock.ts'

const usage = `Usage: npm run seed [-- --listings <count>]

Loads the demo: the real catalogue of seeds/data, demo accounts, and made-up listings (${formatCount(demoListings)} unless
another count is given). Done once, it is not done again; another count replaces the made-up listings that nobody holds.

Exit code: 0 the demo is there · 1 a file of the demo has bad rows · 2 refused`

const data = new URL('../../../../seeds/data/', import.meta.url)
// Any number does, as long as it stays: two starts at once must not both load the demo.
const lockKey = 7_336_203

process.exitCode = await main(process.argv.slice(2)).catch(refuseStart)

async function main(args: string[]): Promise<number> {
  const listings = readListings(args)
  if (typeof listings === 'string') {
    const isHelp = listings === usage
    ;(isHelp ? console.log : console.error)(listings)
    return isHelp ? 0 : 2
  }
  const config = readConfig()
  if (config.production) {
    console.error('Demo data is refused in production mode')
    return 2
  }
  const { db, pool } = openDatabase({ url: config.databaseUrl, poolSize: 4, hasLongTransactions: true })
  // A million listings take longer than any statement of the server may. What a power cut could lose is made again: the
  // row that says that the demo is loaded is written last.
  pool.on('connect', (client) => void client.query('set statement_timeout = 0; set synchronous_commit = off'))
  try {
    return await withLock(pool, () => seed({ db, pool, clock: systemClock, listings }))
  } finally {
    await db.destroy()
  }
}

/** The count that was asked for, undefined for none in particular, or a text that says why there is nothing to do. */
function readListings(args: string[]): number | undefined | string {
  try {
    const { values } = parseArgs({
      args,
      options: { listings: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) return usage
    if (values.listings === undefined) return undefined
    const count = Number(values.listings)
    // An empty text would be nought, and nought takes all stock away.
    if (/^\d{1,8}$/.test(values.listings) && count <= 10_000_000) return count
    return `--listings: "${values.listings}" is no whole number up to 10,000,000`
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}

async function withLock(pool: pg.Pool, work: () => Promise<number>): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    client.release()
  }
}

interface Seed {
  db: Db
  pool: pg.Pool
  clock: Clock
  listings: number | undefined
}

async function seed({ db, pool, clock, listings }: Seed): Promise<number> {
  const from = Date.now()
  const loaded = await readLoaded(db, demoSeed)
  if (loaded !== undefined && (listings === undefined || listings === loaded)) {
    const confirmed = await confirmKickOffs({ db, clock })
    const news = confirmed > 0 ? `, ${formatCount(confirmed)} kick-offs confirmed since` : ''
    console.log(`demo: there already, made for ${formatCount(loaded)} listings${news}`)
    return 0
  }
  const badRows = await seedCatalogue(db, clock)
  const { teams, accounts } = await seedAccounts(db)
  console.log(`accounts: ${accounts} in ${teams} teams`)
  if ((await listBanners({ db, clock })).length === 0) await addBanner({ db }, demoBanner)
  const count = listings ?? demoListings
  const progress = createProgress('listings')
  const stock = await seedStock({
    db,
    pool,
    clock,
    seed: demoSeed,
    listings: count,
    isReplacement: loaded !== undefined,
    onProgress: progress.step,
  })
  progress.end()
  await writeLoaded(db, demoSeed, count)
  const sums = `${formatCount(stock.tickets)} tickets for ${formatCount(stock.events)} events`
  console.log(`listings: ${formatCount(stock.listings)} made up, ${sums}`)
  console.log(`demo: loaded in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return badRows > 0 ? 1 : 0
}

/** Imports every file of the demo, then moves past seasons forward; answers how many rows were bad. */
async function seedCatalogue(db: Db, clock: Clock): Promise<number> {
  let bad = 0
  for (const { kind, path } of demoFiles) {
    const progress = createProgress(kind)
    const content = await readFile(new URL(path, data), 'utf8')
    const context = { db, clock, onProgress: progress.step }
    const report = await importFile(context, { kind, content, fileName: basename(path) })
    progress.end()
    bad += report.bad.length
    console.log(`${kind}: ${formatCount(report.read)} ${report.rowsName} from ${path}`)
    for (const { line, reason } of report.bad) console.error(`  seeds/data/${path}:${line}: ${reason}`)
  }
  for (const { name, weeks, events } of await shiftSeasons({ db, clock })) {
    if (weeks > 0)
      console.log(`dates: ${formatCount(events)} events of ${name} moved forward by ${weeks} weeks`)
  }
  await analyzeFilled(db)
  const progress = createProgress('seating plans')
  const { plans } = await finishImport({ db, clock, onProgress: progress.step })
  progress.end()
  console.log(`seating plans: ${formatCount(plans)} drawn`)
  return bad
}
