import type { WireAttendee } from '@terrace/contracts/attendees'
import { attendeeLabel, type AttendeeField } from '@terrace/domain/people/attendee-details'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { PastePreview } from './paste-preview.tsx'
import { readPastedTable } from './pasted-table.ts'
import { ticketsFrom } from './pasted-values.ts'

interface PasteDialogProps {
  seats: string
  fields: readonly AttendeeField[]
  /** The details so far, in ticket order. */
  current: readonly WireAttendee[]
  /** YYYY-MM-DD */
  today: string
  isOpen: boolean
  onClose: () => void
  /** The details of the first tickets. */
  onApply: (tickets: readonly WireAttendee[]) => void
}

/** Fills in attendees from a spreadsheet. The form changes only when the preview is confirmed. */
export function PasteDialog({ seats, fields, current, today, isOpen, onClose, onApply }: PasteDialogProps) {
  const [text, setText] = useState('')
  const table = readPastedTable(text, fields)
  const tickets = ticketsFrom(table, { current, today })
  const hasColumns = table.columns.some(({ field }) => field !== null)
  const isReady = tickets.length > 0 && hasColumns

  function close() {
    // Personal data is not left behind in the closed dialog.
    setText('')
    onClose()
  }

  return (
    <Dialog
      title={`Paste from a spreadsheet, ${seats}`}
      size="lg"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            tone="primary"
            isDisabled={!isReady}
            onPress={() => {
              onApply(tickets.map(({ details }) => details))
              close()
            }}
          >
            {isReady ? `Fill in ${formatTickets(tickets.length)}` : 'Fill in'}
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <TextArea
          label="Cells from your spreadsheet"
          description={`One person per row. Columns are found by their headings, or else in this order: ${fields
            .map((field) => attendeeLabel(field).toLowerCase())
            .join(', ')}.`}
          value={text}
          onChange={setText}
          rows={5}
        />
        {text.trim() !== '' && (
          <PastePreview table={table} tickets={tickets} ticketCount={current.length} fields={fields} />
        )}
      </div>
    </Dialog>
  )
}
