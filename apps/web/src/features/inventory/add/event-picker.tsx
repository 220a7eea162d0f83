import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'
import { controlClass, FieldMessages, labelClass } from '#web/ui/controls/field.tsx'

/** An event that a listing can be for. */
export interface PickedEvent {
  id: number
  title: string
  /** Date, venue and city. */
  detail: string
}

export type SearchEvents = (text: string) => Promise<readonly PickedEvent[]>

const debounceMs = 150

interface EventPickerProps {
  event: PickedEvent | null
  onChange: (event: PickedEvent | null) => void
  search: SearchEvents
  error: string | undefined
}

/** Finds an upcoming event by its name, teams, venue or city. */
export function EventPicker({ event, onChange, search, error }: EventPickerProps) {
  const messagesId = useId()
  const [text, setText] = useState(event?.title ?? '')
  const searched = useDebouncedValue(text.trim(), debounceMs)
  const found = useQuery({
    queryKey: ['inventory.events', searched],
    queryFn: () => search(searched),
    enabled: searched !== '' && event === null,
    placeholderData: keepPreviousData,
  })
  const events = event ? [event] : (found.data ?? [])
  const failure = found.isError ? 'Events cannot be searched now. Try again.' : undefined
  const isSearching = searched !== text.trim() || found.isFetching
  const emptyText = isSearching || searched === '' ? 'Searching…' : 'No upcoming event matches.'
  return (
    <ComboBox
      inputValue={text}
      onInputChange={(typed) => {
        if (typed === text) return
        setText(typed)
        if (event && typed !== event.title) onChange(null)
      }}
      value={event?.id ?? null}
      onChange={(key) => {
        const chosen = events.find(({ id }) => id === key)
        if (!chosen) return
        setText(chosen.title)
        onChange(chosen)
      }}
      // The search has matched names, places and dates.
      defaultFilter={() => true}
      allowsCustomValue
      // Opens while the search is running, and says when nothing matches.
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="block w-full"
    >
      <Label className={labelClass()}>Event</Label>
      <div className={controlClass(error !== undefined)}>
        <Input
          name="event"
          aria-describedby={messagesId}
          autoComplete="off"
          autoFocus
          placeholder="Arsenal Manchester City"
          className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
        />
      </div>
      <FieldMessages
        id={messagesId}
        description={event?.detail ?? 'Type a team, artist, venue or city.'}
        error={error ?? failure}
      />
      <Popover
        offset={4}
        maxHeight={300}
        className="flex w-(--trigger-width) animate-rise flex-col overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
      >
        <ListBox
          renderEmptyState={() => <p className="px-2.5 py-2 text-sm text-muted">{emptyText}</p>}
          className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1 outline-none"
        >
          {events.map(({ id, title, detail }) => (
            <ListBoxItem
              key={id}
              id={id}
              textValue={title}
              className="min-h-9 rounded px-2.5 py-1.5 text-sm outline-none data-focused:bg-ink/6"
            >
              <span className="block truncate font-medium">{title}</span>
              <span className="block truncate text-xs text-muted">{detail}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
