import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarsRoutes, type WireCreatedFeed } from '@terrace/contracts/calendars'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'

export type CalendarSubject = BodyInputOf<typeof calendarsRoutes.create>

/** The account's calendar addresses, newest first. */
export function calendarsQuery() {
  return queryOptions({
    queryKey: [calendarsRoutes.list.name],
    queryFn: async ({ signal }) => (await call(calendarsRoutes.list, { signal })).data,
  })
}

function useRefreshCalendars() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: calendarsQuery().queryKey })
}

/** Returns the calendar with its address, which the server does not return again. */
export function useCreateCalendar() {
  const refresh = useRefreshCalendars()
  return useMutation({
    mutationFn: async (body: CalendarSubject) => (await call(calendarsRoutes.create, { body })).data,
    onSettled: refresh,
  })
}

/** Ends the address and creates a new one of the same calendar, also if the old one's row has gone in the meantime. */
export function useReplaceCalendar(onReplaced: (created: WireCreatedFeed) => void) {
  const refresh = useRefreshCalendars()
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(calendarsRoutes.replace, { params: { calendar_id: id } })).data,
    onSuccess: onReplaced,
    onSettled: refresh,
  })
}

export function useRevokeCalendar() {
  const refresh = useRefreshCalendars()
  return useMutation({
    mutationFn: (id: string) => call(calendarsRoutes.revoke, { params: { calendar_id: id } }),
    onSettled: refresh,
  })
}
