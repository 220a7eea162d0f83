import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { AlertSettingsForm } from './alert-settings-form.tsx'
import { alertTexts } from './alert-texts.ts'
import { trackingSettingsQuery } from './queries.ts'

const bar = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 sm:px-5 text-xs'

/** The alerts on one line above the list, with a form to change them. */
export function AlertSettings() {
  const { data: settings, error, refetch, isFetching } = useQuery(trackingSettingsQuery())
  const [state, setState] = useState<'shown' | 'changing' | 'saved' | 'cancelled'>('shown')
  const change = useRef<HTMLButtonElement>(null)
  // The form's buttons are removed with the form, so focus returns to the button that opened it.
  useEffect(() => {
    if (state === 'saved' || state === 'cancelled') change.current?.focus()
  }, [state])
  if (!settings) {
    if (!error)
      return (
        <SkeletonRegion label="Loading your alert settings" className={bar}>
          <Skeleton className="my-2 h-3.5 w-96 max-w-full" />
        </SkeletonRegion>
      )
    return (
      <div className={bar}>
        <p role="alert" className="min-w-0 flex-1 font-medium text-danger">
          Couldn’t load your alert settings. {errorText(error)}
        </p>
        <Button size="sm" onPress={() => void refetch()} isPending={isFetching}>
          Try again
        </Button>
      </div>
    )
  }
  if (state === 'changing') {
    return (
      <section aria-labelledby="alerts-heading" className="border-b border-line p-4">
        <h2 id="alerts-heading" className="text-base">
          Alerts
        </h2>
        <AlertSettingsForm
          settings={settings}
          onSaved={() => setState('saved')}
          onCancel={() => setState('cancelled')}
        />
      </section>
    )
  }
  return (
    <section aria-labelledby="alerts-heading">
      <div className={bar}>
        <h2 id="alerts-heading" className="text-xs">
          Alerts
        </h2>
        <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 text-muted max-sm:order-last max-sm:basis-full max-sm:pb-1.5">
          {alertTexts(settings).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button
          ref={change}
          size="sm"
          tone="quiet"
          className="max-sm:ml-auto"
          onPress={() => setState('changing')}
        >
          Change alerts
        </Button>
      </div>
      <FormNotice text={state === 'saved' ? 'Alerts saved' : null} />
    </section>
  )
}
