import { accountsRoutes } from '@terrace/contracts/accounts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { forgetEverything } from '#web/lib/session.ts'

/** Ends the session here in any case, and on the server where it can be reached; leaves for /login (spec §2). */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(accountsRoutes.logOut),
    onSettled: () => {
      forgetEverything()
      leaveTo(paths.login())
    },
  })
}
