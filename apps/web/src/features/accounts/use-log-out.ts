import { accountsRoutes } from '@terrace/contracts/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { clearStoredSession } from '#web/lib/http/session.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'

/** Logging out does not wait longer for the server. */
const logOutTimeoutMs = 3000

/** Ends the session in this browser, and on the server if it responds; then leaves for /login (spec §2). */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(accountsRoutes.logOut, { signal: AbortSignal.timeout(logOutTimeoutMs) }),
    onSettled: () => {
      clearStoredSession()
      redirectTo(paths.login())
    },
  })
}
