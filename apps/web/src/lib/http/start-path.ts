import { paths, safeNext } from '#web/lib/url/paths.ts'
import { isToApply, wasSelling } from './last-side.ts'
import { sides } from './sides.ts'

/** The page after a login that asked for none. */
export function startPath(): string {
  const { canBuy, canSell } = sides()
  if (canBuy && canSell && wasSelling()) return '/sell/inventory'
  return canBuy && !canSell && isToApply() ? paths.applyToSell() : safeNext(undefined)
}
