import type { SavedView } from '@terrace/contracts/preferences'
import { parseSearch, stringifySearch } from '#web/lib/url/search-params.ts'

/** URL search parameters that every table has: its sort and columns. */
const layoutKeys = ['sort', 'cols'] as const

/** URL search parameters of a table that belong to a view: its own filters, its sort and columns. */
export type ViewParams<FilterKey extends string> = {
  [Key in FilterKey | (typeof layoutKeys)[number]]?: string | undefined
}

/** Builds a view's parameters for a table with these filters. */
export function paramsOfView<FilterKey extends string>(
  filterKeys: readonly FilterKey[],
  valueOf: (key: FilterKey | (typeof layoutKeys)[number]) => string | undefined,
): ViewParams<FilterKey> {
  const entries = [...filterKeys, ...layoutKeys].map((key) => [key, valueOf(key)] as const)
  // `fromEntries` loses the type of the keys.
  return Object.fromEntries(entries) as ViewParams<FilterKey>
}

/** Column widths set by the account; other columns use their defaults. */
export interface ColumnWidths {
  of: (id: string) => number | undefined
  /** `undefined` restores the column's own width. */
  set: (id: string, width: number | undefined) => void
}

/** The saved views of a table and their actions. */
export interface SavedViews {
  saved: readonly SavedView[]
  /** The chosen view. The shown filters may differ from it. */
  active: SavedView | undefined
  isChanged: boolean
  /** Whether no filter, sort or column differs from the table's own defaults. */
  hasDefaults: boolean
  /** Parts of the chosen view that this table does not have: 'column “margin”'. */
  missing: readonly string[]
  /** The shown filters, sort and columns, as a view stores them. */
  search: string
  /** `null` shows everything. */
  choose: (view: SavedView | null) => void
  /** Changes the account's views, including those saved by another tab, then chooses `active`. */
  save: (change: (views: readonly SavedView[]) => readonly SavedView[], options?: { active: string }) => void
}

/** The parameters of a view as its stored text, in one order, so that equal views have equal texts. */
export function viewSearch<FilterKey extends string>(
  filterKeys: readonly FilterKey[],
  params: ViewParams<FilterKey>,
): string {
  return stringifySearch(
    paramsOfView(filterKeys, (key) => (params[key] === '' ? undefined : params[key])),
  ).slice(1)
}

/** The parameters set by a stored view; unknown keys are omitted. */
export function viewParams<FilterKey extends string>(
  filterKeys: readonly FilterKey[],
  search: string,
): ViewParams<FilterKey> {
  const params = parseSearch(search)
  return paramsOfView(filterKeys, (key) => {
    const value = params[key]
    return typeof value === 'string' ? value : undefined
  })
}

/** Parts of a stored view that `normalize` removes. */
export function missingParts<FilterKey extends string>(
  filterKeys: readonly FilterKey[],
  search: string,
  normalize: (params: ViewParams<FilterKey>) => ViewParams<FilterKey>,
): string[] {
  const known: Record<string, string | undefined> = normalize(viewParams(filterKeys, search))
  return Object.entries(parseSearch(search)).flatMap(([key, value]) => {
    const text = String(value)
    const kept = known[key]
    if (key === 'cols') {
      const columns = (kept ?? '').split(',')
      return text.split(',').flatMap((id) => (id === '' || columns.includes(id) ? [] : [`column “${id}”`]))
    }
    if (kept !== undefined) return []
    return key === 'sort' ? [`sort by “${text.replace(/^-/, '')}”`] : [`filter “${text}”`]
  })
}
