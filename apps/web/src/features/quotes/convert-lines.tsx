import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatTickets } from '@terrace/domain/tickets'
import { priceSpan, priceText } from '#web/lib/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { OfferParts } from './offer-figures.tsx'
import { Signed } from './quote-amounts.tsx'
import { offerPlace } from './quote-texts.ts'
import { isWhole, type CheckedLine, type ConvertedLine, type useConversion } from './use-conversion.ts'

/** Each offer as it was quoted and as it is now, to be bought or left. */
export function ConvertLines({ conversion }: { conversion: ReturnType<typeof useConversion> }) {
  const { lines, wanted, refusals, choose, isHolding } = conversion
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.whole.id} className="py-3">
          <Line
            line={line}
            quantity={wanted.get(line.whole.id) ?? null}
            refusal={refusals.get(line.whole.id)}
            isBusy={isHolding}
            onChoose={(quantity) => choose(line.whole, quantity)}
          />
        </li>
      ))}
    </ul>
  )
}

interface LineProps {
  line: ConvertedLine
  /** Null where it is left out. */
  quantity: number | null
  refusal: string | undefined
  isBusy: boolean
  onChoose: (quantity: number | null) => void
}

function Line({ line: { whole, now }, quantity, refusal, isBusy, onChoose }: LineProps) {
  const { cost_then: then, parts } = now
  const [first, ...others] = parts
  const isThere = isWhole(now)
  const isGone = now.state === 'gone' && !isThere
  // What can be had in one number may be had in another as well.
  const short = isThere ? whole : now
  const isStale = quantity !== null && quantity !== now.quantity
  const place = offerPlace(whole)
  return (
    <div className="space-y-1.5 text-sm">
      <div className="flex items-start justify-between gap-4">
        <Checkbox
          isSelected={quantity !== null}
          isDisabled={isBusy || (!isThere && quantity === null)}
          onChange={(isOn) => onChoose(isOn ? whole.quantity : null)}
        >
          <span>
            <span className="font-semibold">{place}</span>
            <span className="block text-xs text-muted">
              {whole.category_name} · {formatTickets(quantity ?? whole.quantity)}
            </span>
          </span>
        </Checkbox>
        <p className="tabular pt-1.5 text-right">
          {isGone ? <Badge tone="danger">Gone</Badge> : <Cost then={then} parts={parts} />}
        </p>
      </div>
      <div className={cx('space-y-1.5 pl-8 transition-opacity', isStale && 'opacity-55')}>
        <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          {first && others.length === 0 && <Figures part={first} isGone={isGone} />}
          {now.held && <Badge tone="accent">{formatTickets(now.held.quantity)} held</Badge>}
        </p>
        <OfferParts offer={now} />
      </div>
      {!isGone && !isWhole(short) && (
        <div className="flex flex-wrap items-center gap-2 pl-8 text-xs">
          <span className="font-medium text-signal">
            {short.splits.length > 0
              ? `${short.quantity} can no longer be had together.`
              : `Only ${short.available} left.`}
          </span>
          {short.splits.map((split) => (
            <Button
              key={split}
              size="sm"
              isDisabled={isBusy || quantity === split}
              aria-label={`Take ${split} of ${place}`}
              onPress={() => onChoose(split)}
            >
              Take {split}
            </Button>
          ))}
        </div>
      )}
      {refusal !== undefined && (
        <p role="alert" className="pl-8 text-xs font-medium text-danger">
          {refusal}
        </p>
      )}
    </div>
  )
}

function Figures({ part, isGone }: { part: CheckedLine['parts'][number]; isGone: boolean }) {
  return (
    <>
      <span>Client pays {priceText(part.client_price)}</span>
      {!isGone && <span>Fee {priceText(part.service_fee)}</span>}
      {part.net && (
        <span>
          Net <Signed amount={fromWireMoney(part.net)} />
        </span>
      )}
    </>
  )
}

/** Per ticket, now and when it was quoted. */
function Cost({ then, parts }: { then: CheckedLine['cost_then']; parts: CheckedLine['parts'] }) {
  const costs = parts
    .flatMap(({ cost }) => cost ?? [])
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [lowest, highest] = [costs[0], costs.at(-1)]
  if (!lowest || !highest) return null
  const now = priceSpan(lowest, highest)
  if (now === priceText(then)) return <span className="font-semibold">{now}</span>
  const isDearer = Number(highest.amount) > Number(then.amount)
  return (
    <>
      <span className={isDearer ? 'font-semibold text-danger' : 'font-semibold text-ok'}>{now}</span>
      <span className="block text-xs text-muted">was {priceText(then)}</span>
    </>
  )
}
