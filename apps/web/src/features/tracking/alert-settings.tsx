import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { AlertSettingsForm } from './alert-settings-form.tsx'
import { alertTexts } from './alert-texts.ts'
import { trackingSettingsQuery } from './queries.ts'

export function AlertSettings() {
  const { data: settings, error, refetch, isFetching } = useQuery(trackingSettingsQuery())
  const [state, setState] = useState<'shown' | 'changing' | 'saved' | 'cancelled'>('shown')
  const change = useRef<HTMLButtonElement>(null)
  // The form's buttons are removed with the form, so focus returns to the button that opened it.
  useEffect(() => {
    if (state === 'saved' || state === 'cancelled') change.current?.focus()
  }, [state])
  if (!settings) {
    if (!error) return <AlertSettingsSkeleton />
    return (
      <Notice tone="danger" icon={<AlertCircleIcon aria-hidden />}>
        <span role="alert" className="block">
          Couldn’t load your alert settings. {errorText(error)}
        </span>
        <Button size="sm" onPress={() => void refetch()} isPending={isFetching} className="mt-2">
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <section aria-labelledby="alerts-heading" className="space-y-3">
      <Panel className="p-4 sm:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h2 id="alerts-heading" className="text-lg">
              Alerts
            </h2>
            {state !== 'changing' && (
              <ul className="mt-1 space-y-0.5 text-muted">
                {alertTexts(settings).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
          {state !== 'changing' && (
            <Button ref={change} onPress={() => setState('changing')}>
              Change alerts
            </Button>
          )}
        </div>
        {state === 'changing' && (
          <AlertSettingsForm
            settings={settings}
            onSaved={() => setState('saved')}
            onCancel={() => setState('cancelled')}
          />
        )}
      </Panel>
      <FormNotice text={state === 'saved' ? 'Alerts saved' : null} />
    </section>
  )
}

function AlertSettingsSkeleton() {
  return (
    <SkeletonRegion label="Loading your alert settings">
      <Panel className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
        <div className="space-y-1.5">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="mt-2 h-4 w-76 max-w-full" />
          <Skeleton className="h-4 w-76 max-w-full" />
          {/* On phones the second line wraps. */}
          <Skeleton className="h-4 w-20 sm:hidden" />
        </div>
        <Skeleton className="h-10 w-34" />
      </Panel>
    </SkeletonRegion>
  )
}
