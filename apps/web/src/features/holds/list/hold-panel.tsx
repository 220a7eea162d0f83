import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { priceText } from '#web/lib/format/price.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { Facts, type Fact } from '#web/ui/data-display/facts.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { TimerIcon } from '#web/ui/icons.ts'
import { DetailPanel } from '#web/ui/layout/detail-panel.tsx'
import { HeldLines } from '#web/features/holds/basket/held-lines.tsx'
import { holdTotals } from '#web/features/holds/basket/basket.ts'
import { holdRates } from '#web/features/holds/basket/hold-rates.ts'
import { isFullReleaseScheduled } from '#web/features/holds/release/scheduled-release.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { HoldNote } from './hold-note.tsx'
import { clientText, eventDay, holderText, HoldTimeLeft, seatsText } from './hold-columns.tsx'

interface HoldPanelProps {
  id: string
  onClose: () => void
  onQuote: (holds: readonly WireHold[]) => void
}

export function HoldPanel({ id, onClose, onQuote }: HoldPanelProps) {
  const query = useQuery(holdsQuery())
  const hold = query.data?.data.find(({ hold_id }) => hold_id === id)
  return (
    <DetailPanel
      entity="hold"
      list="holds"
      title={hold?.event.title ?? 'Hold'}
      subtitle={hold && `${eventDay(hold)} · ${hold.event.venue_name}, ${hold.event.city}`}
      isPending={query.isPending}
      onClose={onClose}
    >
      {hold && <HoldDetail hold={hold} onClose={onClose} onQuote={onQuote} />}
      {!hold && query.isPending && <HoldSkeleton />}
      {!hold && query.data && (
        <EmptyState
          icon={<TimerIcon />}
          title="No longer held"
          message="The tickets were released, bought, or their time ran out."
        />
      )}
      {!query.data && query.isError && <LoadError title="Couldn’t load this hold" query={query} />}
    </DetailPanel>
  )
}

function HoldDetail({ hold, onClose, onQuote }: { hold: WireHold } & Omit<HoldPanelProps, 'id'>) {
  const { tickets, fee, total } = holdTotals(hold)
  const facts: Fact[] = [
    ['Time left', <HoldTimeLeft key="time" hold={hold} />],
    ['Seats', seatsText(hold)],
    ['Category', hold.listing.category_name],
    ['Seller', hold.listing.seller_name],
    ...(holderText(hold) === '' ? [] : ([['Held by', holderText(hold)]] satisfies Fact[])),
    ...(hold.quote_ref === undefined
      ? []
      : ([
          [
            'Quote',
            <Link
              key="quote"
              to="/profile"
              search={{ tab: 'quotes', quote: hold.quote_ref }}
              className="rounded-sm font-medium underline"
            >
              {clientText(hold) || 'Open quote'}
            </Link>,
          ],
        ] satisfies Fact[])),
    [`Cost, ${formatTickets(hold.quantity)} at ${priceText(hold.price)}`, formatMoney(tickets)],
    [`Fee (${Number(hold.service_fee_percent)}%)`, formatMoney(fee)],
    [
      'All-in',
      <span key="total" className="font-semibold">
        {formatMoney(total)}
      </span>,
    ],
  ]
  return (
    <div className="space-y-5 p-4 sm:p-5">
      <div>
        <Facts facts={facts} />
        <ExchangeRates rates={holdRates([hold])} className="mt-2" />
      </div>
      {hold.state === 'active' && !isFullReleaseScheduled(hold) && (
        <div className="flex flex-wrap gap-2">
          <Link
            data-command="check_out"
            to="/checkout"
            search={{ holds: hold.hold_id }}
            className={buttonClass('primary')}
          >
            Check out
          </Link>
          <Button data-command="quote" onPress={() => onQuote([hold])}>
            Quote
          </Button>
          <Link
            data-command="event"
            to="/tickets/$name/$id"
            params={{ name: hold.event.slug, id: hold.event.id }}
            className={buttonClass('quiet')}
          >
            Open event
          </Link>
        </div>
      )}
      <HoldNote hold={hold} />
      <HeldLines holds={[hold]} isBusy={false} onEmpty={onClose} />
    </div>
  )
}

function HoldSkeleton() {
  return (
    <SkeletonRegion label="Loading hold" className="space-y-4 p-5">
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-10 w-full" />
    </SkeletonRegion>
  )
}
