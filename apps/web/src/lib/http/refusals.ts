import {
  permissionNames,
  permissionsForFields,
  type SellerPermission,
} from '@terrace/domain/sellers/seller-permissions'
import { readUser } from './session.ts'

/**
 * Why the user may not do what needs this permission; `null` if permitted. The server decides; this explains it before
 * anything is sent. Sessions of an earlier release do not contain permissions.
 */
export function refusal(permission: SellerPermission): string | null {
  const permissions = readUser()?.['seller_permissions']
  if (!Array.isArray(permissions) || permissions.includes(permission)) return null
  return `You need the permission “${permissionNames[permission]}”. Ask an owner of your team for it.`
}

/** Whether the user sees what the team earns and paid; the server sends nothing of it to others. */
export const seesMoney = (): boolean => refusal('money') === null

/** Why the user may not change these fields of a listing; `null` if permitted. */
export function fieldRefusal(...fields: string[]): string | null {
  const needed = permissionsForFields(fields).filter((permission) => permission !== 'view')
  return needed.map(refusal).find((reason) => reason !== null) ?? null
}
