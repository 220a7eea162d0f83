import { parseArgs } from 'node:util'
import { formatCount } from '@terrace/domain/tickets/format-count'
import type pg from 'pg'
import { demoBanner, demoCatalogue, demoListings, demoSeed } from '../../../../../seeds/demo.ts'
import { demoFiles, referenceFiles, type SeedFile } from '../../../../../seeds/seed-files.ts'
import { readDatabaseConfig } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import {
  addBanner,
  confirmKickOffs,
  finishImport,
  listBanners,
  shiftSeasons,
} from '#api/modules/catalogue/index.ts'
import { systemClock, type Clock } from '#api/shared/clock.ts'
import { importSeedFile } from './import-seed-file.ts'
import { analyzeFilled, hasCatalogue, markCatalogue, readLoaded, writeLoaded } from './demo-stock.repo.ts'
import { createProgress } from '../progress.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedStock } from './seed-stock.ts'

const usage = `Usage: npm run seed [-- --listings <count> | --reference]

Loads the demo: the catalogue from seeds/data, demo accounts and generated listings (${formatCount(demoListings)} by default).
Idempotent. A different count replaces the generated listings that have no holds or orders.
  --reference  loads countries, dial codes and currencies only; npm start does this in production

Exit codes: 0 success · 1 a demo file has invalid rows · 2 rejected`

// An arbitrary constant: concurrent starts must not both load the demo.
const lockKey = 7_336_203

/** Loads the demo; returns its exit code, see {@link usage}. */
export async function runSeed(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    const isHelp = options === usage
    ;(isHelp ? console.log : console.error)(options)
    return isHelp ? 0 : 2
  }
  const { listings, isReferenceOnly } = options
  const config = readDatabaseConfig()
  if (config.production && !isReferenceOnly) {
    console.error('Demo data is not allowed in production')
    return 2
  }
  const { db, pool } = openDatabase({ url: config.directDatabaseUrl, poolSize: 4, hasLongTransactions: true })
  // Seeding exceeds the statement timeout of the server. Losing commits in a power cut is safe: the row that marks
  // the demo as loaded is written last.
  pool.on('connect', (client) => void client.query('set statement_timeout = 0; set synchronous_commit = off'))
  try {
    return await withLock(pool, () =>
      isReferenceOnly
        ? seedReference({ db, clock: systemClock })
        : seed({ db, pool, clock: systemClock, listings }),
    )
  } finally {
    await db.destroy()
  }
}

interface Options {
  /** `undefined` for the default. */
  listings: number | undefined
  isReferenceOnly: boolean
}

/** The options, or an error message. */
function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        listings: { type: 'string' },
        reference: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) return usage
    if (values.listings === undefined) return { listings: undefined, isReferenceOnly: values.reference }
    if (values.reference) return '--reference: cannot be used with --listings'
    const count = Number(values.listings)
    // Rejects an empty value: it would parse as 0 and remove all stock.
    if (/^\d{1,8}$/.test(values.listings) && count <= 10_000_000)
      return { listings: count, isReferenceOnly: false }
    return `--listings: must be a whole number up to 10,000,000`
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
  // A demo that an earlier version loaded lacks competitions, profiles, colours or entry lists.
  if (loaded !== undefined && !(await hasCatalogue(db, demoCatalogue)))
    await importFiles(
      db,
      clock,
      demoFiles.filter(({ kind }) => ['competitions', 'names', 'profiles', 'performers'].includes(kind)),
    )
  await markCatalogue(db, demoCatalogue)
  if (loaded !== undefined && (listings === undefined || listings === loaded)) {
    const confirmed = await confirmKickOffs({ db, clock })
    const confirmedText = confirmed > 0 ? `, ${formatCount(confirmed)} kick-offs confirmed since` : ''
    console.log(`demo: already loaded with ${formatCount(loaded)} listings${confirmedText}`)
    return 0
  }
  const invalidRows = await seedCatalogue(db, clock)
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
  const summary = `${formatCount(stock.tickets)} tickets for ${formatCount(stock.events)} events`
  console.log(`listings: ${formatCount(stock.listings)} generated, ${summary}`)
  console.log(`demo: loaded in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return invalidRows > 0 ? 1 : 0
}

/** Changes nothing that is already there. */
async function seedReference({ db, clock }: Pick<Seed, 'db' | 'clock'>): Promise<number> {
  return (await importFiles(db, clock, referenceFiles)) > 0 ? 1 : 0
}

/** Imports the files in order and returns the number of bad rows. */
async function importFiles(db: Db, clock: Clock, files: readonly SeedFile[]): Promise<number> {
  let bad = 0
  for (const file of files) {
    const { kind, path } = file
    const progress = createProgress(kind)
    const report = await importSeedFile({ db, clock, onProgress: progress.step }, file)
    progress.end()
    bad += report.bad.length
    console.log(`${kind}: ${formatCount(report.read)} ${report.rowsName} from ${path}`)
    for (const { line, reason } of report.bad) console.error(`  seeds/data/${path}:${line}: ${reason}`)
  }
  return bad
}

/** Imports the reference data and the demo's catalogue, moves past seasons forward, and returns the number of bad rows. */
async function seedCatalogue(db: Db, clock: Clock): Promise<number> {
  const bad = await importFiles(db, clock, [...referenceFiles, ...demoFiles])
  for (const { name, weeks, events } of await shiftSeasons({ db, clock })) {
    if (weeks > 0)
      console.log(`dates: ${formatCount(events)} events of ${name} moved forward by ${weeks} weeks`)
  }
  await analyzeFilled(db)
  const progress = createProgress('seating plans')
  const { plans } = await finishImport({ db, clock, onProgress: progress.step })
  progress.end()
  console.log(`seating plans: ${formatCount(plans)} rendered`)
  return bad
}
