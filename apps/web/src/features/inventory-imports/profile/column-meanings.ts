import type { ColumnMeaning, InventorySettings, WireDialect } from '@terrace/contracts/inventory-profiles'

/** Column names are equal if they differ only in case, spaces and punctuation. */
export const columnKey = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The columns that settings read: those of the dialect, with the profile's own in their place. */
export function meaningsOf(
  { columns }: Pick<InventorySettings, 'columns'>,
  dialect: WireDialect | undefined,
): ReadonlyMap<string, ColumnMeaning> {
  return new Map(
    [...Object.entries(dialect?.columns ?? {}), ...Object.entries(columns)].map(([name, meaning]) => [
      columnKey(name),
      meaning,
    ]),
  )
}

/** Settings in which one column has another meaning; `null` ignores it. */
export function withMeaning(
  settings: InventorySettings,
  dialect: WireDialect | undefined,
  name: string,
  meaning: ColumnMeaning | null,
): InventorySettings {
  const key = columnKey(name)
  const others = Object.entries(settings.columns).filter(
    // One column has each meaning, so choosing it again moves it.
    ([other, { field }]) => columnKey(other) !== key && field !== meaning?.field,
  )
  const columns = Object.fromEntries(meaning === null ? others : [...others, [name, meaning]])
  const fields = [...meaningsOf({ columns }, dialect).values()].map(({ field }) => field)
  return { ...settings, columns, identity: fields.includes('external_id') ? 'column' : 'seats' }
}

/** The meaning of a field as it is first proposed: a price is what the seller asks. */
export function meaningOf(field: ColumnMeaning['field'], known?: ColumnMeaning): ColumnMeaning {
  const scale = known?.scale === undefined ? {} : { scale: known.scale }
  if (field === 'price') {
    const isKept = known?.field === 'price' && known.unit !== undefined
    return { field, unit: isKept ? known.unit : 'ask_per_ticket', ...scale }
  }
  if (field === 'cost') return { field, unit: 'cost_per_ticket', ...scale }
  return { field }
}
