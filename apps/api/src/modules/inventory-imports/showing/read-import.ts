import type { WireInventoryImport, WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { allInPrice } from '@terrace/domain/money/service-fee'
import type { Db } from '#api/db/client.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { findImport } from '../jobs/imports.repo.ts'
import type { InventoryImport } from '../jobs/inventory-import.ts'
import { readHeldEvents } from '../matching/import-events.repo.ts'
import { rowFormatOf, type InventoryProfile } from '../profiles/profile.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import { presentImport } from './imports.presenter.ts'
import { readPriceExamples, readReasons } from './shown-rows.repo.ts'

/** @throws `inventory_import.not_found` also for an import of another team */
export async function requireImportOf(db: Db, teamId: string, importId: string): Promise<InventoryImport> {
  const job = await findImport(db, importId, teamId)
  if (!job) throw inventoryImportErrors.make('inventory_import.not_found')
  return job
}

/** An import as lists show it. */
export async function shownImport({ db }: { db: Db }, job: InventoryImport): Promise<WireInventoryImport> {
  const profile = await findProfileVersion(db, job.profileId, job.profileVersion)
  return presentImport(job, profile?.name ?? '')
}

/** An import with everything that a person needs to decide about it. */
export async function readImportDetail(
  db: Db,
  { teamId, importId, serviceFeeBp }: { teamId: string; importId: string; serviceFeeBp: number },
): Promise<WireInventoryImportDetail> {
  const job = await requireImportOf(db, teamId, importId)
  const [profile, examples, held, reasons] = await Promise.all([
    findProfileVersion(db, job.profileId, job.profileVersion),
    readPriceExamples(db, importId),
    readHeldEvents(db, importId, { limit: 1, offset: 0 }),
    readReasons(db, importId),
  ])
  if (!profile) throw new Error(`the import ${importId} has no profile`)
  return {
    ...presentImport(job, profile.name),
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
