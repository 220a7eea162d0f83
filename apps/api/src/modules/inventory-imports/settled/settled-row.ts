import type { RowPlan } from '../planning/plan-row.ts'
import type { RowWarning } from '../reading/inventory-row.ts'
import type { SettledRow } from './settled-rows.repo.ts'

/**
 * The row as later files need not read it, if its plan leaves the listing as it is and there is nothing to warn of. Not after a
 * sale: then the plan depends on when the file was made.
 */
export function settledRowOf(
  {
    digest,
    eventId,
    warnings,
  }: { digest: Buffer | null; eventId: number | null; warnings: readonly RowWarning[] },
  plan: RowPlan,
): SettledRow | undefined {
  if (digest === null || plan.kind !== 'unchanged' || warnings.length + plan.warnings.length > 0)
    return undefined
  const { id: listingId, revision, sold, event_id } = plan.stored
  return sold > 0 || event_id !== eventId
    ? undefined
    : { listingId, digest: digest.toString('hex'), revision }
}
