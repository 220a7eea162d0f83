import { formatMoney } from '@terrace/domain/money/money'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { negate, type OfferAmounts } from './quote-pricing.ts'

/** Warns when the commission does not cover the fee. */
export function LossWarning({ amounts }: { amounts: readonly OfferAmounts[] }) {
  const [worst] = amounts.filter(({ net }) => net.minor < 0).toSorted((a, b) => a.net.minor - b.net.minor)
  return (
    <div role="status">
      {worst && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          Your commission doesn’t cover the fee. You’d lose up to {formatMoney(negate(worst.net))} per ticket.
        </Notice>
      )}
    </div>
  )
}
