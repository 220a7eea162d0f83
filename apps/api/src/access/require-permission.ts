import { permissionNames, type SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { DbOrTx } from '#api/db/transaction.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { readOwnerNames, readPermissions } from './permissions.repo.ts'

interface Member {
  teamId: string
  accountId: string
}

/**
 * Rejects a member who lacks any of the needed permissions, according to the session. A change drops cached sessions.
 * @throws `session.permission_missing`, which names the first missing permission and the owners who can grant it
 */
export async function requirePermission(
  db: DbOrTx,
  account: Member & { sellerPermissions: readonly SellerPermission[] },
  needed: readonly SellerPermission[],
): Promise<void> {
  const missing = needed.find((one) => !account.sellerPermissions.includes(one))
  if (missing === undefined) return
  const owners = await readOwnerNames(db, account.teamId)
  throw commonErrors.make('session.permission_missing', {
    title: `You need the permission “${permissionNames[missing]}” to do this. ${ownerAdvice(owners)}`,
    details: { permission: missing, owners },
  })
}

/** Checks the permissions that the database has now: for work that continues after its request was checked. */
export async function requireCurrentPermission(
  db: DbOrTx,
  member: Member,
  needed: readonly SellerPermission[],
): Promise<void> {
  const sellerPermissions = await readPermissions(db, member.accountId)
  await requirePermission(db, { ...member, sellerPermissions }, needed)
}

function ownerAdvice(owners: readonly string[]): string {
  if (owners.length === 0) return 'Ask an owner of your team for it'
  const names = [owners.slice(0, -1).join(', '), ...owners.slice(-1)].filter((part) => part !== '')
  return `Ask ${names.join(' or ')} for it`
}
