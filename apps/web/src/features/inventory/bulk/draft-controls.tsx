import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import { toSentence } from '#web/lib/format/sentence.ts'
import { ownHoldHours } from '#web/features/inventory/edit/own-hold.ts'
import { seesMoney } from '#web/lib/http/refusals.ts'
import { BarInput, BarSelect } from './bar-controls.tsx'
import type { BulkDraft } from './bulk-change.ts'

const priceChangeMethods = [
  { id: 'percent' as const, name: '± %' },
  { id: 'amount' as const, name: '± amount' },
  { id: 'set' as const, name: 'Set to' },
  { id: 'match' as const, name: 'Match the lowest' },
  { id: 'undercut' as const, name: 'Undercut by' },
]
const floorMethods = [
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

/** The controls of the field that is changed. */
export function DraftControls({ draft, onChange }: DraftControlsProps) {
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
        options={priceChangeMethods}
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
        options={seesMoney() ? floorMethods : floorMethods.filter(({ id }) => id !== 'cost')}
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
