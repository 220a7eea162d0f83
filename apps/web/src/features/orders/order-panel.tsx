import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ChevronLeftIcon, CloseIcon, TicketIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { OrderDetail, OrderDetailSkeleton } from './order-detail.tsx'
import { placedText, statusLook } from './order-texts.ts'
import { orderQuery } from './queries.ts'

interface OrderPanelProps {
  id: string
  onClose: () => void
}

/** One order, opened beside the list of them; on a phone instead of it. Escape closes it. */
export function OrderPanel({ id, onClose }: OrderPanelProps) {
  const { data: order } = useQuery(orderQuery(id))
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])

  return (
    <Panel className="overflow-hidden">
      <section
        aria-labelledby="order-heading"
        className="flex flex-col xl:max-h-[calc(100dvh-2rem-var(--basket-height,0px))]"
      >
        <header className="flex shrink-0 items-center gap-3 border-b border-line py-3 pr-3 pl-4 sm:pl-5">
          <Link
            from="/profile"
            to="/profile"
            search={withoutOrder}
            aria-label="Back to all purchases"
            className="-ml-2 inline-flex size-10 shrink-0 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink xl:hidden"
          >
            <ChevronLeftIcon aria-hidden className="size-5" />
          </Link>
          <div className="min-w-0 flex-1">
            <h2 id="order-heading" className="text-lg">
              {order ? `Order ${order.number}` : 'Order'}
            </h2>
            {order && <p className="text-xs text-muted">Placed {placedText(order.placed_at)}</p>}
          </div>
          {order && (
            <StatusPill tone={statusLook(order.status).tone}>{statusLook(order.status).label}</StatusPill>
          )}
          <Link
            from="/profile"
            to="/profile"
            search={withoutOrder}
            aria-label="Close the order"
            className="inline-flex size-10 shrink-0 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-xl:hidden"
          >
            <CloseIcon aria-hidden className="size-5" />
          </Link>
        </header>
        {/* Beside the list it keeps to the window and scrolls by itself. */}
        <div className="thin-scroll min-h-0 flex-1 xl:overflow-y-auto">
          <OrderBody id={id} />
        </div>
      </section>
    </Panel>
  )
}

/** The list as it was, with nothing open beside it. */
const withoutOrder = <Address extends object>(address: Address) => ({ ...address, order: undefined })

function OrderBody({ id }: { id: string }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id))
  if (order) return <OrderDetail order={order} />
  if (!error) return <OrderDetailSkeleton />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title="There is no such order"
        message="The address may be mistyped, or the order belongs to another team."
      />
    )
  }
  return (
    <ErrorState
      title="The order could not be loaded"
      message={errorText(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      isOffline={!navigator.onLine}
    />
  )
}
