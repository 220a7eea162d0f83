import type { DraftFormat } from '@terrace/contracts/inventory-drafts'
import type { ColumnMeaning, ImportField } from '@terrace/contracts/inventory-profiles'
import type { Db } from '#api/db/client.ts'
import { columnKey, findDialect } from '../dialects/dialect.ts'
import { rowFormatOf } from '../profiles/profile.ts'
import { readProfiles } from '../profiles/profiles.repo.ts'
import { proposeSettings } from '../profiles/propose-settings.ts'
import type { RowFormat } from '../reading/row-format.ts'
import { invalidInput } from '#api/shared/app-error.ts'

/** What a person says about the columns. */
export interface PastedColumns {
  meanings: readonly (ColumnMeaning | null)[]
  has_header: boolean
  date_order: 'mdy' | 'dmy' | 'ymd'
}

export interface RecognisedColumns {
  meanings: (ColumnMeaning | null)[]
  hasHeader: boolean
  recognisedAs: string | null
  format: DraftFormat
}

interface RecogniseInput {
  teamId: string
  currency: string
  first: readonly string[]
  given: PastedColumns | undefined
}

/** In a paste of own rows these are unambiguous; in files of other systems they are not, so the importer asks. */
const ownNames: ReadonlyMap<string, ColumnMeaning> = new Map<string, ColumnMeaning>(
  Object.entries({
    price: { field: 'price', unit: 'ask_per_ticket' },
    ask: { field: 'price', unit: 'ask_per_ticket' },
    askingprice: { field: 'price', unit: 'ask_per_ticket' },
    listprice: { field: 'price', unit: 'ask_per_ticket' },
    sellprice: { field: 'price', unit: 'ask_per_ticket' },
    priceperticket: { field: 'price', unit: 'ask_per_ticket' },
    floor: { field: 'floor' },
    minprice: { field: 'floor' },
    tags: { field: 'tags' },
  } satisfies Record<string, ColumnMeaning>),
)
const costNames: ReadonlySet<string> = new Set(['cost', 'unitcost', 'costperticket', 'purchaseprice', 'paid'])

/** A header with fewer known names is a row. */
const minKnownNames = 2

/** What the columns mean: as a person says, as one of the team's profiles or a known kind of file does, or by name. */
export async function recogniseColumns(
  db: Db,
  { teamId, currency, first, given }: RecogniseInput,
): Promise<RecognisedColumns> {
  if (given) return fromPerson(given, first, currency)
  const profile = (await readProfiles(db, teamId)).find(({ settings }) =>
    fits(rowFormatOf(settings, null).columns, first),
  )
  if (profile) {
    const format = rowFormatOf(profile.settings, null)
    return { ...fromColumns(first, format), hasHeader: true, recognisedAs: profile.name }
  }
  const proposed = proposeSettings(first, currency)
  const dialect = proposed.dialect === null ? undefined : findDialect(proposed.dialect)
  const columns = { ...rowFormatOf(proposed.settings, null).columns }
  if (!dialect) {
    for (const [name, meaning] of ownColumns(first))
      if (!Object.hasOwn(columns, name)) columns[name] = meaning
  }
  const keys = byKey(columns)
  const known = first.filter((name) => keys.has(columnKey(name)))
  if (known.length < Math.min(minKnownNames, first.length))
    return fromPerson({ meanings: [], has_header: false, date_order: 'dmy' }, first, currency)
  // Without a dialect, days before months are as likely as anything; the preview shows the dates.
  const format = {
    ...rowFormatOf(proposed.settings, null),
    columns,
    ...(!dialect && { dateOrder: 'dmy' as const }),
  }
  return {
    ...fromColumns(first, format),
    hasHeader: true,
    recognisedAs: dialect?.title ?? null,
    format: { ...formatOf(format, first), dialect: dialect?.name ?? null },
  }
}

function* ownColumns(header: readonly string[]): Generator<[string, ColumnMeaning]> {
  const hasPrice = header.some((name) => ownNames.get(columnKey(name))?.field === 'price')
  const used = new Set<ImportField>()
  for (const name of header) {
    const meaning: ColumnMeaning | undefined =
      ownNames.get(columnKey(name)) ??
      (hasPrice && costNames.has(columnKey(name)) ? { field: 'cost', unit: 'cost_per_ticket' } : undefined)
    if (!meaning || used.has(meaning.field)) continue
    used.add(meaning.field)
    yield [name, meaning]
  }
}

const byKey = (columns: RowFormat['columns']) =>
  new Map(Object.entries(columns).map(([name, meaning]) => [columnKey(name), meaning]))

/** A profile fits when it explains every column but two, and at least four. */
function fits(columns: RowFormat['columns'], header: readonly string[]): boolean {
  const keys = byKey(columns)
  const known = header.filter((name) => keys.has(columnKey(name))).length
  return known >= 4 && known >= header.filter((name) => name !== '').length - 2
}

function fromColumns(header: readonly string[], format: RowFormat) {
  const known = byKey(format.columns)
  const used = new Set<ImportField>()
  const meanings = header.map((name) => {
    const meaning = known.get(columnKey(name))
    if (!meaning || used.has(meaning.field)) return null
    used.add(meaning.field)
    return meaning
  })
  return { meanings, format: formatOf(format, header) }
}

function formatOf(format: RowFormat, header: readonly string[]): DraftFormat {
  const known = byKey(format.columns)
  const minor = header.flatMap((name) => {
    const meaning = known.get(columnKey(name))
    return meaning?.scale === 'minor' ? [meaning.field] : []
  })
  return {
    dialect: null,
    currency: format.currency,
    date_order: format.dateOrder,
    decimal: format.decimal,
    minor_fields: minor,
  }
}

function fromPerson(
  { meanings, has_header, date_order }: PastedColumns,
  first: readonly string[],
  currency: string,
): RecognisedColumns {
  const used = new Set<ImportField>()
  for (const meaning of meanings) {
    if (!meaning) continue
    if (used.has(meaning.field))
      throw invalidInput({ columns: [`${meaning.field} is chosen for two columns`] })
    used.add(meaning.field)
  }
  return {
    meanings: first.map((_, at) => meanings[at] ?? null),
    hasHeader: has_header,
    recognisedAs: null,
    format: {
      dialect: null,
      currency,
      date_order,
      decimal: 'point',
      minor_fields: meanings.flatMap((meaning) => (meaning?.scale === 'minor' ? [meaning.field] : [])),
    },
  }
}
