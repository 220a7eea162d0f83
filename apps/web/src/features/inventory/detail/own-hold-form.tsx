import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ownHoldHours, untilInHours } from '#web/features/inventory/edit/own-hold.ts'
import type { RowActions } from '#web/features/inventory/edit/use-row-actions.ts'
import { FormSelect } from '#web/features/inventory/form/form-select.tsx'
import { counted } from '#web/features/inventory/texts.ts'

interface OwnHoldFormProps {
  row: WireInventoryRow
  onSave: RowActions['save']
}

/** Tickets that the seller keeps off the market for a while. Buyers' holds come first. */
export function OwnHoldForm({ row, onSave }: OwnHoldFormProps) {
  const { own_hold: hold } = row
  const free = row.quantity - row.sold - row.held
  const [quantity, setQuantity] = useState(String(Math.max(1, free)))
  const [hours, setHours] = useState('24')
  const [note, setNote] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const count = Number(quantity)
  const isValid = /^[1-9]\d{0,4}$/.test(quantity.trim()) && count <= free

  async function save(own: WireInventoryRow['own_hold']) {
    if (isPending) return
    setPending(true)
    const result = await onSave(row, { own_hold: own })
    setPending(false)
    setError(result.status === 'failed' ? result.error : null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isValid) void save({ quantity: count, until: untilInHours(Number(hours)), note: note.trim() || null })
  }

  return (
    <form noValidate aria-label="Own hold" onSubmit={submit} className="space-y-3">
      <h3 className="text-sm">Own hold</h3>
      {hold === null ? (
        free === 0 ? (
          <p className="text-xs text-muted">Every ticket is sold or held by buyers.</p>
        ) : (
          <>
            <div className="grid grid-cols-2 gap-3">
              <TextField
                name="own_hold_quantity"
                label="Tickets to hold"
                inputMode="numeric"
                autoComplete="off"
                value={quantity}
                onChange={setQuantity}
                error={isValid ? undefined : `Type a whole number from 1 to ${free}.`}
                isTouched
              />
              <FormSelect label="For" options={ownHoldHours} value={hours} onChange={setHours} />
            </div>
            <TextField name="own_hold_note" label="Note for your team" value={note} onChange={setNote} />
            <ExplainedButton
              reason={refusal('list')}
              type="submit"
              size="sm"
              isPending={isPending}
              isDisabled={!isValid}
            >
              Take off the market
            </ExplainedButton>
          </>
        )
      ) : (
        <>
          <p className="text-xs">
            {counted(hold.quantity, 'ticket')} off the market until {inViewerTimeZone(hold.until)}
            {hold.note !== null && `: ${hold.note}`}
          </p>
          <div className="flex gap-2">
            <ExplainedButton
              reason={refusal('list')}
              size="sm"
              isPending={isPending}
              onPress={() => void save(null)}
            >
              End the hold
            </ExplainedButton>
            <ExplainedButton
              reason={refusal('list')}
              size="sm"
              tone="quiet"
              onPress={() => void save({ ...hold, until: untilInHours(24, new Date(hold.until)) })}
            >
              Extend by 1 day
            </ExplainedButton>
          </div>
        </>
      )}
      {error !== null && <FormError error={error} />}
    </form>
  )
}
