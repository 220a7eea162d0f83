import type { Tx } from '#api/db/transaction.ts'
import { readOwnerIds } from '#api/modules/teams/index.ts'
import type { InventoryNotice } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'

/** Notifies the owners of a selling team, by email and in their notifications, once the transaction is committed. */
export async function notifyOwners(
  tx: Tx,
  teamId: string,
  notice: Omit<InventoryNotice, 'accountId' | 'teamId'>,
): Promise<void> {
  const owners = await readOwnerIds(tx, teamId)
  await recordEvents(
    tx,
    owners.map((accountId) => ({
      topic: 'inventory.notice' as const,
      subject: accountId,
      payload: { accountId, teamId, ...notice },
    })),
  )
}
