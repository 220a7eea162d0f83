import { bigPriceMovePercent } from '@terrace/contracts/inventory-imports'
import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { isKeyRevoked } from '../api-keys/api-keys.repo.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { hasPending } from '../imports/import-rows.repo.ts'
import {
  changeImport,
  findLastApplied,
  isBaseCurrent,
  lockImport,
  type ImportChange,
} from '../imports/imports.repo.ts'
import type { InventoryImport, WaitReason } from '../imports/inventory-import.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import {
  discardSuperseded,
  isApplying,
  readCleanSettings,
  readEarlierFiles,
  wasNotifiedRecently,
} from './automatic-imports.repo.ts'
import { notifyOwners } from '../notices/notify-owners.ts'
import { importLink } from '../notices/page-links.ts'
import { fingerprintManagedListings } from '../settled/settled-rows.repo.ts'

const cleanImports = 2

/** Whether the file arrived without a person, and has not been left to one yet. */
export function isAutomatic({ source, waitsFor }: InventoryImport): boolean {
  return (source === 'api' || source === 'drop') && waitsFor === null
}

/** Whether other files of the team are processed first, after which the preview of this one would be outdated. */
export async function waitsForOthers({ db }: ImportDeps, inventoryImport: InventoryImport): Promise<boolean> {
  return (
    (await readEarlierFiles(db, inventoryImport)).working > 0 ||
    (await isApplying(db, inventoryImport.teamId))
  )
}

/**
 * Ends the preview of a file that arrived without a person: starts to apply it, or asks the team's owners. The import
 * stays as it is, and is tried again, while another one is being applied, or when the preview is not `isCurrent` any more.
 */
export async function decideAutomatically(
  { db, clock }: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  preview: ImportChange,
  isCurrent: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<void> {
  const { state } = inventoryImport
  await inTransaction(db, async (tx) => {
    const locked = await lockImport(tx, inventoryImport.id)
    if (locked?.state !== state || (await hasPending(tx, inventoryImport.id))) return
    if (!(await isBaseCurrent(tx, inventoryImport, locked))) return
    const earlier = await readEarlierFiles(tx, inventoryImport)
    const last = await findLastApplied(tx, inventoryImport.profileId)
    if (earlier.working > 0 || (last?.id ?? null) !== (preview.baseImportId ?? null)) return
    if (!(await isCurrent(tx))) return
    const waitsFor = await reasonToWait(tx, inventoryImport, profile, { preview, earlier: earlier.waiting })
    // What arrived with a revoked key may not be the seller's, so it replaces nothing.
    if (isFullInventory(profile) && waitsFor !== 'key')
      await discardSuperseded(tx, earlier.waiting, clock.now())
    if (waitsFor === null) {
      await changeImport(tx, inventoryImport.id, state, {
        ...preview,
        state: 'applying',
        appliedAt: clock.now(),
        appliedBy: null,
      })
      // From here on, no other import of the team takes listings over.
      const managed = preview.keptRows
        ? await fingerprintManagedListings(tx, inventoryImport.profileId)
        : undefined
      if (managed !== undefined && managed !== preview.managedListings) throw new OutdatedPreview()
      return
    }
    await changeImport(tx, inventoryImport.id, state, { ...preview, state: 'previewed', waitsFor })
    if (await wasNotifiedRecently(tx, inventoryImport, { waitsFor })) return
    await notifyOwners(tx, inventoryImport.teamId, {
      kind: 'file',
      title: `A stock file of “${profile.name}” waits for you`,
      detail: `${inventoryImport.fileName}: ${waitText(waitsFor, preview)}`,
      link: importLink(inventoryImport.id),
    })
  }).catch((error: unknown) => {
    // Another import of the team is being applied.
    const isOtherApplied = constraintOf(error) === 'inventory_imports__one_at_a_time'
    if (!isOtherApplied && !(error instanceof OutdatedPreview)) throw error
  })
}

/** Another profile has taken listings of kept rows over. */
class OutdatedPreview extends Error {
  override readonly name = 'OutdatedPreview'
}

const isFullInventory = ({ settings }: InventoryProfile) => settings.mode === 'full_replace'

async function reasonToWait(
  tx: Tx,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { preview, earlier }: { preview: ImportChange; earlier: readonly string[] },
): Promise<WaitReason | null> {
  const { settings } = profile
  const { withdrawals, counts } = preview
  if (inventoryImport.apiKeyId !== null && (await isKeyRevoked(tx, inventoryImport.apiKeyId))) return 'key'
  if (earlier.length > 0 && !isFullInventory(profile)) return 'earlier'
  if (settings.automatic === 'never') return 'profile'
  if (withdrawals === 'guarded') return 'withdrawals'
  if (arePricesGuarded(preview, settings)) return 'prices'
  if ((counts?.held ?? 0) > 0 && settings.automatic_with_held === 'wait') return 'held'
  const clean = await readCleanSettings(tx, inventoryImport.profileId)
  const same = clean.filter((earlier) => readingOf(earlier) === readingOf(settings))
  return same.length < cleanImports ? 'first_imports' : null
}

/**
 * Whether a person must confirm the prices: more listings than `wipe_guard` allows to withdraw change by much, or some by a
 * factor of ten, as if the file had another unit.
 */
function arePricesGuarded(
  { totals, liveBefore = 0 }: ImportChange,
  { wipe_guard: guard }: InventorySettings,
): boolean {
  const { bigPriceMoves = 0, extremePriceMoves = 0 } = totals ?? {}
  return (
    extremePriceMoves > 0 ||
    bigPriceMoves > Math.max(guard.rows, Math.floor((liveBefore * guard.percent) / 100))
  )
}

/** The settings that decide how a file is read. Imports count towards `cleanImports` only while these stay the same. */
function readingOf(settings: InventorySettings): string {
  const {
    automatic: _automatic,
    automatic_with_held: _held,
    heartbeat: _heartbeat,
    wipe_guard: _guard,
    ...reading
  } = settings
  return JSON.stringify(reading, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}

/** Why a file waits, for people. */
export function waitText(
  reason: WaitReason,
  { counts, totals }: Pick<ImportChange, 'counts' | 'totals'>,
): string {
  switch (reason) {
    case 'profile':
      return 'its profile says that a person applies each file'
    case 'first_imports':
      return 'the first two files of a profile are applied by a person'
    case 'withdrawals':
      return `it withdraws ${formatCount(counts?.withdrawn ?? 0)} listings, which a person must confirm`
    case 'held':
      return `${formatCount(counts?.held ?? 0)} rows name events that are not known`
    case 'earlier':
      return 'an earlier file of its profile waits, and files are applied in their order'
    case 'prices':
      return `${formatCount(totals?.bigPriceMoves ?? 0)} prices move by more than ${bigPriceMovePercent} %, many of them or by a factor of ten, which a person must confirm`
    case 'key':
      return 'its API key was revoked after it arrived'
    default:
      return reason satisfies never
  }
}
