import type { LiveListing, ValueChange } from './value-change.ts'
import { limitError, type Headroom, type LimitProblem } from '#api/modules/seller-accounts/index.ts'

/** The price of its unsold tickets while it is on sale. */
export const liveValue = ({ status, priceMinor, quantity, sold }: LiveListing): number =>
  status === 'active' ? priceMinor * Math.max(quantity - sold, 0) : 0

/** Counts the changes in their order and returns those that the limits do not allow, by id. */
export async function refuseOverLimit(
  headroom: Headroom | undefined,
  changes: readonly ValueChange[],
): Promise<Map<string, LimitProblem>> {
  const refused = new Map<string, LimitProblem>()
  if (!headroom) return refused
  for (const { id, currency, before, after } of changes) {
    const minor = liveValue(after) - (before ? liveValue(before) : 0)
    const problem = await headroom.take({ minor, currency })
    if (problem) refused.set(id, problem)
  }
  return refused
}

/** @throws `seller.over_limit` or `seller.suspended` if the change is not allowed */
export async function requireWithinLimit(
  headroom: Headroom | undefined,
  change: Omit<ValueChange, 'id'>,
): Promise<void> {
  const [problem] = (await refuseOverLimit(headroom, [{ ...change, id: '' }])).values()
  if (problem) throw limitError(problem)
}
