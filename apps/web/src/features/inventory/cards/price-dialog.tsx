import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { useId, useState, type FormEvent } from 'react'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { cellText, parseCell, type CellChange } from '#web/features/inventory/edit/cell-fields.ts'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import { PriceFacts } from '#web/features/inventory/edit/price-card.tsx'
import { listingName } from '#web/features/inventory/texts.ts'

export interface PriceDialogProps {
  row: WireInventoryRow
  fees: Fees
  isOpen: boolean
  onClose: () => void
  onSave: (change: CellChange) => void
}

/** Changes the price of a listing where there is no grid. */
export function PriceDialog({ row, fees, isOpen, onClose, onSave }: PriceDialogProps) {
  const [text, setText] = useState(cellText(row, 'price'))
  const [isTouched, setTouched] = useState(false)
  const formId = useId()
  const parsed = parseCell(row, 'price', text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (!parsed.ok) return
    if (text !== cellText(row, 'price')) onSave(parsed.change)
    onClose()
  }

  return (
    <Dialog
      title={`Price of ${listingName(row)}`}
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
      actions={<FormActions formId={formId} submitLabel="Save price" isPending={false} onCancel={onClose} />}
    >
      <form id={formId} noValidate aria-label="Price" onSubmit={submit} className="space-y-4">
        <TextField
          label="Price per ticket"
          name="price"
          autoFocus
          autoComplete="off"
          inputMode="decimal"
          prefix={<span className="pl-3 text-muted">{currencySymbol(row.price.currency)}</span>}
          value={text}
          onChange={setText}
          error={parsed.ok ? undefined : parsed.message}
          isTouched={isTouched}
        />
        <div className="rounded bg-sunken p-3 text-sm">
          <PriceFacts row={row} currency={row.price.currency} text={text} fees={fees} />
        </div>
      </form>
    </Dialog>
  )
}
