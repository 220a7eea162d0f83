import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'

/** Whether people can still say which events held rows are for: until the import writes, or ends without it. */
export function canDecideEvents({ state }: Pick<WireInventoryImport, 'state'>): boolean {
  return state === 'parsed' || state === 'matched' || state === 'previewed'
}
