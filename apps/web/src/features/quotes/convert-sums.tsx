import { fromWireMoney } from '@terrace/contracts/wire-money'
import { priceText } from '#web/lib/price.ts'
import { cx } from '#web/ui/cx.ts'
import { Signed } from './quote-preview.tsx'
import type { useConversion } from './use-conversion.ts'

/** What the purchase comes to, then and now, by the server's figures. */
export function ConvertSums({
  conversion: { sums, isStale },
}: {
  conversion: ReturnType<typeof useConversion>
}) {
  if (!sums) return null
  const { cost_then: then, cost_now: now, service_fee: fee, client_total: client, net } = sums
  return (
    <dl
      aria-label="In sum"
      aria-busy={isStale}
      className={cx(
        'tabular grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 text-sm transition-opacity',
        isStale && 'opacity-55',
      )}
    >
      <dt className="text-muted">Cost when quoted</dt>
      <dd className="text-right">{priceText(then)}</dd>
      <dt className="text-muted">Cost now</dt>
      <dd className="text-right font-semibold">{priceText(now)}</dd>
      <dt className="text-muted">Service fee</dt>
      <dd className="text-right">{priceText(fee)}</dd>
      <dt className="text-muted">The client pays you</dt>
      <dd className="text-right">{priceText(client)}</dd>
      <dt className="border-t border-line pt-2 font-semibold">You earn</dt>
      <dd className="border-t border-line pt-2 text-right font-semibold">
        <Signed amount={fromWireMoney(net)} />
      </dd>
    </dl>
  )
}
