import type { WireInventoryImport, WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { allInPrice } from '@terrace/domain/money/service-fee'
import type { Db } from '#api/db/client.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { findImport } from '../imports/imports.repo.ts'
import { workingStates, type InventoryImport } from '../imports/inventory-import.ts'
import { readHeldEvents } from '../matching/import-events.repo.ts'
import { rowFormatOf, type InventoryProfile } from '../profiles/profile.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import { readImportNames } from './import-names.repo.ts'
import { presentImport, presentTotals } from './imports.presenter.ts'
import { readPriceExamples, readReasons } from './shown-rows.repo.ts'

/** @throws `inventory_import.not_found` also for an import of another team */
export async function requireImportOf(db: Db, teamId: string, importId: string): Promise<InventoryImport> {
  const inventoryImport = await findImport(db, importId, teamId)
  if (!inventoryImport) throw inventoryImportErrors.make('inventory_import.not_found')
  return inventoryImport
}

/** An import as lists show it. */
export async function shownImport(
  { db }: { db: Db },
  inventoryImport: InventoryImport,
): Promise<WireInventoryImport> {
  const [shown] = await shownImports(db, [inventoryImport])
  if (!shown) throw new Error(`the import ${inventoryImport.id} has no profile`)
  return shown
}

export async function shownImports(db: Db, jobs: readonly InventoryImport[]): Promise<WireInventoryImport[]> {
  const names = await readImportNames(
    db,
    jobs.map(({ id }) => id),
  )
  return jobs.flatMap((inventoryImport) => {
    const known = names.get(inventoryImport.id)
    return known ? [presentImport(inventoryImport, known)] : []
  })
}

/** An import with everything that a person needs to decide about it. */
export async function readImportDetail(
  db: Db,
  { teamId, importId, serviceFeeBp }: { teamId: string; importId: string; serviceFeeBp: number },
): Promise<WireInventoryImportDetail> {
  const inventoryImport = await requireImportOf(db, teamId, importId)
  const [profile, shown, last] = await Promise.all([
    findProfileVersion(db, inventoryImport.profileId, inventoryImport.profileVersion),
    shownImport({ db }, inventoryImport),
    inventoryImport.baseImportId === null ? undefined : findImport(db, inventoryImport.baseImportId),
  ])
  if (!profile) throw new Error(`the import ${importId} has no profile`)
  // While the server works, there is nothing to decide, and a page that watches the progress asks often.
  const isWorking = workingStates.includes(inventoryImport.state)
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
    totals: presentTotals(inventoryImport),
    price_column: priceColumnOf(profile, inventoryImport),
    examples: examples.map(({ line, priceMinor, currency }) => {
      const price = money(priceMinor, currency)
      return {
        line,
        price: toWireMoney(price),
        proceeds: toWireMoney(sellerProceeds(price)),
        buyer_pays: toWireMoney(allInPrice(price, serviceFeeBp)),
      }
    }),
    kept_rows: inventoryImport.keptRows,
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
