import { deviceName } from '@terrace/domain/devices/device-name'
import type { Db } from '#api/db/client.ts'
import { networkOf } from '#api/shared/http/network-of.ts'
import { findAccount } from '../accounts.repo.ts'
import { findSession } from '../sessions/sessions.repo.ts'

/** Data for the email about a login on a new device; `undefined` if account or session are gone. */
export async function prepareNewDeviceEmail(
  { db }: { db: Db },
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<{ email: string; firstName: string; device: string; network: string; at: Date } | undefined> {
  const account = await findAccount(db, accountId)
  const session = await findSession(db, { accountId, sessionId })
  if (!session || !account || account.status === 'removed') return undefined
  return {
    email: account.email,
    firstName: account.firstName,
    device: deviceName(session.userAgent),
    network: networkOf(session.ipAddress),
    at: session.createdAt,
  }
}
