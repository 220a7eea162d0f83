/** What members of a selling team may do, in the order in which pages list it. Owners have all permissions. */
export const sellerPermissions = [
  'view',
  /** Add listings, put them on sale, take them off sale, and change any of their fields except the amounts. */
  'list',
  'price',
  /** Open the tickets of sold orders and get emails about sales. The operator, not a member, delivers the tickets. */
  'deliver',
  /** See and set what the team earns and pays: costs, margins, proceeds, the use of its limits, its bank account. */
  'money',
] as const
export type SellerPermission = (typeof sellerPermissions)[number]

/** In the given order of {@link sellerPermissions}; every other permission includes `view`. */
export function completePermissions(given: readonly SellerPermission[]): SellerPermission[] {
  return sellerPermissions.filter((one) => given.includes(one) || (one === 'view' && given.length > 0))
}

export const permissionNames: Readonly<Record<SellerPermission, string>> = {
  view: 'View',
  list: 'List',
  price: 'Price',
  deliver: 'Open sold tickets',
  money: 'Money',
}

/** Fields of a listing that belong to the permission `price`, the cost also to `money`; every other field belongs to `list`. */
const priceFields: ReadonlySet<string> = new Set(['price', 'cost', 'floor', 'face_value'])

/** The permissions that changing these fields requires. */
export function permissionsForFields(fields: Iterable<string>): SellerPermission[] {
  const needed = Array.from(fields, (field): SellerPermission[] => [
    priceFields.has(field) ? 'price' : 'list',
    ...(field === 'cost' ? (['money'] as const) : []),
  ])
  return completePermissions(needed.flat())
}
