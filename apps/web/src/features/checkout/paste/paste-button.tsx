import type { WireAttendee } from '@terrace/contracts/attendees'
import type { AttendeeField } from '@terrace/domain/people/attendee-details'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

interface PasteButtonProps {
  seats: string
  fields: readonly AttendeeField[]
  current: readonly WireAttendee[]
  today: string
  isDisabled: boolean
  onApply: (tickets: readonly WireAttendee[]) => void
}

const loadDialog = async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog })

/** Opens the dialog that fills in attendees from a spreadsheet. */
export function PasteButton({ isDisabled, ...props }: PasteButtonProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button
        size="sm"
        isDisabled={isDisabled}
        aria-label={`Paste from a spreadsheet, ${props.seats}`}
        onPress={() => setState('open')}
      >
        Paste from a spreadsheet
      </Button>
      {state !== 'never' && (
        <LazyPart
          load={loadDialog}
          props={{ ...props, isOpen: state === 'open', onClose: () => setState('closed') }}
        />
      )}
    </>
  )
}
