import type { Commission } from '@terrace/domain/money/commission'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { CostAmounts } from './cost-amounts.tsx'
import { LossWarning } from './loss-warning.tsx'
import { offerAmounts } from './quote-pricing.ts'
import type { useEventCosts } from './use-offer-costs.ts'

interface EventPreviewProps {
  costs: ReturnType<typeof useEventCosts>
  /** `null` while nothing valid has been entered. */
  commission: Commission | null
}

/** For an event quote: the lowest and highest current prices. */
export function EventPreview({ costs, commission }: EventPreviewProps) {
  const { listings, lowest, highest } = costs
  if (listings === undefined) {
    return (
      <SkeletonRegion label="Loading prices" className="space-y-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </SkeletonRegion>
    )
  }
  const rows = [
    { name: 'Cheapest', cost: lowest },
    { name: 'Most expensive', cost: highest },
  ].flatMap(({ name, cost }) =>
    cost ? [{ name, cost, amounts: commission && offerAmounts(cost, commission) }] : [],
  )
  return (
    <div className="space-y-4 text-sm">
      <p>
        {listings === 0
          ? 'No listings yet. Clients will see new ones as they appear.'
          : `${formatCount(listings)} ${listings === 1 ? 'listing' : 'listings'} right now. Clients see changes live while the quote is open. Prices per ticket:`}
      </p>
      {rows.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map(({ name, cost, amounts }) => (
            <li key={name} className="space-y-1.5 py-3">
              <p className="font-semibold">{name}</p>
              <CostAmounts cost={cost} amounts={amounts} isMissing={false} />
            </li>
          ))}
        </ul>
      )}
      <LossWarning amounts={rows.flatMap(({ amounts }) => amounts ?? [])} />
      {costs.rateDate !== undefined && (
        <p className="text-xs text-muted">Converted at {rateDateText(costs.rateDate)}.</p>
      )}
    </div>
  )
}
