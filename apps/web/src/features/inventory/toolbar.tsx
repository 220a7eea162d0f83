import type { ReactNode } from 'react'
import { usePreference } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { ColumnsButton } from '#web/ui/data-table/columns-button.tsx'
import type { FilteredTable } from '#web/ui/data-table/filtered-table.ts'
import { ViewTabs } from '#web/ui/data-table/views/view-tabs.tsx'
import { ViewsButton } from '#web/ui/data-table/views/views-button.tsx'
import { DownloadIcon, UndoIcon, PlusIcon } from '#web/ui/icons.ts'
import type { InventoryFilter } from './filter/inventory-filter.ts'
import type { InventoryColumn } from './grid/columns.tsx'

interface ToolbarProps {
  table: FilteredTable<InventoryFilter>
  columns: readonly InventoryColumn[]
  total: number
  /** A list of cards has neither columns nor density. */
  isCards: boolean
  onAdd: () => void
  onShowEdits: () => void
  onExport: () => void
}

/** Title, views and actions of the inventory. */
export function Toolbar({ table, columns, total, isCards, onAdd, onShowEdits, onExport }: ToolbarProps) {
  const { views, layout, onLayout } = table
  return (
    <div className="@container flex h-9 shrink-0 items-center gap-5 border-b border-line/50 px-4 max-sm:h-12">
      <h1 className="shrink-0 text-base">Inventory</h1>
      {!isCards && <ViewTabs views={views} total={total} />}
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        <ViewsButton views={views} entities="listings" />
        {!isCards && <ColumnsButton columns={columns} layout={layout} onLayout={onLayout} />}
        <Compact icon={<DownloadIcon aria-hidden className="size-4" />} text="Export" onPress={onExport} />
        <Compact icon={<UndoIcon aria-hidden className="size-4" />} text="Bulk edits" onPress={onShowEdits} />
        <ExplainedButton
          reason={refusal('list')}
          size="sm"
          tone="primary"
          icon={<PlusIcon aria-hidden className="size-4" />}
          className="sm:h-7"
          onPress={onAdd}
        >
          Add listing
        </ExplainedButton>
      </span>
    </div>
  )
}

function Compact({ icon, text, onPress }: { icon: ReactNode; text: string; onPress: () => void }) {
  return (
    <Button size="sm" icon={icon} className="@max-[52rem]:gap-0 @max-[52rem]:px-2.5 sm:h-7" onPress={onPress}>
      <span className="@max-[52rem]:sr-only">{text}</span>
    </Button>
  )
}

const groupings = [
  { id: 'event' as const, name: 'By event' },
  { id: 'none' as const, name: 'Not grouped' },
]
const densities = [
  { id: 'dense' as const, name: 'Dense rows' },
  { id: 'compact' as const, name: 'Compact rows' },
]

/** Height of a row in pixels. */
export const rowHeights = { dense: 24, compact: 34 } as const

/** How rows are arranged, at the end of the filter line. */
export function Arrangement({ table }: { table: FilteredTable<InventoryFilter> }) {
  const [density, setDensity] = usePreference('inventory_density', 'dense')
  const { filter, onFilter } = table
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2">
      <NativeSelect
        label="Grouping"
        options={groupings}
        value={filter.isGrouped ? 'event' : 'none'}
        onChange={(grouping) => onFilter({ ...filter, isGrouped: grouping === 'event' })}
      />
      <NativeSelect label="Row height" options={densities} value={density} onChange={setDensity} />
    </span>
  )
}
