import { accountsRoutes } from '@terrace/contracts/accounts'
import { messageOf } from '@terrace/contracts/wire-error'
import { call } from '#web/lib/http/api-client.ts'
import { storeSession } from '#web/lib/http/session.ts'

/** Logs in and stores the session. The caller redirects. */
export async function logIn({ username, password }: { username: string; password: string }): Promise<void> {
  const { data } = await call(accountsRoutes.logIn, { body: { username: username.trim(), password } })
  if (!data.status) throw new Error(messageOf(undefined))
  storeSession(data.token, data)
}
