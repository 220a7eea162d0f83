import { errorText } from '#web/lib/http/api-error.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CalendarPlusIcon } from '#web/ui/icons.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'

/** Saves the event as a file that calendar apps open. */
export function AddToCalendar({ event }: { event: { id: number; title: string } }) {
  async function save() {
    try {
      const { saveEventCalendar } = await import('./save-event-calendar.ts')
      await saveEventCalendar(event.id)
    } catch (error) {
      showToast(errorText(error), toastSeverity.error)
    }
  }
  useCommands('Listings', [
    {
      id: 'listings.calendar',
      title: 'Add the event to a calendar',
      detail: event.title,
      run: () => void save(),
    },
  ])
  return (
    <IconButton
      label="Add to calendar"
      icon={<CalendarPlusIcon aria-hidden />}
      tone="outline"
      size="sm"
      onPress={() => void save()}
    />
  )
}
