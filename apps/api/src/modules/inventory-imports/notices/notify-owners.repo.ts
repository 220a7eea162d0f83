import type { Tx } from '#api/db/transaction.ts'
import type { InventoryNotice } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'

/** Notifies the owners of a selling team, by email and in their notifications, once the transaction is committed. */
export async function notifyOwners(
  tx: Tx,
  teamId: string,
  notice: Omit<InventoryNotice, 'accountId' | 'teamId'>,
): Promise<void> {
  const owners = await tx
    .selectFrom('accounts')
    .select('id')
    .where('team_id', '=', teamId)
    .where('team_role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
  await recordEvents(
    tx,
    owners.map(({ id }) => ({
      topic: 'inventory.notice' as const,
      subject: id,
      payload: { accountId: id, teamId, ...notice },
    })),
  )
}
