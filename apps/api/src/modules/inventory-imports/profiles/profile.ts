import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { invalidInput } from '#api/shared/app-error.ts'
import { columnKey, findDialect, type Dialect } from '../dialects/dialect.ts'
import type { RowFormat } from '../reading/row-format.ts'
import type { TableSettings } from '../thread/open-table.ts'

export interface InventoryProfile {
  id: string
  teamId: string
  name: string
  version: number
  settings: InventorySettings
  updatedAt: Date
}

/**
 * How the profile's files write their values.
 * @throws when its dialect no longer exists
 */
export function rowFormatOf(settings: InventorySettings, eventId: number | null): RowFormat {
  const dialect = settings.dialect === null ? undefined : findDialect(settings.dialect)
  if (settings.dialect !== null && !dialect) throw new Error(`there is no dialect ${settings.dialect}`)
  return {
    columns: columnsOf(settings, dialect),
    currency: settings.currency,
    decimal: settings.decimal,
    dateOrder: settings.date_order,
    unknownTimes: dialect?.unknownTimes ?? [],
    splitWords: { ...dialect?.splitWords, ...settings.split_words },
    deliveryWords: { ...dialect?.deliveryWords, ...settings.delivery_words },
    isPatch: settings.mode === 'patch',
    isIdentifiedBySeats: settings.identity === 'seats',
    eventId,
  }
}

/** What the profile says about the form of a file. */
export function tableSettingsOf({ encoding, delimiter, sheet, decimal }: InventorySettings): TableSettings {
  return { encoding, delimiter, sheet, decimal }
}

/** The dialect's columns, with those of the profile in their place. */
function columnsOf({ columns }: InventorySettings, dialect: Dialect | undefined): RowFormat['columns'] {
  const own = new Set(Object.keys(columns).map(columnKey))
  const others = Object.entries(dialect?.columns ?? {}).filter(([name]) => !own.has(columnKey(name)))
  return { ...Object.fromEntries(others), ...columns }
}

/** Columns of the profile's files that say what the seller paid, by name. */
export function costColumns(settings: InventorySettings): RowFormat['columns'] {
  const columns = Object.entries(rowFormatOf(settings, null).columns)
  return Object.fromEntries(columns.filter(([, { field }]) => field === 'cost'))
}

export function hasCosts(settings: InventorySettings): boolean {
  return Object.keys(costColumns(settings)).length > 0
}

/** Whose ids a file's event ids are: of the dialect's system, otherwise of this profile. */
export function idSourceOf({ id, settings }: Pick<InventoryProfile, 'id' | 'settings'>): string {
  return settings.dialect ?? id
}

/**
 * Rejects settings with which no row could be read.
 * @throws `input.invalid` with the invalid settings
 */
export function assertUsable(settings: InventorySettings): void {
  const errors = problemsOf(settings)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Why no row could be read with these settings, by setting. */
export function problemsOf(settings: InventorySettings): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const addError = (name: string, text: string) => (errors[`settings.${name}`] ??= []).push(text)
  if (settings.dialect !== null && !findDialect(settings.dialect))
    addError('dialect', 'is not a known dialect')
  if (!isTradableCurrency(settings.currency))
    addError('currency', `${settings.currency} is not a tradable currency`)
  if (Object.keys(errors).length > 0) return errors
  const meanings = Object.values(rowFormatOf(settings, null).columns)
  const prices = meanings.filter(({ field }) => field === 'price')
  if (prices.length > 1) addError('columns', 'must have only one price')
  if (prices.length === 0 && settings.mode !== 'patch')
    addError('columns', 'must say which column is the price')
  for (const { field, unit } of meanings) {
    if (field === 'price' && (unit === undefined || unit === 'cost_per_ticket'))
      addError('columns', 'must say whether the price is ask_per_ticket or proceeds_per_ticket')
    if (field === 'cost' && unit !== 'cost_per_ticket')
      addError('columns', 'must have the unit cost_per_ticket for the cost')
  }
  if (settings.identity === 'column' && !meanings.some(({ field }) => field === 'external_id'))
    addError('identity', 'must be seats when no column is the external_id')
  return errors
}
