import { accountsRoutes, type WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import { call } from '#web/lib/http/api-client.ts'
import { reopenPasswordNotice } from '#web/features/accounts/security/closed-password-notice.ts'
import { storeSession } from '#web/lib/http/session.ts'

/**
 * Logs in and stores the session; the caller redirects. If the account has a second factor, returns what the server asks
 * for instead.
 */
export async function logIn({
  username,
  password,
}: {
  username: string
  password: string
}): Promise<WireSecondFactorPrompt | undefined> {
  const { data } = await call(accountsRoutes.logIn, { body: { username: username.trim(), password } })
  if (!data.status) return data.second_factor
  storeSession(data.token, data)
  reopenPasswordNotice()
  return undefined
}
