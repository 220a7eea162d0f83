import { accountsRoutes } from '@terrace/contracts/accounts'
import { messageOf } from '@terrace/contracts/wire-error'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { forgetEverything, storeSession } from '#web/lib/session.ts'
import type { LoginValues } from './login-errors.ts'

/** Logs in and stores the session; where to go then is the caller's. */
export function useLogIn() {
  return useMutation({
    mutationFn: async ({ username, password }: LoginValues) => {
      const { data } = await call(accountsRoutes.logIn, { body: { username: username.trim(), password } })
      if (!data.status) throw new Error(messageOf(undefined))
      storeSession(data.token, data)
    },
  })
}

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
