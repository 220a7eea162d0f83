import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { priceRange, priceText } from '#web/lib/format/price.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { OfferParts } from '#web/features/quotes/detail/offer-amounts.tsx'
import { SignedAmount } from '#web/features/quotes/detail/quote-amounts.tsx'
import { offerSeatLabel } from '#web/features/quotes/quote-texts.ts'
import {
  isFullyAvailable,
  type CheckedLine,
  type ConvertedLine,
  type useConversion,
} from './use-conversion.ts'

/** Each offer as quoted and as available now, with a choice to buy it. */
export function ConvertLines({ conversion }: { conversion: ReturnType<typeof useConversion> }) {
  const { lines, quantities, lineErrors, select, isHolding } = conversion
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.full.id} className="py-3">
          <ConvertLine
            line={line}
            quantity={quantities.get(line.full.id) ?? null}
            lineError={lineErrors.get(line.full.id)}
            isBusy={isHolding}
            onSelect={(quantity) => select(line.full, quantity)}
          />
        </li>
      ))}
    </ul>
  )
}

interface ConvertLineProps {
  line: ConvertedLine
  /** `null` when the offer is left out. */
  quantity: number | null
  lineError: string | undefined
  isBusy: boolean
  onSelect: (quantity: number | null) => void
}

function ConvertLine({ line: { full, current }, quantity, lineError, isBusy, onSelect }: ConvertLineProps) {
  const { cost_when_quoted: originalCost, parts } = current
  const [first, ...others] = parts
  const isAvailable = isFullyAvailable(current)
  const isUnavailable = current.state === 'unavailable' && !isAvailable
  // While the selected quantity is available, offer the other quantities too.
  const splitLine = isAvailable ? full : current
  const isStale = quantity !== null && quantity !== current.quantity
  const label = offerSeatLabel(full)
  return (
    <div className="space-y-1.5 text-sm">
      <div className="flex items-start justify-between gap-4">
        <Checkbox
          isSelected={quantity !== null}
          isDisabled={isBusy || (!isAvailable && quantity === null)}
          onChange={(isOn) => onSelect(isOn ? full.quantity : null)}
        >
          <span>
            <span className="font-semibold">{label}</span>
            <span className="block text-xs text-muted">
              {full.category_name} · {formatTickets(quantity ?? full.quantity)}
            </span>
          </span>
        </Checkbox>
        <p className="tabular pt-1.5 text-right">
          {isUnavailable ? (
            <Badge tone="danger">Unavailable</Badge>
          ) : (
            <Cost originalCost={originalCost} parts={parts} />
          )}
        </p>
      </div>
      <div className={cx('space-y-1.5 pl-8 transition-opacity', isStale && 'opacity-55')}>
        <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          {first && others.length === 0 && <PartAmounts part={first} isUnavailable={isUnavailable} />}
          {current.held && <Badge tone="accent">{formatTickets(current.held.quantity)} held</Badge>}
        </p>
        <OfferParts offer={current} />
      </div>
      {!isUnavailable && !isFullyAvailable(splitLine) && (
        <div className="flex flex-wrap items-center gap-2 pl-8 text-xs">
          <span className="font-medium text-signal">
            {splitLine.splits.length > 0
              ? `${splitLine.quantity} are no longer available together.`
              : `Only ${splitLine.available} left.`}
          </span>
          {splitLine.splits.map((split) => (
            <Button
              key={split}
              size="sm"
              isDisabled={isBusy || quantity === split}
              aria-label={`Buy ${split} of ${label}`}
              onPress={() => onSelect(split)}
            >
              Buy {split}
            </Button>
          ))}
        </div>
      )}
      {lineError !== undefined && (
        <p role="alert" className="pl-8 text-xs font-medium text-danger">
          {lineError}
        </p>
      )}
    </div>
  )
}

function PartAmounts({
  part,
  isUnavailable,
}: {
  part: CheckedLine['parts'][number]
  isUnavailable: boolean
}) {
  return (
    <>
      <span>Client pays {priceText(part.client_price)}</span>
      {!isUnavailable && <span>Fee {priceText(part.service_fee)}</span>}
      {part.net && (
        <span>
          Margin <SignedAmount amount={fromWireMoney(part.net)} />
        </span>
      )}
    </>
  )
}

/** Cost per ticket, now and when quoted. */
function Cost({
  originalCost,
  parts,
}: {
  originalCost: CheckedLine['cost_when_quoted']
  parts: CheckedLine['parts']
}) {
  const costs = parts
    .flatMap(({ cost }) => cost ?? [])
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [lowest, highest] = [costs[0], costs.at(-1)]
  if (!lowest || !highest) return null
  const current = priceRange(lowest, highest)
  if (current === priceText(originalCost)) return <span className="font-semibold">{current}</span>
  const hasPriceIncreased = Number(highest.amount) > Number(originalCost.amount)
  return (
    <>
      <span className={hasPriceIncreased ? 'font-semibold text-danger' : 'font-semibold text-ok'}>
        {current}
      </span>
      <span className="block text-xs text-muted">was {priceText(originalCost)}</span>
    </>
  )
}
