import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'

/** Whether a member may see what tickets cost the team and what its sales bring. */
export function seesMoney({
  sellerPermissions,
}: {
  sellerPermissions: readonly SellerPermission[]
}): boolean {
  return sellerPermissions.includes('money')
}
