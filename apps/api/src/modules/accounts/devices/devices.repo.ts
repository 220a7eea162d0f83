import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { DeviceCookie } from './device-cookies.ts'

/**
 * The device among these that the account knows. Without devices it asks nothing, so that a browser without cookies
 * learns nothing from the time it takes.
 */
export async function findKnownDevice(
  db: DbOrTx,
  devices: readonly DeviceCookie[],
  by: { username: string } | { accountId: string },
): Promise<DeviceCookie | undefined> {
  if (devices.length === 0) return undefined
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'known_device_epoch as epoch'])
    .where('status', '<>', 'removed')
    .where(
      'username' in by ? sql<string>`lower(username)` : 'id',
      '=',
      'username' in by ? by.username.toLowerCase() : by.accountId,
    )
    .execute()
  return devices.find(({ accountId, epoch }) =>
    rows.some((row) => row.id === accountId && row.epoch === epoch),
  )
}

/** Notes a login. The caller holds the lock of the account. */
export async function writeLogin(tx: Tx, accountId: string): Promise<{ isFirst: boolean; epoch: number }> {
  // The subquery reads the row as it was before.
  const { rows } = await sql<{ isFirst: boolean; epoch: number }>`
    update accounts a set last_login_at = clock_timestamp() where id = ${accountId}
    returning known_device_epoch as epoch,
      (select b.last_login_at is null from accounts b where b.id = a.id) as "isFirst"`.execute(tx)
  return rows[0] ?? { isFirst: true, epoch: 0 }
}

export async function readDeviceEpoch(db: DbOrTx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('known_device_epoch as epoch')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.epoch ?? 0
}

/** From now on every device is a new one. */
export async function forgetKnownDevices(tx: Tx, accountId: string): Promise<void> {
  await sql`update accounts set known_device_epoch = known_device_epoch + 1 where id = ${accountId}`.execute(
    tx,
  )
}
