import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryProfilesRoutes, type WireDialect } from '@terrace/contracts/inventory-profiles'
import { useState } from 'react'
import { env } from '#web/lib/env.ts'
import { FormError } from '#web/forms/form-error.tsx'
import {
  EventPicker,
  type PickedEvent,
  type SearchEvents,
} from '#web/features/inventory/add/event-picker.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { profilesKey } from '#web/features/inventory-imports/data/queries.ts'
import type { InspectedFile } from '#web/features/inventory-imports/upload/inspect-file.ts'
import { SettingsForm } from './settings-form.tsx'
import { useExamples } from './use-examples.ts'
import { problemsOf, withoutEvent, WorkedExamples } from './worked-examples.tsx'

interface NewProfileProps {
  inspected: InspectedFile
  /** The system that writes such files, if Terrace knows it. */
  dialect: WireDialect | undefined
  fileName: string
  searchEvents: SearchEvents
  onCreated: (profileId: string, eventId: number | undefined) => void
}

/** A person confirms once what the columns of a kind of file mean. Later files with these columns need no question. */
export function NewProfile({ inspected, dialect, fileName, searchEvents, onCreated }: NewProfileProps) {
  const client = useQueryClient()
  const [settings, setSettings] = useState(inspected.settings)
  const [typedName, setName] = useState<string | null>(null)
  const [event, setEvent] = useState<PickedEvent | null>(null)
  const [isTouched, setTouched] = useState(false)
  const examples = useExamples(settings, inspected)
  const name = typedName ?? dialect?.title ?? fileName.replace(/\.[^.]*$/, '')
  const save = useMutation({
    mutationFn: () => call(inventoryProfilesRoutes.create, { body: { name, settings } }),
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: profilesKey })
      onCreated(data.id, needsEvent ? event?.id : undefined)
    },
  })
  const needsEvent = examples.data?.missing.includes('event_name') === true
  const lacking = examples.data ? problemsOf(withoutEvent(examples.data)) : []
  const isTaken = save.error instanceof ApiError && save.error.code === 'inventory_profile.name_taken'
  function submit() {
    setTouched(true)
    if (lacking.length === 0 && name.trim() !== '' && (!needsEvent || event)) save.mutate()
  }
  return (
    <div className="grid gap-x-10 gap-y-8 px-5 py-5 max-sm:px-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0 space-y-8">
        <div>
          <h2 className="text-lg">{titleOf(dialect)}</h2>
          <p className="mt-1 text-sm text-muted">
            Check once what it means. Later files with these columns are read the same way.
          </p>
        </div>
        <SettingsForm
          settings={settings}
          onChange={setSettings}
          dialect={dialect}
          header={inspected.header}
          rows={inspected.rows}
        />
      </div>
      <div className="space-y-5 xl:sticky xl:top-5 xl:self-start">
        <section aria-label="Examples" className="space-y-3">
          <h2 className="text-lg">First rows as {env().brand} reads them</h2>
          <WorkedExamples query={examples} isEventChosen={event !== null} />
        </section>
        {needsEvent && (
          <EventPicker
            event={event}
            onChange={setEvent}
            search={searchEvents}
            error={isTouched && !event ? 'Choose an event from the list.' : undefined}
          />
        )}
        <TextField
          label="Name of this profile"
          value={name}
          onChange={setName}
          maxLength={80}
          autoComplete="off"
          error={
            isTaken
              ? 'Another profile of your team has this name.'
              : name.trim() === ''
                ? 'Enter a name.'
                : undefined
          }
          isTouched={isTouched}
        />
        {isTouched && lacking.length > 0 && (
          <p role="alert" className="text-sm font-medium text-danger">
            {lacking[0]}
          </p>
        )}
        {save.error && !isTaken && <FormError error={save.error} />}
        <ExplainedButton
          reason={refusal('list')}
          tone="primary"
          isFullWidth
          isPending={save.isPending}
          onPress={submit}
        >
          Save profile and upload
        </ExplainedButton>
        <p className="text-xs text-muted">Nothing changes yet: you see what the file would do first.</p>
      </div>
    </div>
  )
}

function titleOf(dialect: WireDialect | undefined): string {
  if (!dialect) return `${env().brand} does not know this kind of file yet`
  return dialect.name === 'own-export'
    ? 'This is an export of your inventory'
    : `This looks like a file of ${dialect.title}`
}
