import type { WireExchangeRate } from '@terrace/contracts/exchange-rate'
import type { Commission } from '@terrace/domain/money/commission'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { amountRange } from '#web/lib/format/price.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { conversionRates } from '#web/lib/format/rate-text.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { SignedRange } from '#web/features/quotes/signed-range.tsx'
import { offerSeatLabel } from '#web/features/quotes/quote-texts.ts'
import { CostAmounts } from './cost-amounts.tsx'
import { LossWarning } from './loss-warning.tsx'
import { offerAmounts, quoteTotals } from './quote-pricing.ts'
import { QuoteTotals } from './quote-totals.tsx'
import { pricedOffers, type OfferWithCost } from './use-offer-costs.ts'

interface OffersPreviewProps {
  offers: readonly OfferWithCost[]
  /** `null` while nothing valid has been entered; margins and client prices are then unknown. */
  commission: Commission | null
  currency: string
  /** The client chooses one of the offers. */
  clientChoosesOne: boolean
  /** Rates of the converted costs. */
  rates: readonly WireExchangeRate[]
  /** Server errors by offer id. */
  offerErrors: ReadonlyMap<string, string>
  onQuantity: (id: string, quantity: number) => void
  onRemove: (id: string) => void
}

/** Client price and margin of each offer, and the totals. */
export function OffersPreview({
  offers,
  commission,
  currency,
  clientChoosesOne,
  rates,
  ...handlers
}: OffersPreviewProps) {
  const complete = pricedOffers(offers, commission)
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-y border-line">
        {offers.map((offer) => (
          <li key={offer.id} className="py-3">
            <Offer offer={offer} commission={commission} isOnly={offers.length === 1} {...handlers} />
          </li>
        ))}
      </ul>
      {complete.length === offers.length && complete.length > 0 && (
        <QuoteTotals
          totals={quoteTotals(complete, { currency, clientChoosesOne })}
          isPriced={commission !== null}
          coverage={clientChoosesOne ? `one of ${offers.length} offers` : formatTickets(ticketsIn(offers))}
        />
      )}
      <ExchangeRates rates={conversionRates(rates, currency)} />
      <LossWarning amounts={commission ? complete.map(({ amounts }) => amounts) : []} />
    </div>
  )
}

const ticketsIn = (offers: readonly OfferWithCost[]): number =>
  offers.reduce((tickets, { quantity }) => tickets + quantity, 0)

/** On mobile, keeps the client's total and the margin visible while typing. */
export function TotalsLine({
  offers,
  commission,
  currency,
  clientChoosesOne,
}: Pick<OffersPreviewProps, 'offers' | 'commission' | 'currency' | 'clientChoosesOne'>) {
  const complete = pricedOffers(offers, commission)
  if (!commission || complete.length === 0 || complete.length < offers.length) return null
  const { clientPrice, net } = quoteTotals(complete, { currency, clientChoosesOne })
  return (
    <p className="tabular order-last text-sm text-muted sm:order-none sm:mr-auto sm:self-center lg:hidden">
      Client pays{' '}
      <span className="font-semibold text-ink">{amountRange(clientPrice.lowest, clientPrice.highest)}</span> ·
      Margin <SignedRange {...net} />
    </p>
  )
}

interface OfferProps extends Pick<OffersPreviewProps, 'offerErrors' | 'onQuantity' | 'onRemove'> {
  offer: OfferWithCost
  commission: Commission | null
  isOnly: boolean
}

function Offer({ offer, commission, isOnly, offerErrors, onQuantity, onRemove }: OfferProps) {
  const { id, section, row, categoryName, quantity, splits, cost } = offer
  const amounts = cost && commission && offerAmounts(cost, commission)
  const problem = offerErrors.get(id) ?? offer.problem
  const label = offerSeatLabel({ section, row })
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">{label}</p>
          <p className="text-xs text-muted">
            {categoryName} · {formatTickets(quantity)}
            {offer.held && ' held'}
          </p>
        </div>
        {!isOnly && (
          <IconButton
            size="sm"
            label={`Remove ${label}`}
            icon={<CloseIcon />}
            onPress={() => onRemove(id)}
            className="-my-1 -mr-2"
          />
        )}
      </div>
      {splits.length > 1 && (
        <NumberChooser
          label={`Quantity, ${label}`}
          numbers={splits}
          value={splits.includes(quantity) ? quantity : null}
          onChange={(newQuantity) => onQuantity(id, newQuantity)}
          limit={5}
        />
      )}
      <CostAmounts cost={cost} amounts={amounts} isMissing={problem !== null} />
      {problem !== null && (
        <p role="alert" className="text-xs font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
