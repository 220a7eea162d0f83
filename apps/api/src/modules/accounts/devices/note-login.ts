import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { DeviceCookie } from './device-cookies.ts'
import { writeLogin } from './devices.repo.ts'

/**
 * Notes a login in the transaction that opens its session, and emails the owner if the device is new. The first login of
 * an account sends no email. Returns the epoch for the cookie of the device. The caller holds the lock of the account.
 */
export async function noteLogin(
  tx: Tx,
  {
    accountId,
    sessionId,
    devices,
  }: { accountId: string; sessionId: string; devices: readonly DeviceCookie[] },
): Promise<number> {
  const { isFirst, epoch } = await writeLogin(tx, accountId)
  const isKnown = devices.some((device) => device.accountId === accountId && device.epoch === epoch)
  if (!isFirst && !isKnown) {
    await recordEvents(tx, [
      { topic: 'account.new_device_used', subject: accountId, payload: { accountId, sessionId } },
    ])
  }
  return epoch
}
