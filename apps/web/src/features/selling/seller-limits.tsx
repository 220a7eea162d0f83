import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { cx } from '#web/ui/cx.ts'

/** What a seller may have on sale, and how much of it is used. */
export function SellerLimits({ limits }: { limits: NonNullable<WireSellerAccount['limits']> }) {
  const { exposure, unconfirmed_sales: sales } = limits
  const amount = (wire: NonNullable<typeof exposure>['used']) => formatMoney(fromWireMoney(wire))
  return (
    <dl className="grid gap-5 sm:grid-cols-2">
      {exposure && (
        <Limit
          name="On sale and sold, not delivered"
          remedy="Deliver sold tickets or take listings off sale first."
          used={amount(exposure.used)}
          limit={exposure.limit && amount(exposure.limit)}
          share={exposure.limit && Number(exposure.used.amount) / Number(exposure.limit.amount)}
        />
      )}
      <Limit
        name="Sales without delivered tickets"
        remedy="Deliver sold tickets before you list more."
        used={String(sales.used)}
        limit={sales.limit === null ? null : String(sales.limit)}
        share={sales.limit === null ? null : sales.used / sales.limit}
      />
    </dl>
  )
}

interface LimitProps {
  name: string
  /** What to do when the limit is reached. */
  remedy: string
  used: string
  limit: string | null
  /** Of the limit; not finite when the limit is zero. */
  share: number | null
}

function Limit({ name, remedy, used, limit, share }: LimitProps) {
  const state = share === null || share < 0.8 ? 'ok' : share >= 1 || Number.isNaN(share) ? 'reached' : 'near'
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">
        <p className="tabular font-medium">
          {used}
          <span className="font-normal text-muted">{limit === null ? ', no limit' : ` of ${limit}`}</span>
        </p>
        {share !== null && (
          <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className={cx(
                'h-full rounded-full',
                state === 'ok' ? 'bg-accent' : state === 'near' ? 'bg-signal' : 'bg-danger',
              )}
              style={{ width: `${Math.min(100, Number.isNaN(share) ? 100 : share * 100)}%` }}
            />
          </div>
        )}
        {state === 'near' && <p className="mt-1.5 text-xs font-medium text-signal">Near the limit</p>}
        {state === 'reached' && (
          <p className="mt-1.5 text-xs font-medium text-danger">
            {Number.isFinite(share) ? `Limit reached. ${remedy}` : 'Nothing can be put on sale.'}
          </p>
        )}
      </dd>
    </div>
  )
}
