import { isDeepStrictEqual } from 'node:util'
import type { InventorySettings } from '@terrace/contracts/inventory-profiles'

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

/** Whether only a member who may set prices may make this change: later files would be priced otherwise, or unseen. */
export function changesPricing(before: InventorySettings, after: InventorySettings): boolean {
  return pricingSettings.some((name) => !isDeepStrictEqual(before[name], after[name]))
}
