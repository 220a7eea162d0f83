import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** Changes the password, given the current one; the server ends the user's other sessions. */
export function useChangePassword() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof passwordsRoutes.change>) => call(passwordsRoutes.change, { body }),
    onSuccess: refresh,
  })
}

/** Ends one of the user's sessions, or all except the current one. */
export function useEndSessions() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (target: { id: string } | 'others') =>
      target === 'others'
        ? call(sessionsRoutes.revokeOthers)
        : call(sessionsRoutes.revoke, { params: { id: target.id } }),
    // Refresh even after an error: the session may have ended on its own.
    onSettled: refresh,
  })
}

function useRefreshSessions() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [sessionsRoutes.list.name] })
}
