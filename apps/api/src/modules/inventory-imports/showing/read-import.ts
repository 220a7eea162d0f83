import type { WireInventoryImport, WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { allInPrice } from '@terrace/domain/money/service-fee'
import type { Db } from '#api/db/client.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { findImport } from '../jobs/imports.repo.ts'
import { workingStates, type InventoryImport } from '../jobs/inventory-import.ts'
import { readHeldEvents } from '../matching/import-events.repo.ts'
import { rowFormatOf, type InventoryProfile } from '../profiles/profile.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import { readImportNames } from './import-names.repo.ts'
import { presentImport, presentTotals } from './imports.presenter.ts'
import { readPriceExamples, readReasons } from './shown-rows.repo.ts'

/** @throws `inventory_import.not_found` also for an import of another team */
export async function requireImportOf(db: Db, teamId: string, importId: string): Promise<InventoryImport> {
  const job = await findImport(db, importId, teamId)
  if (!job) throw inventoryImportErrors.make('inventory_import.not_found')
  return job
}

/** An import as lists show it. */
export async function shownImport({ db }: { db: Db }, job: InventoryImport): Promise<WireInventoryImport> {
  const [shown] = await shownImports(db, [job])
  if (!shown) throw new Error(`the import ${job.id} has no profile`)
  return shown
}

export async function shownImports(db: Db, jobs: readonly InventoryImport[]): Promise<WireInventoryImport[]> {
  const names = await readImportNames(
    db,
    jobs.map(({ id }) => id),
  )
  return jobs.flatMap((job) => {
    const known = names.get(job.id)
    return known ? [presentImport(job, known)] : []
  })
}

/** An import with everything that a person needs to decide about it. */
export async function readImportDetail(
  db: Db,
  { teamId, importId, serviceFeeBp }: { teamId: string; importId: string; serviceFeeBp: number },
): Promise<WireInventoryImportDetail> {
  const job = await requireImportOf(db, teamId, importId)
  const [profile, shown, last] = await Promise.all([
    findProfileVersion(db, job.profileId, job.profileVersion),
    shownImport({ db }, job),
    job.baseImportId === null ? undefined : findImport(db, job.baseImportId),
  ])
  if (!profile) throw new Error(`the import ${importId} has no profile`)
  // While the server works, there is nothing to decide, and a page that watches the progress asks often.
  const isWorking = workingStates.includes(job.state)
  const [examples, held, reasons] = isWorking
    ? [[], { total: 0 }, []]
    : await Promise.all([
        readPriceExamples(db, importId),
        readHeldEvents(db, importId, { limit: 1, offset: 0 }),
        readReasons(db, importId),
      ])
  return {
    ...shown,
    mode: profile.settings.mode,
    last_file: last ? { name: last.fileName, rows: last.rowsRead } : null,
    totals: presentTotals(job),
    price_column: priceColumnOf(profile, job),
    examples: examples.map(({ line, priceMinor, currency }) => {
      const price = money(priceMinor, currency)
      return {
        line,
        price: toWireMoney(price),
        proceeds: toWireMoney(sellerProceeds(price)),
        buyer_pays: toWireMoney(allInPrice(price, serviceFeeBp)),
      }
    }),
    held_events: held.total,
    reasons,
  }
}

function priceColumnOf(
  { settings }: InventoryProfile,
  { eventId }: InventoryImport,
): { name: string; unit: string } | null {
  const columns = Object.entries(rowFormatOf(settings, eventId).columns)
  const [name, meaning] = columns.find(([, { field }]) => field === 'price') ?? []
  return name === undefined ? null : { name, unit: meaning?.unit ?? 'ask_per_ticket' }
}
