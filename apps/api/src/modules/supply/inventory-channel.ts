import { inventoryChannel, inventoryChannelPrefix } from '@terrace/contracts/inventory-updates'
import type { HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { AppError } from '#api/shared/app-error.ts'

/** Admits members of a selling team who may view its inventory to its channel. */
export function inventoryChannelRule({ requirePermission }: Pick<HttpContext, 'requirePermission'>) {
  return {
    prefix: inventoryChannelPrefix,
    async admit({ channel, account }: { channel: string; account: AuthenticatedAccount | undefined }) {
      if (account?.canSell !== true || channel !== inventoryChannel(account.teamId)) return false
      try {
        await requirePermission(account, ['view'])
        return true
      } catch (error) {
        if (error instanceof AppError && error.status === 403) return false
        throw error
      }
    },
  }
}
