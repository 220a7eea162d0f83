import { workspaceRoutes } from '@terrace/contracts/workspace'
import { call } from './api-client.ts'
import { readToken, readUser, storeSession } from './session.ts'

/** Asks what the user may do now, and stores it. */
export async function refreshAccess(): Promise<void> {
  const { can_buy, can_sell, seller_permissions } = (await call(workspaceRoutes.info)).data
  const token = readToken()
  if (token !== null) storeSession(token, { ...readUser(), can_buy, can_sell, seller_permissions })
}
