import { notificationsRoutes } from '@terrace/contracts/notifications'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The account's notifications, newest first. */
export function notificationsQuery() {
  return queryOptions({
    queryKey: [notificationsRoutes.list.name],
    queryFn: async ({ signal }) => (await call(notificationsRoutes.list, { signal })).data,
  })
}

/** Number of unread notifications, for the bell. */
export function unreadQuery() {
  return queryOptions({
    queryKey: [notificationsRoutes.unread.name],
    queryFn: async ({ signal }) => (await call(notificationsRoutes.unread, { signal })).data.unread,
  })
}
