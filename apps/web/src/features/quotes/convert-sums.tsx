import { fromWireMoney } from '@terrace/contracts/wire-money'
import { priceText } from '#web/lib/price.ts'
import { cx } from '#web/ui/cx.ts'
import { AmountRow as Row, Signed } from './quote-amounts.tsx'
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
      className={cx('tabular space-y-1.5 text-sm transition-opacity', isStale && 'opacity-55')}
    >
      <Row name="Cost when quoted">{priceText(then)}</Row>
      <Row name="Cost now">
        <strong className="font-semibold">{priceText(now)}</strong>
      </Row>
      <Row name="Service fee">{priceText(fee)}</Row>
      <Row name="The client pays you">{priceText(client)}</Row>
      <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt>You earn</dt>
        <dd>
          <Signed amount={fromWireMoney(net)} />
        </dd>
      </div>
    </dl>
  )
}
