import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { useEffect } from 'react'
import { AttemptOutcome } from '#web/features/checkout/attempt-outcome.tsx'
import { OrderConfirmed } from '#web/features/checkout/order-confirmed.tsx'
import { OrderDocuments } from '#web/features/orders/order-documents.tsx'
import { attemptQuery } from '#web/features/checkout/queries.ts'
import { errorText, namesNothing } from '#web/lib/api-error.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { useTitle } from '#web/lib/title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReceiptIcon } from '#web/ui/icons.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import NotFound from './not-found.tsx'

const route = getRouteApi('/logged-in/checkout/confirm')

/** Everything that a settled purchase changes. */
const touched = [
  holdsRoutes.list.name,
  dataKeys.tickets,
  dataKeys.stockTotals,
  ordersRoutes.list.name,
  workspaceRoutes.counts.name,
  checkoutRoutes.openAttempts.name,
  checkoutDraftRoutes.read.name,
  dataKeys.cards,
]

/** `/checkout/confirm?attempt=…`: what became of a purchase (spec §2). */
export default function CheckoutConfirmation() {
  const { attempt: attemptId } = route.useSearch()
  const queryClient = useQueryClient()
  const attempt = useQuery({ ...attemptQuery(attemptId ?? ''), enabled: attemptId !== undefined })
  const status = attempt.data?.status
  useTitle(titleOf(attempt.data))

  useEffect(() => {
    if (status === undefined) return
    for (const name of touched) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [status, queryClient])

  if (attempt.data) {
    return attempt.data.order ? (
      <OrderConfirmed
        order={attempt.data.order}
        documents={<OrderDocuments orderId={attempt.data.order.id} size="md" />}
      />
    ) : (
      <div className="px-4 sm:px-7">
        <AttemptOutcome attempt={attempt.data} />
      </div>
    )
  }
  if (namesNothing(attempt.error)) return <NotFound />
  return (
    <>
      <h1 className="sr-only">{titleOf(undefined)}</h1>
      {attemptId === undefined ? <NoPurchase /> : <Unknown query={attempt} />}
    </>
  )
}

interface UnknownProps {
  query: { error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
}

/** What became of the purchase is on its way, or could not be learnt. */
function Unknown({ query }: UnknownProps) {
  if (query.error) {
    return (
      <ErrorState
        className="py-24"
        title="We could not learn what became of the purchase"
        message={`${errorText(query.error)} Nothing is lost: the order, if there is one, is found under Purchases.`}
        isOffline={!navigator.onLine}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <SkeletonRegion label="Loading the purchase" className="mx-auto w-full max-w-3xl px-4 pt-10 sm:px-7">
      <Skeleton className="h-12 w-80 max-w-full" />
      <Skeleton className="mt-6 h-80" />
    </SkeletonRegion>
  )
}

function titleOf(attempt: WireAttempt | undefined): string {
  if (attempt?.order?.status === 'Cancelled') return 'Order cancelled'
  return attempt?.status === 'confirmed' ? 'Order confirmed' : 'Your purchase'
}

function NoPurchase() {
  return (
    <EmptyState
      className="py-24"
      icon={<ReceiptIcon />}
      title="There is no purchase here"
      message="Orders that were placed are found under Purchases."
      action={
        <Link to="/profile" search={{ tab: 'purchases' }} className={buttonClass('primary')}>
          Go to Purchases
        </Link>
      }
    />
  )
}
