import { safeNext } from '#web/lib/url/paths.ts'
import { isToApply, wasSelling } from './last-side.ts'
import { sides } from './sides.ts'

/** The application to sell, on the team's tab. */
const applyPath = '/profile?tab=team&show=selling'

/** The page after a login that asked for none. */
export function startPath(): string {
  const { canBuy, canSell } = sides()
  if (canBuy && canSell && wasSelling()) return '/sell/inventory'
  return canBuy && !canSell && isToApply() ? applyPath : safeNext(undefined)
}
