import { safeNext } from '#web/lib/url/paths.ts'
import { startsAtApplication, startsAtDesk } from './start-page.ts'
import { sides } from './sides.ts'

/** The application to sell, on the team's tab. */
const applyPath = '/profile?tab=team&show=selling'

/** The page after a login that asked for none. */
export function startPath(): string {
  const { canBuy, canSell } = sides()
  if (canBuy && canSell && startsAtDesk()) return '/sell/inventory'
  return canBuy && !canSell && startsAtApplication() ? applyPath : safeNext(undefined)
}
