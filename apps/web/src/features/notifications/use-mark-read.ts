import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { call } from '#web/lib/http/api-client.ts'
import { notificationsQuery, unreadQuery } from './queries.ts'

/** Marks notifications as read at once, and as unread again if the server cannot. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const { queryKey: listKey } = notificationsQuery()
  const { queryKey: unreadKey } = unreadQuery()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const { data } = await call(notificationsRoutes.markRead, { body: { ids } })
      return data.unread
    },
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: listKey })
      await queryClient.cancelQueries({ queryKey: unreadKey })
      const previous = queryClient.getQueryData(listKey)
      const marked = previous?.map((each) => (ids.includes(each.id) ? { ...each, read: true } : each))
      queryClient.setQueryData(listKey, marked)
      if (marked) queryClient.setQueryData(unreadKey, marked.filter(({ read }) => !read).length)
      return { previous }
    },
    onSuccess: (unread) => queryClient.setQueryData(unreadKey, unread),
    onError: (_error, _ids, context) => {
      if (context?.previous) queryClient.setQueryData(listKey, context.previous)
      void queryClient.invalidateQueries({ queryKey: unreadKey })
    },
  })
}
