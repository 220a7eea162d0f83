import { useId, useState } from 'react'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { fieldRefusal } from '#web/lib/http/refusals.ts'
import { toSentence } from '#web/lib/format/sentence.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { bulkActionClass, bulkPrimaryClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { counted } from '#web/features/inventory/texts.ts'
import { ownHoldHours } from '#web/features/inventory/edit/own-hold.ts'
import { BarInput, BarSelect } from './bar-controls.tsx'
import {
  bulkFields,
  bulkFieldText,
  emptyDraft,
  parseBulk,
  type BulkChangeInput,
  type BulkDraft,
} from './bulk-change.ts'

interface BulkBarProps {
  count: number
  total: number
  isPending: boolean
  onClear: () => void
  onPreview: (change: BulkChangeInput) => void
  onExport: () => void
  isExporting: boolean
}

/** Changes of the selected listings, docked below the grid. Nothing changes before the preview is confirmed. */
export function InventoryBulkBar(props: BulkBarProps) {
  const { count, total, isPending, onClear, onPreview } = props
  const [draft, setDraft] = useState(emptyDraft)
  const [error, setError] = useState<string>()
  const reasonId = useId()
  const change = (edited: Partial<BulkDraft>) => {
    setDraft((known) => ({ ...known, ...edited }))
    setError(undefined)
  }

  const refusal = fieldRefusal(draft.field)

  function preview() {
    if (isPending || refusal !== null) return
    const parsed = parseBulk(draft)
    if (parsed.ok) onPreview(parsed.change)
    else setError(parsed.message)
  }

  return (
    <form
      aria-label="Selected listings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        preview()
      }}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-2 bg-bar px-4 py-1.5 text-xs text-on-bar"
    >
      <button
        type="button"
        aria-label="Clear selection"
        onClick={onClear}
        className="-ml-1.5 inline-flex size-8 items-center justify-center rounded hover:bg-[#ffffff1f] max-sm:size-10"
      >
        <CloseIcon aria-hidden className="size-4" />
      </button>
      <p role="status" className="tabular">
        <strong className="font-semibold">{count.toLocaleString('en-GB')} selected</strong>
        <span className="ml-2 text-[#ffffffbf]">of {total.toLocaleString('en-GB')}</span>
      </p>
      <BarSelect
        label="Change"
        options={bulkFields.map((id) => ({ id, name: bulkFieldText(id) }))}
        value={draft.field}
        onChange={(field) => change({ field })}
      />
      <DraftControls draft={draft} onChange={change} />
      {error !== undefined && (
        <p role="alert" className="font-semibold text-[#ffb3c4]">
          {error}
        </p>
      )}
      {refusal !== null && (
        <p id={reasonId} className="text-[#ffffffbf]">
          {refusal}
        </p>
      )}
      <span className="ml-auto text-[#ffffffbf] max-2xl:hidden">Undo for 24 hours</span>
      <button
        type="button"
        disabled={props.isExporting}
        className={`${bulkActionClass} max-2xl:ml-auto`}
        onClick={props.onExport}
      >
        Export
      </button>
      <button
        type="submit"
        aria-busy={isPending}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : reasonId}
        className={`${bulkPrimaryClass} aria-disabled:opacity-45`}
      >
        {isPending && <Spinner />}
        Preview {counted(count, 'change')}
      </button>
    </form>
  )
}

const priceWays = [
  { id: 'percent' as const, name: '± %' },
  { id: 'amount' as const, name: '± amount' },
  { id: 'set' as const, name: 'Set to' },
  { id: 'match' as const, name: 'Match the lowest' },
  { id: 'undercut' as const, name: 'Undercut by' },
]
const floorWays = [
  { id: 'cost' as const, name: 'Cost ± %' },
  { id: 'price' as const, name: 'Price ± %' },
  { id: 'set' as const, name: 'Set to' },
  { id: 'none' as const, name: 'Remove' },
]
const roundings = ['', '0.50', '1.00', '5.00'].map((id) => ({
  id,
  name: id === '' ? 'No rounding' : `Round to ${id}`,
}))
const floors = [
  { id: 'use_floor' as const, name: 'Stop at the floor' },
  { id: 'skip' as const, name: 'Skip below the floor' },
]
const modes = [
  { id: 'add' as const, name: 'Add' },
  { id: 'replace' as const, name: 'Replace' },
]

interface DraftControlsProps {
  draft: BulkDraft
  onChange: (edited: Partial<BulkDraft>) => void
}

function DraftControls({ draft, onChange }: DraftControlsProps) {
  switch (draft.field) {
    case 'price':
      return <PriceControls draft={draft} onChange={onChange} />
    case 'floor':
      return <FloorControls draft={draft} onChange={onChange} />
    case 'split':
      return (
        <>
          <BarSelect
            label="Split"
            options={splitTypes.map((id) => ({ id, name: id }))}
            value={draft.split}
            onChange={(split) => onChange({ split })}
          />
          {draft.split === 'Sell In Multiples' && (
            <BarInput label="Multiples of" value={draft.unit} onChange={(unit) => onChange({ unit })} />
          )}
        </>
      )
    case 'shown_quantity':
      return (
        <BarInput
          label="Shown quantity"
          placeholder="All"
          value={draft.shown}
          onChange={(shown) => onChange({ shown })}
        />
      )
    case 'in_hand_date':
      return (
        <BarInput
          label="In hand from"
          placeholder="DD-MM-YYYY"
          value={draft.day}
          onChange={(day) => onChange({ day })}
        />
      )
    case 'own_hold':
      return (
        <>
          <BarSelect
            label="Hold for"
            options={[...ownHoldHours, { id: '', name: 'End the hold' }]}
            value={draft.holdHours}
            onChange={(holdHours) => onChange({ holdHours })}
          />
          {draft.holdHours !== '' && (
            <>
              <BarInput
                label="Tickets to hold"
                placeholder="All free"
                value={draft.held}
                onChange={(held) => onChange({ held })}
              />
              <BarInput
                label="Note"
                placeholder="Note"
                value={draft.text}
                onChange={(text) => onChange({ text })}
              />
            </>
          )}
        </>
      )
    case 'ticket_type':
      return (
        <BarSelect
          label="Delivery"
          options={deliveryTypes.map((id) => ({ id, name: deliveryLabel(id) }))}
          value={draft.delivery}
          onChange={(delivery) => onChange({ delivery })}
        />
      )
    case 'published':
      return (
        <BarSelect
          label="Publish"
          options={[
            { id: 'yes', name: 'Put on sale' },
            { id: 'no', name: 'Take off sale' },
          ]}
          value={draft.published ? 'yes' : 'no'}
          onChange={(choice) => onChange({ published: choice === 'yes' })}
        />
      )
    default:
      return <TextControls draft={draft} onChange={onChange} />
  }
}

function PriceControls({ draft, onChange }: DraftControlsProps) {
  return (
    <>
      <BarSelect
        label="How"
        options={priceWays}
        value={draft.priceBy}
        onChange={(priceBy) => onChange({ priceBy })}
      />
      {draft.priceBy !== 'match' && (
        <BarInput
          label={draft.priceBy === 'percent' ? 'Percent' : 'Amount'}
          placeholder={draft.priceBy === 'percent' ? '-4' : draft.priceBy === 'amount' ? '-5.00' : '1.00'}
          value={draft.price}
          onChange={(price) => onChange({ price })}
        />
      )}
      <BarSelect
        label="Rounding"
        options={roundings}
        value={draft.roundTo}
        onChange={(roundTo) => onChange({ roundTo })}
      />
      <BarSelect
        label="Below the floor"
        options={floors}
        value={draft.belowFloor}
        onChange={(belowFloor) => onChange({ belowFloor })}
      />
    </>
  )
}

const floorExamples = { cost: '+10', price: '-15', set: '95.00' } as const

function FloorControls({ draft, onChange }: DraftControlsProps) {
  return (
    <>
      <BarSelect
        label="How"
        options={floorWays}
        value={draft.floorBy}
        onChange={(floorBy) => onChange({ floorBy })}
      />
      {draft.floorBy !== 'none' && (
        <BarInput
          label={draft.floorBy === 'set' ? 'Amount' : 'Percent'}
          placeholder={floorExamples[draft.floorBy]}
          value={draft.floor}
          onChange={(floor) => onChange({ floor })}
        />
      )}
    </>
  )
}

function TextControls({ draft, onChange }: DraftControlsProps) {
  const isTags = draft.field === 'tags'
  return (
    <>
      <BarSelect
        label="Mode"
        options={isTags ? [...modes, { id: 'remove' as const, name: 'Remove' }] : modes}
        value={!isTags && draft.mode === 'remove' ? 'add' : draft.mode}
        onChange={(mode) => onChange({ mode })}
      />
      {draft.field === 'notes' && (
        <BarSelect
          label="Kind"
          options={noteKinds.map((id) => ({ id, name: toSentence(id) }))}
          value={draft.noteKind}
          onChange={(noteKind) => onChange({ noteKind })}
        />
      )}
      <BarInput
        label={isTags ? 'Tags' : 'Note'}
        placeholder={isTags ? 'season, vip' : 'Note'}
        isWide
        value={draft.text}
        onChange={(text) => onChange({ text })}
      />
    </>
  )
}
