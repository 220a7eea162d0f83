import type { PreferenceTable, SavedView } from '@terrace/contracts/preferences'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { readPreference, usePreference } from '#web/lib/preferences.ts'
import {
  missingParts,
  noParams,
  viewKeys,
  viewParams,
  viewSearch,
  type ColumnWidths,
  type SavedViews,
  type ViewParams,
} from './saved-views.ts'

/** URL search parameters of a table. `view` is the chosen view, or `all` where it replaces the default view. */
export type TableAddress = ViewParams & { view?: string | undefined }

interface TableAddressOptions {
  table: PreferenceTable
  /** The URL's parameters. */
  address: TableAddress
  /** Drops what the table does not know. */
  normalize: (params: ViewParams) => ViewParams
  navigate: (params: TableAddress, options: { replace: boolean }) => void
}

const noViews: SavedView[] = []

/** A table's filters, sort and columns in the URL, with the account's saved views of them. */
export function useTableAddress({ table, address, normalize, navigate }: TableAddressOptions): {
  params: ViewParams
  change: (params: ViewParams) => void
  views: SavedViews
  widths: ColumnWidths
} {
  const key = `views.${table}` as const
  const [saved, setSaved] = usePreference(key, noViews)
  const widths = useColumnWidths(table)
  const defaultView = saved.find(({ is_default: isDefault }) => isDefault)
  const hasNoParams = address.view === undefined && viewKeys.every((name) => address[name] === undefined)
  const [staysUnfiltered, setStaysUnfiltered] = useState(false)
  if (staysUnfiltered && !hasNoParams) setStaysUnfiltered(false)
  const openedByDefault = hasNoParams && !staysUnfiltered ? defaultView : undefined
  const params = useMemo(
    () => (openedByDefault ? viewParams(openedByDefault.search) : paramsOf(address)),
    [openedByDefault, address],
  )
  const active = openedByDefault ?? saved.find(({ id }) => id === address.view)

  const showDefault = useEffectEvent((view: SavedView) =>
    navigate({ ...viewParams(view.search), view: view.id }, { replace: true }),
  )
  useEffect(() => {
    if (openedByDefault) showDefault(openedByDefault)
  }, [openedByDefault])

  const allView = defaultView ? 'all' : undefined
  const search = viewSearch(normalize(params))
  return {
    params,
    widths,
    // Typing must not add a history entry per character.
    change: (changed) =>
      navigate({ ...params, ...changed, view: active?.id ?? address.view ?? allView }, { replace: true }),
    views: {
      saved,
      active,
      isChanged: active !== undefined && viewSearch(normalize(viewParams(active.search))) !== search,
      hasDefaults: search === '',
      missing: active === undefined ? [] : missingParts(active.search, normalize),
      search,
      choose: (view) =>
        navigate(
          view ? { ...noParams, ...viewParams(view.search), view: view.id } : { ...noParams, view: allView },
          { replace: false },
        ),
      save(update, options) {
        const views = update(readPreference(key) ?? noViews)
        // A default that is set while everything is shown must not replace it.
        setStaysUnfiltered(hasNoParams)
        setSaved([...views])
        if (options) navigate({ ...params, view: options.active }, { replace: true })
        else if (hasNoParams && views.some(({ is_default: isDefault }) => isDefault))
          navigate({ view: 'all' }, { replace: true })
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

/** The URL has more than this table's parameters, such as the open item. */
const paramsOf = (address: TableAddress): ViewParams =>
  Object.fromEntries(viewKeys.map((name) => [name, address[name]]))
