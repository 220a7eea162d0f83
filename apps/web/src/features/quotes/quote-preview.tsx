import type { Commission } from '@terrace/domain/commission'
import { formatMoney } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AlertTriangleIcon, CloseIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { Notice } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { AmountRow as Row, Figure, PerTicket, Signed } from './quote-amounts.tsx'
import { negative, offerFigures, quoteSums, type OfferCost, type OfferFigures } from './quote-figures.ts'
import { offerPlace } from './quote-texts.ts'
import type { KnownOffer, useEventCosts } from './use-offer-costs.ts'

interface OffersPreviewProps {
  offers: readonly KnownOffer[]
  commission: Commission | null
  /** Whether a commission was typed: before that none is too low. */
  isSaid: boolean
  currency: string
  /** What the server said of an offer, by its id. */
  refusals: ReadonlyMap<string, string>
  onQuantity: (id: string, quantity: number) => void
  onRemove: (id: string) => void
}

/** Each offer as the client will pay it and as it pays the broker, and the sum of all. */
export function OffersPreview({ offers, commission, isSaid, currency, ...does }: OffersPreviewProps) {
  const { figured, known } = figuresOf(offers, commission)
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-y border-line">
        {figured.map((offer) => (
          <li key={offer.id} className="py-3">
            <Offer offer={offer} isOnly={offers.length === 1} {...does} />
          </li>
        ))}
      </ul>
      {known.length === offers.length && known.length > 0 && (
        <Sums {...quoteSums(known, currency)} hasSeveral={offers.length > 1} />
      )}
      <LossWarning figures={isSaid ? known.map(({ figures }) => figures) : []} />
    </div>
  )
}

function figuresOf(offers: readonly KnownOffer[], commission: Commission | null) {
  const figured = offers.map((offer) => ({
    ...offer,
    figures: offer.cost && commission ? offerFigures(offer.cost, commission) : null,
  }))
  const known = figured.flatMap(({ quantity, figures }) => (figures ? [{ quantity, figures }] : []))
  return { figured, known }
}

/** On a phone, what the client pays and what the broker earns, in sight whatever is being typed. */
export function SumLine({
  offers,
  commission,
  currency,
}: Pick<OffersPreviewProps, 'offers' | 'commission' | 'currency'>) {
  const { known } = figuresOf(offers, commission)
  if (known.length === 0 || known.length < offers.length) return null
  const { client, net } = quoteSums(known, currency)
  return (
    <p className="tabular order-last text-sm text-muted sm:order-none sm:mr-auto sm:self-center lg:hidden">
      Client pays <span className="font-semibold text-ink">{formatMoney(client)}</span> · net{' '}
      <Signed amount={net} />
    </p>
  )
}

interface OfferProps extends Pick<OffersPreviewProps, 'refusals' | 'onQuantity' | 'onRemove'> {
  offer: KnownOffer & { figures: OfferFigures | null }
  isOnly: boolean
}

function Offer({ offer, isOnly, refusals, onQuantity, onRemove }: OfferProps) {
  const { id, section, row, categoryName, quantity, splits, cost, figures } = offer
  const problem = refusals.get(id) ?? offer.problem
  const place = offerPlace({ section, row })
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">{place}</p>
          <p className="text-xs text-muted">
            {categoryName} · {formatTickets(quantity)}
            {offer.held && ' held'}
          </p>
        </div>
        {!isOnly && (
          <IconButton
            size="sm"
            label={`Take out ${place}`}
            icon={<CloseIcon />}
            onPress={() => onRemove(id)}
            className="-my-1 -mr-2"
          />
        )}
      </div>
      {splits.length > 1 && (
        <NumberChooser
          label={`Quantity, ${place}`}
          numbers={splits}
          value={splits.includes(quantity) ? quantity : null}
          onChange={(chosen) => onQuantity(id, chosen)}
          limit={5}
        />
      )}
      <CostFigures cost={cost} figures={figures} isMissing={problem !== null} />
      {problem !== null && (
        <p role="alert" className="text-xs font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function CostFigures({
  cost,
  figures,
  isMissing,
}: {
  cost: OfferCost | null
  figures: OfferFigures | null
  isMissing: boolean
}) {
  if (!cost) return isMissing ? null : <Skeleton className="h-4 w-52" />
  return (
    <PerTicket>
      {figures && <Figure name="Client pays">{formatMoney(figures.client)}</Figure>}
      <Figure name="Cost">{formatMoney(cost.price)}</Figure>
      <Figure name="Fee">{formatMoney(cost.fee)}</Figure>
      {figures && (
        <Figure name="Net">
          <Signed amount={figures.net} />
        </Figure>
      )}
    </PerTicket>
  )
}

function Sums({
  tickets,
  client,
  price,
  fee,
  net,
  hasSeveral,
}: ReturnType<typeof quoteSums> & { hasSeveral: boolean }) {
  return (
    <dl aria-label="In sum" className="tabular space-y-1.5 text-sm">
      <Row name={`Cost of ${formatTickets(tickets)}`}>{formatMoney(price)}</Row>
      <Row name="Service fee">{formatMoney(fee)}</Row>
      <Row name="Net margin">
        <Signed amount={net} />
      </Row>
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
        <dt>{hasSeveral ? 'Client pays for all' : 'Client pays'}</dt>
        <dd>{formatMoney(client)}</dd>
      </div>
    </dl>
  )
}

/** What the broker must know before the client says yes. */
function LossWarning({ figures }: { figures: readonly OfferFigures[] }) {
  const [worst] = figures.filter(({ net }) => net.minor < 0).toSorted((a, b) => a.net.minor - b.net.minor)
  return (
    <div role="status">
      {worst && (
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          The commission does not cover the service fee: you would pay up to{' '}
          {formatMoney(negative(worst.net))} a ticket yourself.
        </Notice>
      )}
    </div>
  )
}

interface EventPreviewProps {
  costs: ReturnType<typeof useEventCosts>
  commission: Commission | null
  isSaid: boolean
}

/** Of a whole event: what the client sees first and last, as the feed stands now. */
export function EventPreview({ costs, commission, isSaid }: EventPreviewProps) {
  const { listings, lowest, highest } = costs
  if (listings === undefined) {
    return (
      <SkeletonRegion label="Prices are loading" className="space-y-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </SkeletonRegion>
    )
  }
  const shown = [
    { name: 'Cheapest', cost: lowest },
    { name: 'Dearest', cost: highest },
  ].flatMap(({ name, cost }) =>
    cost ? [{ name, cost, figures: commission && offerFigures(cost, commission) }] : [],
  )
  return (
    <div className="space-y-4 text-sm">
      <p>
        {listings === 0
          ? 'Nothing is listed now; the client sees what comes.'
          : `${formatCount(listings)} ${listings === 1 ? 'listing' : 'listings'} now, and what comes and goes while the quote stands. Per ticket:`}
      </p>
      {shown.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map(({ name, cost, figures }) => (
            <li key={name} className="space-y-1.5 py-3">
              <p className="font-semibold">{name}</p>
              <CostFigures cost={cost} figures={figures} isMissing={false} />
            </li>
          ))}
        </ul>
      )}
      <LossWarning figures={isSaid ? shown.flatMap(({ figures }) => figures ?? []) : []} />
    </div>
  )
}

/** The prices could not be had: the quote can be made all the same, since the server reckons by itself. */
export function PreviewFailed({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="space-y-2 text-sm text-danger">
      <p>Today’s prices could not be loaded.</p>
      <Button size="sm" onPress={onRetry} isPending={isRetrying}>
        Try again
      </Button>
    </div>
  )
}
