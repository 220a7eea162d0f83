import type { WireSellerAccount } from '@terrace/contracts/seller-account'

/** What a seller may have on sale, and how much of it is used. */
export function SellerLimits({ limits, suspended }: Pick<WireSellerAccount, 'limits' | 'suspended'>) {
  if (!limits) return null
  const { exposure, unconfirmed_sales: sales } = limits
  const amount = ({ amount: text, currency }: { amount: string; currency: string }) => `${text} ${currency}`
  return (
    <div className="space-y-3">
      {suspended && (
        <p role="status" className="text-danger">
          Selling is suspended: {suspended.reason}. Held and sold tickets are not affected.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">On sale and sold, not delivered</dt>
        <dd className="tabular">
          {amount(exposure.used)}
          {exposure.limit ? ` of ${amount(exposure.limit)}` : ', no limit'}
        </dd>
        <dt className="text-muted">Sales without delivered tickets</dt>
        <dd className="tabular">
          {sales.used}
          {sales.limit === null ? ', no limit' : ` of ${sales.limit}`}
        </dd>
      </dl>
    </div>
  )
}
