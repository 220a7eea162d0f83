import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  EventPicker,
  type PickedEvent,
  type SearchEvents,
} from '#web/features/inventory/add/event-picker.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { Radio, RadioGroup } from '#web/ui/controls/radio.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { profilesQuery } from '#web/features/inventory-imports/data/queries.ts'
import { modeSentences, modeTitles } from '#web/features/inventory-imports/texts.ts'

interface ChooseProfileProps {
  fitting: readonly { id: string; needs_event: boolean }[]
  searchEvents: SearchEvents
  onChoose: (profileId: string, eventId: number | undefined) => void
  onNew: () => void
}

/** Chooses between profiles that read the same columns, and the event of files that name none. */
export function ChooseProfile({ fitting, searchEvents, onChoose, onNew }: ChooseProfileProps) {
  const profiles = useQuery(profilesQuery())
  const [chosen, setChosen] = useState(fitting.length === 1 ? (fitting[0]?.id ?? '') : '')
  const [event, setEvent] = useState<PickedEvent | null>(null)
  const [isTouched, setTouched] = useState(false)
  if (!profiles.data)
    return profiles.error === null ? (
      <Skeleton className="m-5 h-48" />
    ) : (
      <LoadError title="Couldn’t load your profiles" query={profiles} />
    )
  const needsEvent = fitting.find(({ id }) => id === chosen)?.needs_event === true
  function submit() {
    setTouched(true)
    if (chosen !== '' && (!needsEvent || event)) onChoose(chosen, needsEvent ? event?.id : undefined)
  }
  return (
    <div className="max-w-170 space-y-5 px-5 py-5 max-sm:px-4">
      <div>
        <h2 className="text-lg">
          {fitting.length > 1 ? 'More than one profile reads these columns' : 'For which event is this file?'}
        </h2>
        {fitting.length > 1 && (
          <p className="mt-1 text-sm text-muted">
            The same columns can mean different prices, so choose how this file is read.
          </p>
        )}
      </div>
      <RadioGroup label="Profile" value={chosen} onChange={setChosen} className="space-y-2">
        {profiles.data
          .filter(({ id }) => fitting.some((fits) => fits.id === id))
          .map(({ id, name, settings, live_listings: live }) => (
            <Radio
              key={id}
              value={id}
              className="block cursor-pointer rounded border border-line bg-surface px-4 py-2.5 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <span className="block font-semibold">{name}</span>
              <span className="block text-xs text-muted">
                {modeTitles[settings.mode]}, {settings.currency}, {counted(live, 'listing')} on sale.{' '}
                {modeSentences[settings.mode]}
              </span>
            </Radio>
          ))}
      </RadioGroup>
      {needsEvent && (
        <EventPicker
          event={event}
          onChange={setEvent}
          search={searchEvents}
          error={isTouched && !event ? 'Choose an event from the list.' : undefined}
        />
      )}
      {isTouched && chosen === '' && (
        <p role="alert" className="text-sm font-medium text-danger">
          Choose a profile.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ExplainedButton reason={refusal('list')} tone="primary" onPress={submit}>
          Upload with this profile
        </ExplainedButton>
        <Button tone="quiet" onPress={onNew}>
          None fits: make a new profile
        </Button>
      </div>
    </div>
  )
}
