import type { Db } from '#api/db/client.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { isRecentlyProven, readMethods } from './factors.repo.ts'

/**
 * Checks that the session proved the account's second factor within the last ten minutes, or the password if the account
 * has none. Routes reach it through `HttpContext`; its comment there says how.
 * @throws `session.factor_required`, with the methods that the account can confirm with
 */
export async function requireReauthentication(
  db: Db,
  { accountId, sessionId }: AuthenticatedAccount,
  { isPasswordInCall = false }: { isPasswordInCall?: boolean } = {},
): Promise<void> {
  const methods = await readMethods(db, accountId)
  const hasPasswordOnly = methods.includes('password')
  if (hasPasswordOnly && isPasswordInCall) return
  if (await isRecentlyProven(db, sessionId, hasPasswordOnly ? 'password' : 'second_factor')) return
  throw commonErrors.make('session.factor_required', { details: { methods } })
}
