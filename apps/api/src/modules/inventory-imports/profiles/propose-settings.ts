import {
  inventorySettings,
  type ColumnMeaning,
  type ImportField,
  type InventorySettings,
} from '@terrace/contracts/inventory-profiles'
import { columnKey, findDialect, proposeDialect, type Dialect } from '../dialects/dialect.ts'
import { rowFormatOf, type InventoryProfile } from './profile.ts'

/** Names that columns have in many systems. Prices and costs are left out: their names say opposite things. */
const commonNames: Partial<Record<ImportField, string>> = {
  external_id: 'ticketid inventoryid externalid listingid externalticketid',
  event_name: 'event eventname eventtitle show',
  venue_name: 'venue venuename theatre',
  event_date: 'eventdate date',
  event_time: 'eventtime time',
  quantity: 'qty quantity',
  section: 'sec section',
  row: 'row',
  seat_from: 'seatfrom lowseat seatstart firstseat',
  seat_to: 'seatthru seatto highseat seatend lastseat',
  seats: 'seats',
  split_rule: 'splittype split',
  split_list: 'splitvalue customsplit splits',
  delivery: 'stocktype stock deliverymethod delivery tickettype',
  electronic: 'edelivery edeliveryind electronic',
  in_hand_date: 'inhanddate',
  face_value: 'facevalue faceprice',
  public_notes: 'publicnotes notes',
  internal_notes: 'internalnotes',
  currency: 'currency',
}
const fieldByName = new Map(
  Object.entries(commonNames).flatMap(([field, names]) =>
    names.split(' ').map((name): [string, ImportField] => [name, field as ImportField]),
  ),
)

export interface ProposedSettings {
  dialect: string | null
  settings: InventorySettings
  unknownColumns: string[]
  currencyFrom: 'dialect' | 'team'
}

/** The team's profiles that read a header, and whether its files name no events. */
export interface FittingProfile {
  id: string
  needsEvent: boolean
}

const eventFields: ReadonlySet<ImportField> = new Set(['event_id', 'foreign_event_id', 'event_name'])

/**
 * The profiles whose columns are all in the header; of these, the ones that explain most of its columns. If there are several,
 * a person must choose, because equal headers can mean different prices.
 */
export function fittingProfiles(
  header: readonly string[],
  profiles: readonly Pick<InventoryProfile, 'id' | 'settings'>[],
): FittingProfile[] {
  const present = new Set(header.map(columnKey))
  const fitting = profiles.flatMap(({ id, settings }) => {
    const dialect = settings.dialect === null ? undefined : findDialect(settings.dialect)
    const needed = [...(dialect?.header ?? []), ...Object.keys(settings.columns)]
    if (needed.length === 0 || !needed.every((name) => present.has(columnKey(name)))) return []
    const { columns } = rowFormatOf(settings, null)
    const read = Object.entries(columns).filter(([name]) => present.has(columnKey(name)))
    const needsEvent = settings.mode !== 'patch' && !read.some(([, { field }]) => eventFields.has(field))
    return [
      { id, needsEvent, explained: new Set([...needed, ...read.map(([name]) => name)].map(columnKey)).size },
    ]
  })
  const most = Math.max(...fitting.map(({ explained }) => explained))
  return fitting.filter(({ explained }) => explained === most)
}

/** What a header probably means, for a person to confirm. `currency` is the team's own. */
export function proposeSettings(header: readonly string[], currency: string): ProposedSettings {
  const dialect = proposeDialect(header)
  if (dialect) {
    const known = new Set(Object.keys(dialect.columns).map(columnKey))
    return {
      dialect: dialect.name,
      settings: settingsOfDialect(dialect, currency),
      currencyFrom: dialect.currency === null ? 'team' : 'dialect',
      unknownColumns: header.filter((name) => !known.has(columnKey(name))),
    }
  }
  const columns: Record<string, ColumnMeaning> = {}
  const used = new Set<ImportField>()
  for (const name of header) {
    const field = fieldByName.get(columnKey(name))
    if (field === undefined || used.has(field)) continue
    used.add(field)
    columns[name] = { field }
  }
  const identity = used.has('external_id') ? 'column' : 'seats'
  return {
    dialect: null,
    settings: inventorySettings.parse({
      dialect: null,
      columns,
      mode: 'by_id',
      currency,
      date_order: 'ymd',
      identity,
    }),
    unknownColumns: header.filter((name) => !Object.hasOwn(columns, name)),
    currencyFrom: 'team',
  }
}

/** A profile of this dialect before a person changes anything. `currency` is the team's own. */
export function settingsOfDialect(dialect: Dialect, currency: string): InventorySettings {
  return inventorySettings.parse({
    dialect: dialect.name,
    mode: dialect.mode,
    currency: dialect.currency ?? currency,
    date_order: dialect.dateOrder,
    identity: dialect.identity,
    ...(dialect.defaults.delivery !== undefined && { defaults: { delivery: dialect.defaults.delivery } }),
  })
}
