import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { useSubmit } from '#web/forms/use-submit.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveCalendar } from '#web/lib/save-calendar.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CalendarPlusIcon } from '#web/ui/icons.ts'

/** Saves the quoted event as a file that the client's calendar app opens. */
export function AddToCalendar({ slug }: { slug: string }) {
  const { run, isPending, error } = useSubmit(() =>
    saveCalendar(async () => (await call(quotePageRoutes.calendar, { body: { slug } })).data),
  )
  return (
    <div className="mt-3">
      <Button
        size="sm"
        icon={<CalendarPlusIcon aria-hidden className="size-4" />}
        isPending={isPending}
        onPress={() => void run(undefined)}
      >
        Add to calendar
      </Button>
      {error !== null && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
