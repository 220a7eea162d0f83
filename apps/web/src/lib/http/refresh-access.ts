import { workspaceRoutes } from '@terrace/contracts/workspace'
import { call } from './api-client.ts'
import { readToken, readUser, storeSession } from './session.ts'

/** Asks what the user may do now, and stores it. Returns whether it changed. */
export async function refreshAccess(): Promise<boolean> {
  const { can_buy, can_sell, seller_permissions } = (await call(workspaceRoutes.info)).data
  const token = readToken()
  if (token === null) return false
  const user = readUser()
  const access = { can_buy, can_sell, seller_permissions }
  storeSession(token, { ...user, ...access })
  return Object.entries(access).some(
    ([name, value]) => JSON.stringify(user?.[name]) !== JSON.stringify(value),
  )
}
