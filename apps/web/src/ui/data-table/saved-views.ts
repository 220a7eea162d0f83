import type { SavedView } from '@terrace/contracts/preferences'
import { parseSearch, stringifySearch } from '#web/lib/url/search-params.ts'

/** URL search parameters of a table that belong to a view: its filters, sort and columns. */
export const viewKeys = ['q', 'status', 'startDate', 'endDate', 'show', 'sort', 'cols'] as const
export type ViewParams = { [Key in (typeof viewKeys)[number]]?: string | undefined }

/** Column widths that the account set; other columns have their own. */
export interface ColumnWidths {
  of: (id: string) => number | undefined
  /** `undefined` restores the column's own width. */
  set: (id: string, width: number | undefined) => void
}

/** The views of a table and what can be done with them. */
export interface SavedViews {
  saved: readonly SavedView[]
  /** The chosen view. The shown filters may differ from it. */
  active: SavedView | undefined
  isChanged: boolean
  /** Whether no filter, sort or column differs from the table's own defaults. */
  hasDefaults: boolean
  /** What the chosen view asks for and this table no longer has: 'column “margin”'. */
  missing: readonly string[]
  /** The shown filters, sort and columns, as a view stores them. */
  search: string
  /** `null` shows everything. */
  choose: (view: SavedView | null) => void
  /** Changes the account's views, also those that another tab saved meanwhile; `active` is chosen then. */
  save: (change: (views: readonly SavedView[]) => readonly SavedView[], options?: { active: string }) => void
}

/** The parameters of a view as its stored text, in one order, so that equal views have equal texts. */
export function viewSearch(params: ViewParams): string {
  return stringifySearch(
    Object.fromEntries(viewKeys.map((key) => [key, params[key] === '' ? undefined : params[key]])),
  ).slice(1)
}

/** The parameters that a stored view sets; keys that are no longer known are left out. */
export function viewParams(search: string): ViewParams {
  const params = parseSearch(search)
  return Object.fromEntries(
    viewKeys.flatMap((key) => (typeof params[key] === 'string' ? [[key, params[key]]] : [])),
  )
}

/** Clears what another view may have set. */
export const noParams: ViewParams = Object.fromEntries(viewKeys.map((key) => [key, undefined]))

/** What a stored view asks for and `normalize` drops. */
export function missingParts(search: string, normalize: (params: ViewParams) => ViewParams): string[] {
  const known = normalize(viewParams(search))
  return Object.entries(parseSearch(search)).flatMap(([key, value]) => {
    const text = String(value)
    const kept = Object.entries(known).find(([name]) => name === key)?.[1]
    if (key === 'cols') {
      const columns = (kept ?? '').split(',')
      return text.split(',').flatMap((id) => (id === '' || columns.includes(id) ? [] : [`column “${id}”`]))
    }
    if (kept !== undefined) return []
    return key === 'sort' ? [`sort by “${text.replace(/^-/, '')}”`] : [`filter “${text}”`]
  })
}
