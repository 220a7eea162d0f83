import type { WireHeldEvent } from '@terrace/contracts/inventory-import-rows'
import { useState } from 'react'
import {
  EventPicker,
  type PickedEvent,
  type SearchEvents,
} from '#web/features/inventory/add/event-picker.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

interface OtherEventDialogProps {
  event: WireHeldEvent
  searchEvents: SearchEvents
  isOpen: boolean
  onClose: () => void
  onChoose: (eventId: number) => void
}

/** Finds an event that is not among the suggestions. */
export function OtherEventDialog({ event, searchEvents, isOpen, onClose, onChoose }: OtherEventDialogProps) {
  const [picked, setPicked] = useState<PickedEvent | null>(null)
  const [isTouched, setTouched] = useState(false)
  return (
    <Dialog
      title={`Which event is ${event.name || 'this'}?`}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            onPress={() => {
              setTouched(true)
              if (picked) onChoose(picked.id)
            }}
          >
            Use for {counted(event.rows, 'row')}
          </Button>
        </>
      }
    >
      <EventPicker
        event={picked}
        onChange={setPicked}
        search={searchEvents}
        error={isTouched && !picked ? 'Choose an event from the list.' : undefined}
      />
    </Dialog>
  )
}
