import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { forgetEverything } from '#web/lib/session.ts'

/** Nobody waits longer for a server that does not answer; the session here ends all the same. */
const patienceMs = 3000

/** Ends the session here in any case, and on the server where it can be reached; leaves for /login (spec §2). */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(accountsRoutes.logOut, { signal: AbortSignal.timeout(patienceMs) }),
    onSettled: () => {
      forgetEverything()
      leaveTo(paths.login())
    },
  })
}

/** Changes the password of who knows the present one; the other sessions end with it. */
export function useChangePassword() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof passwordsRoutes.change>) => call(passwordsRoutes.change, { body }),
    onSuccess: refresh,
  })
}

/** Ends one session of the user's own, or all but this one. */
export function useEndSessions() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (which: { id: string } | 'others') =>
      which === 'others'
        ? call(sessionsRoutes.revokeOthers)
        : call(sessionsRoutes.revoke, { params: { id: which.id } }),
    // Also where it failed: the session may have ended by itself.
    onSettled: refresh,
  })
}

function useRefreshSessions() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [sessionsRoutes.list.name] })
}
