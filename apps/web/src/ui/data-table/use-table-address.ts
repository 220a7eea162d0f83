import type { PreferenceTable, SavedView } from '@terrace/contracts/preferences'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { readPreference, usePreference } from '#web/lib/preferences.ts'
import {
  missingParts,
  paramsOfView,
  viewParams,
  viewSearch,
  type ColumnWidths,
  type SavedViews,
  type ViewParams,
} from './views/saved-views.ts'

/** URL search parameters of a table. `view` is the chosen view, or `all` where it replaces the default view. */
export type TableAddress<FilterKey extends string> = ViewParams<FilterKey> & { view?: string | undefined }

interface TableAddressOptions<FilterKey extends string> {
  table: PreferenceTable
  /** The URL's parameters for the table's filters. The same array on every render. */
  filterKeys: readonly FilterKey[]
  address: TableAddress<FilterKey>
  /** Removes parameters that the table does not support. */
  normalize: (params: ViewParams<FilterKey>) => ViewParams<FilterKey>
  navigate: (params: TableAddress<FilterKey>, options: { replace: boolean }) => void
}

const noViews: SavedView[] = []

/** A table's filters, sort and columns in the URL, with the account's saved views of them. */
export function useTableAddress<FilterKey extends string>({
  table,
  filterKeys,
  address,
  normalize,
  navigate,
}: TableAddressOptions<FilterKey>): {
  params: ViewParams<FilterKey>
  change: (params: ViewParams<FilterKey>) => void
  views: SavedViews
  widths: ColumnWidths
} {
  const key = `views.${table}` as const
  const [saved, setSaved] = usePreference(key, noViews)
  const widths = useColumnWidths(table)
  const defaultView = saved.find(({ is_default: isDefault }) => isDefault)
  // The URL has more than this table's parameters, such as the open item.
  const own = useMemo(() => paramsOfView(filterKeys, (key) => address[key]), [filterKeys, address])
  const hasNoParams = address.view === undefined && Object.values(own).every((value) => value === undefined)
  const [staysUnfiltered, setStaysUnfiltered] = useState(false)
  if (staysUnfiltered && !hasNoParams) setStaysUnfiltered(false)
  const openedByDefault = hasNoParams && !staysUnfiltered ? defaultView : undefined
  const params = useMemo(
    () => (openedByDefault ? viewParams(filterKeys, openedByDefault.search) : own),
    [openedByDefault, filterKeys, own],
  )
  const active = openedByDefault ?? saved.find(({ id }) => id === address.view)

  const showDefault = useEffectEvent((view: SavedView) =>
    navigate({ ...viewParams(filterKeys, view.search), view: view.id }, { replace: true }),
  )
  useEffect(() => {
    if (openedByDefault) showDefault(openedByDefault)
  }, [openedByDefault])

  const allView = defaultView ? 'all' : undefined
  const search = viewSearch(filterKeys, normalize(params))
  return {
    params,
    widths,
    // Typing must not add a history entry per character.
    change: (changed) =>
      navigate({ ...params, ...changed, view: active?.id ?? address.view ?? allView }, { replace: true }),
    views: {
      saved,
      active,
      isChanged:
        active !== undefined &&
        viewSearch(filterKeys, normalize(viewParams(filterKeys, active.search))) !== search,
      hasDefaults: search === '',
      missing: active === undefined ? [] : missingParts(filterKeys, active.search, normalize),
      search,
      choose: (view) =>
        navigate(
          // Sets every parameter, so that none of another view remains.
          view
            ? { ...viewParams(filterKeys, view.search), view: view.id }
            : { ...paramsOfView(filterKeys, () => undefined), view: allView },
          { replace: false },
        ),
      save(update, options) {
        const views = update(readPreference(key) ?? noViews)
        // A default that is set while everything is shown must not replace it.
        setStaysUnfiltered(hasNoParams)
        setSaved([...views])
        if (options) navigate({ ...params, view: options.active }, { replace: true })
        else if (hasNoParams && views.some(({ is_default: isDefault }) => isDefault))
          navigate({ ...own, view: 'all' }, { replace: true })
      },
    },
  }
}

interface SavedColumn {
  id: string
  width?: number | undefined
}

const noColumns: SavedColumn[] = []

function useColumnWidths(table: PreferenceTable): ColumnWidths {
  const key = `columns.${table}` as const
  const [columns, save] = usePreference(key, noColumns)
  return useMemo(
    () => ({
      of: (id) => columns.find((column) => column.id === id)?.width,
      set(id, width) {
        const others = (readPreference(key) ?? noColumns).filter((column) => column.id !== id)
        save(width === undefined ? others : [...others, { id, width }])
      },
    }),
    [columns, key, save],
  )
}
