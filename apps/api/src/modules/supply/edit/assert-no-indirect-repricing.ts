import { readPermissions } from '#api/access/permissions.repo.ts'
import { requireCurrentPermission } from '#api/access/require-permission.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { Editor } from './editor.ts'
import { hasOtherAmounts, type PricedTickets } from './other-amounts.repo.ts'

/**
 * Stops members without the permission `price` from changing amounts indirectly, by withdrawing, shrinking or moving a
 * listing and offering the same tickets in another one: tickets that the team already lists, or has listed, keep their price,
 * cost, floor and face value.
 * @throws `session.permission_missing`
 */
export async function assertNoIndirectRepricing(
  tx: Tx,
  editor: Pick<Editor, 'teamId' | 'accountId'>,
  tickets: PricedTickets,
): Promise<void> {
  if ((await readPermissions(tx, editor.accountId)).includes('price')) return
  if (await hasOtherAmounts(tx, tickets)) await requireCurrentPermission(tx, editor, ['price'])
}
