import { isDeepStrictEqual } from 'node:util'
import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { costColumns } from './profile.ts'

/** What decides the prices that a file sets, and whether a person sees them before they are applied. */
const pricingSettings = [
  'dialect',
  'columns',
  'currency',
  'decimal',
  'owners',
  'wipe_guard',
  'automatic',
  'automatic_with_held',
] as const satisfies (keyof InventorySettings)[]

/** Whether only a member who sees money may make this change: later files would say otherwise what the seller paid. */
export function changesCosts(before: InventorySettings, after: InventorySettings): boolean {
  return !isDeepStrictEqual(costColumns(before), costColumns(after))
}

/** Whether only a member who may set prices may make this change: later files would be priced otherwise, or unseen. */
export function changesPricing(before: InventorySettings, after: InventorySettings): boolean {
  return pricingSettings.some((name) => !isDeepStrictEqual(before[name], after[name]))
}
