import { useQuery } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { maxSearchNameLength } from '@terrace/contracts/saved-searches'
import { useId, useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/overlay/toast-queue.ts'
import type { FeedParams } from '#web/features/listings/filters/feed-params.ts'
import { EventSearches } from './event-searches.tsx'
import { filterText, toWireSavedFilter, toFeedParams, toSavedFilter } from './saved-filter.ts'
import { savedSearchesQuery, useSaveSearch } from './saved-search-queries.ts'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'

interface SaveSearchDialogProps {
  event: WireEvent
  params: FeedParams
  onParamsChange: (change: FeedParams) => void
  feePercent: string | undefined
  isOpen: boolean
  onClose: () => void
}

/** Saves the current filters with a name and alerts, and lists the event's saved searches. */
export function SaveSearchDialog({ isOpen, onClose, ...content }: SaveSearchDialogProps) {
  const formId = useId()
  const save = useSaveSearch()
  return (
    <Dialog
      size="sm"
      title="Save search"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!save.isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Save search"
          isPending={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <SearchForm {...content} formId={formId} save={save} onClose={onClose} />
    </Dialog>
  )
}

/** Mounted inside the dialog, so each opening starts with the present filters. */
function SearchForm({
  event,
  params,
  onParamsChange,
  feePercent,
  formId,
  save,
  onClose,
}: Omit<SaveSearchDialogProps, 'isOpen'> & { formId: string; save: ReturnType<typeof useSaveSearch> }) {
  const filter = toSavedFilter(event, params)
  const text = filterText({ filter: toWireSavedFilter(filter), service_fee_percent: feePercent })
  const [name, setName] = useState(text.slice(0, maxSearchNameLength))
  const [isLive, setLive] = useState(true)
  const [isEmailed, setEmailed] = useState(false)
  const { data } = useQuery(savedSearchesQuery())
  const saved = data?.data.filter((each) => each.event.id === event.id) ?? []

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (name.trim() === '' || save.isPending) return
    save.mutate(
      { event_id: event.id, name, filter, live: isLive, mail: isEmailed },
      {
        onSuccess() {
          showToast(isLive || isEmailed ? 'Search saved. We’ll alert you to new matches.' : 'Search saved')
          onClose()
        },
      },
    )
  }

  return (
    <div className="space-y-5">
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-muted">
          {text} for {event.title}.
        </p>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={maxSearchNameLength}
          error={name.trim() === '' ? 'Enter a name.' : undefined}
          isTouched
          autoFocus
        />
        <div className="flex flex-col">
          <Checkbox isSelected={isLive} onChange={setLive}>
            Alert me in notifications
          </Checkbox>
          <Checkbox isSelected={isEmailed} onChange={setEmailed}>
            Alert me by email
          </Checkbox>
        </div>
        <p className="text-xs text-muted">
          You’re alerted when a listing starts to match: when it is new, gets cheaper or has tickets again.
          Alerts end when the event starts.
        </p>
        {save.error && <FormError error={save.error} />}
      </form>
      {saved.length > 0 && (
        <EventSearches
          searches={saved}
          onShow={(shown) => {
            onParamsChange(toFeedParams(shown.filter))
            onClose()
          }}
        />
      )}
    </div>
  )
}
