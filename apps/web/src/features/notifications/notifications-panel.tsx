import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { BellIcon } from '#web/ui/icons.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsQuery } from './queries.ts'
import { useMarkRead } from './use-mark-read.ts'

interface NotificationsPanelProps {
  isOpen: boolean
  onClose: () => void
}

export function NotificationsPanel({ isOpen, onClose }: NotificationsPanelProps) {
  return (
    <Drawer
      title="Notifications"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Link
          to="/profile"
          search={{ tab: 'account' }}
          hash="notification-settings"
          onClick={onClose}
          className={buttonClass('quiet', 'sm')}
        >
          Choose what to list
        </Link>
      }
    >
      <NotificationList onClose={onClose} />
    </Drawer>
  )
}

function NotificationList({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...notificationsQuery(), refetchOnMount: 'always' })
  const { data: notifications } = query
  const marking = useMarkRead()
  const now = useServerNow()
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = notifications !== undefined
  useEffect(() => {
    // Enter opens the newest one. A control that was focused while the list loaded keeps the focus.
    if (isLoaded && document.activeElement?.role === 'dialog') {
      list.current?.querySelector('a')?.focus({ preventScroll: true })
    }
  }, [isLoaded])
  if (!notifications) {
    return query.error ? (
      <LoadError title="Couldn’t load your notifications" query={query} />
    ) : (
      <NotificationsSkeleton />
    )
  }
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<BellIcon />}
        title="No notifications yet"
        message="Client responses, deliveries, price drops, expired holds and messages will be listed here."
      />
    )
  }
  const unread = notifications.filter(({ read }) => !read).map(({ id }) => id)

  function markAll() {
    marking.mutate(unread)
    // The pressed button is removed, so focus moves to the list.
    list.current?.focus()
  }

  return (
    <>
      <div className="-mt-1 mb-2 flex min-h-8 items-center justify-between gap-3">
        <p role="status" className="text-xs text-muted">
          {unread.length === 0 ? 'All read' : `${unread.length} unread`}
        </p>
        {unread.length > 0 && (
          <Button size="sm" tone="quiet" onPress={markAll} className="-mr-3">
            Mark all as read
          </Button>
        )}
      </div>
      {marking.isError && (
        <p role="alert" className="mb-2 text-xs font-medium text-danger">
          Couldn’t mark as read. {errorText(marking.error)}
        </p>
      )}
      <ul ref={list} tabIndex={-1} className="-mx-5 divide-y divide-line border-y border-line outline-none">
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            now={now}
            onRead={() => marking.mutate([notification.id])}
            onClose={onClose}
          />
        ))}
      </ul>
    </>
  )
}

function NotificationsSkeleton() {
  return (
    <SkeletonRegion
      label="Loading your notifications"
      className="-mx-5 mt-8 divide-y divide-line border-y border-line"
    >
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="space-y-2 px-5 py-3.5">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-3.5 w-32" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
