import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useId, useState } from 'react'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import { AddListingForm } from './add-listing-form.tsx'
import type { SearchEvents } from './event-picker.tsx'
import { PasteRows } from './paste-rows.tsx'
import { QuickText } from './quick-text.tsx'

export interface AddListingDialogProps {
  fees: Fees
  searchEvents: SearchEvents
  isOpen: boolean
  onClose: () => void
  onAdded: (row: WireInventoryRow) => void
  /** Listings were added and the dialog stays open. */
  onAddedMany: () => void
}

const modes = [
  { value: 'form', label: 'Form' },
  { value: 'text', label: 'Quick text' },
  { value: 'rows', label: 'Paste rows' },
]
const titles: Readonly<Record<string, string>> = {
  form: 'Add listing',
  text: 'Add listings by text',
  rows: 'Add pasted rows',
}

/** The dialog opens in the mode that was used last. */
let lastMode = 'form'

/** Adds listings by a form, by typed lines or from a spreadsheet. A failed attempt keeps what was typed. */
export function AddListingDialog({ isOpen, onClose, onAdded, onAddedMany, ...props }: AddListingDialogProps) {
  const formId = useId()
  const [mode, setMode] = useState(lastMode)
  const [isPending, setPending] = useState(false)
  const [pasted, setPasted] = useState('')
  function choose(next: string) {
    lastMode = next
    setMode(next)
  }
  return (
    <Dialog
      title={titles[mode] ?? ''}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      {...(mode === 'form' && {
        actions: (
          <FormActions formId={formId} submitLabel="Add listing" isPending={isPending} onCancel={onClose} />
        ),
      })}
    >
      <Segmented
        label="Way of adding"
        segments={modes}
        value={mode}
        onChange={choose}
        isDisabled={isPending}
        className="mb-4"
      />
      {mode === 'form' && <AddListingForm id={formId} onPending={setPending} onAdded={onAdded} {...props} />}
      {mode === 'text' && (
        <QuickText
          onPending={setPending}
          onAdded={onAddedMany}
          onClose={onClose}
          onRows={(text) => {
            setPasted(text)
            choose('rows')
          }}
        />
      )}
      {mode === 'rows' && (
        <PasteRows
          initialText={pasted}
          searchEvents={props.searchEvents}
          onPending={setPending}
          onAdded={onAddedMany}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
