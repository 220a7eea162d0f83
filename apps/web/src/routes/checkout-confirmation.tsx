import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { useEffect } from 'react'
import { AttemptOutcome } from '#web/features/checkout/confirmation/attempt-outcome.tsx'
import { OrderConfirmed } from '#web/features/checkout/confirmation/order-confirmed.tsx'
import { OrderDocuments } from '#web/features/orders/order-documents.tsx'
import { attemptQuery } from '#web/features/checkout/queries.ts'
import { errorText, isNotFoundError } from '#web/lib/http/api-error.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ReceiptIcon } from '#web/ui/icons.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import NotFound from './not-found.tsx'

const route = getRouteApi('/logged-in/checkout/confirm')

/** Queries that a finished purchase invalidates. */
const affectedKeys = [
  holdsRoutes.list.name,
  dataKeys.tickets,
  dataKeys.stockTotals,
  ordersRoutes.list.name,
  workspaceRoutes.counts.name,
  checkoutRoutes.openAttempts.name,
  checkoutDraftRoutes.read.name,
  dataKeys.cards,
]

/** `/checkout/confirm?attempt=…`: the result of a purchase (spec §2). */
export default function CheckoutConfirmation() {
  const { attempt: attemptId } = route.useSearch()
  const queryClient = useQueryClient()
  const attempt = useQuery({ ...attemptQuery(attemptId ?? ''), enabled: attemptId !== undefined })
  const status = attempt.data?.status
  useTitle(titleOf(attempt.data))

  useEffect(() => {
    if (status === undefined) return
    for (const name of affectedKeys) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [status, queryClient])

  if (attempt.data) {
    return attempt.data.order ? (
      <OrderConfirmed
        order={attempt.data.order}
        documents={<OrderDocuments orderId={attempt.data.order.id} size="md" />}
      />
    ) : (
      <div className="px-4 sm:px-5">
        <AttemptOutcome attempt={attempt.data} />
      </div>
    )
  }
  if (isNotFoundError(attempt.error)) return <NotFound />
  return (
    <>
      <h1 className="sr-only">{titleOf(undefined)}</h1>
      {attemptId === undefined ? <NoPurchase /> : <PendingPurchase query={attempt} />}
    </>
  )
}

interface PendingPurchaseProps {
  query: { error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
}

/** The result of the purchase is loading or failed to load. */
function PendingPurchase({ query }: PendingPurchaseProps) {
  if (query.error) {
    return (
      <ErrorState
        className="py-24"
        title="Couldn’t load your purchase"
        message={`${errorText(query.error)} If the order went through, you’ll find it in Purchases.`}
        isOffline={!navigator.onLine}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  return (
    <SkeletonRegion label="Loading your purchase" className="mx-auto w-full max-w-3xl px-4 pt-10 sm:px-5">
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
      title="Purchase not found"
      message="Your orders are in Purchases."
      action={
        <Link to="/profile" search={{ tab: 'purchases' }} className={buttonClass('primary')}>
          Go to Purchases
        </Link>
      }
    />
  )
}
