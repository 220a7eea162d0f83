import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { SearchEvents } from './add/event-picker.tsx'
import type { usePreview } from './bulk/use-preview.ts'
import type { Fees } from './edit/fees.ts'
import type { RowActions } from './edit/use-row-actions.ts'
import type { InventoryFilterQuery } from './filter/inventory-filter.ts'
import type { usePaste } from './paste/use-paste.ts'

const loadConflict = async () => ({
  default: (await import('./edit/conflict-dialog.tsx')).ConflictDialog,
})
const loadPaste = async () => ({ default: (await import('./paste/paste-dialog.tsx')).PasteDialog })
const loadPreview = async () => ({
  default: (await import('./bulk/bulk-preview-dialog.tsx')).BulkPreviewDialog,
})
const loadEdits = async () => ({ default: (await import('./bulk/bulk-edits-dialog.tsx')).BulkEditsDialog })
const loadExport = async () => ({ default: (await import('./export/export-dialog.tsx')).ExportDialog })
const loadPrice = async () => ({ default: (await import('./cards/price-dialog.tsx')).PriceDialog })
const loadAdd = async () => ({ default: (await import('./add/add-listing-dialog.tsx')).AddListingDialog })

interface InventoryDialogsProps {
  actions: RowActions
  bulk: ReturnType<typeof usePreview>
  paste: ReturnType<typeof usePaste>
  fees: Fees
  searchEvents: SearchEvents
  pricing: WireInventoryRow | null
  onClosePricing: () => void
  adding: boolean
  onCloseAdd: () => void
  onAdded: (row: WireInventoryRow) => void
  /** The filter of the listings to export. */
  exported: InventoryFilterQuery | null
  onCloseExport: () => void
  showsEdits: boolean
  onCloseEdits: () => void
  /** Many rows have changed. */
  onBulkChanged: () => void
}

/** The dialogs of the inventory; their code loads on first use. */
export function InventoryDialogs(props: InventoryDialogsProps) {
  const { actions, bulk, paste, fees, pricing } = props
  const { conflict } = actions
  return (
    <>
      {conflict && (
        <LazyPart
          key={`${conflict.base.id} ${conflict.current.version}`}
          load={loadConflict}
          props={{
            conflict,
            isOpen: true,
            onClose: actions.closeConflict,
            onOverwrite: () => {
              actions.closeConflict()
              void actions.save(conflict.current, conflict.change)
            },
          }}
        />
      )}
      {paste.plan && (
        <LazyPart
          load={loadPaste}
          props={{ plan: paste.plan, saveRow: actions.saveRow, isOpen: true, onClose: paste.close }}
        />
      )}
      {bulk.opened && (
        <LazyPart
          key={bulk.opened.id}
          load={loadPreview}
          props={{
            edit: bulk.opened,
            isOpen: true,
            onClose: bulk.close,
            onChanged: props.onBulkChanged,
          }}
        />
      )}
      {props.exported && (
        <LazyPart
          load={loadExport}
          props={{ filter: props.exported, isOpen: true, onClose: props.onCloseExport }}
        />
      )}
      {props.showsEdits && (
        <LazyPart
          load={loadEdits}
          props={{
            isOpen: true,
            onClose: props.onCloseEdits,
            onOpen: (edit) => {
              props.onCloseEdits()
              bulk.open(edit)
            },
          }}
        />
      )}
      {pricing && (
        <LazyPart
          key={pricing.id}
          load={loadPrice}
          props={{
            row: pricing,
            fees,
            isOpen: true,
            onClose: props.onClosePricing,
            onSave: (change) => void actions.save(pricing, change),
          }}
        />
      )}
      {props.adding && (
        <LazyPart
          load={loadAdd}
          props={{
            fees,
            searchEvents: props.searchEvents,
            isOpen: true,
            onClose: props.onCloseAdd,
            onAdded: props.onAdded,
            onAddedMany: props.onBulkChanged,
          }}
        />
      )}
    </>
  )
}
