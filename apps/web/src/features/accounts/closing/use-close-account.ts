import { closingRoutes } from '@terrace/contracts/closing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { clearStoredSession } from '#web/lib/http/session.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'

/** Closes the account, and leaves for /login. */
export function useCloseAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(closingRoutes.close),
    onSuccess: () => {
      clearStoredSession()
      redirectTo(paths.login())
    },
    // Something may be in the way that was not before.
    onError: () => queryClient.invalidateQueries({ queryKey: [closingRoutes.read.name] }),
  })
}
