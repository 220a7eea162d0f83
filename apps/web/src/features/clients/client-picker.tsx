import { useQuery } from '@tanstack/react-query'
import type { WireClient } from '@terrace/contracts/clients'
import { useEffect, useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { errorText } from '#web/lib/http/api-error.ts'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { cx } from '#web/ui/cx.ts'
import {
  controlClass,
  FieldMessages,
  labelClass,
  visibleError,
  type FieldTexts,
} from '#web/ui/controls/field.tsx'
import { CheckIcon, ChevronDownIcon, PlusIcon } from '#web/ui/icons.ts'
import { addKey, FirstMatch } from './first-match.tsx'
import { useCreateClient } from './mutations.ts'
import { clientSuggestionsQuery } from './queries.ts'

const debounceMs = 120

export interface ClientPickerProps extends FieldTexts {
  name?: string
  /** Typed text, which need not be a client's name. */
  text: string
  clientId: string | null
  onType: (text: string) => void
  onChoose: (client: WireClient) => void
  onBlur?: () => void
  /** `true`: Enter chooses the first client once the list has loaded. Then `false`, with `isFailed` if it has not loaded. */
  onWait?: (isWaiting: boolean, isFailed: boolean) => void
  /** Ctrl Enter submits the form. */
  onSubmit?: () => void
  autoFocus?: boolean
  /** Opens the list once for a text that was typed before this field was there. */
  opensWhenFound?: boolean
  /** Does not offer to add a client; smaller, for filters. */
  isExistingOnly?: boolean
}

/** Finds a client by name, company or address, and adds a new one on the fly. Any other text stays as typed. */
export function ClientPicker({
  name,
  text,
  clientId,
  onType,
  onChoose,
  onBlur,
  onWait,
  onSubmit,
  autoFocus = false,
  opensWhenFound = false,
  isExistingOnly = false,
  ...texts
}: ClientPickerProps) {
  const messagesId = useId()
  // With a client chosen, the menu offers the others.
  const search = useDebouncedValue(clientId === null ? text.trim() : '', debounceMs)
  const suggestions = useQuery(clientSuggestionsQuery(search))
  const { data: clients = [] } = suggestions
  const create = useCreateClient()
  const [wasTyped, setWasTyped] = useState(false)
  const [wasListRequested, setListRequested] = useState(false)
  const typed = text.trim()
  const isSearched = search === typed
  const isCurrent =
    clientId !== null || (isSearched && !suggestions.isPlaceholderData && !suggestions.isPending)
  // After a failed search for the typed text, Enter does not wait.
  const isFailed = isSearched && suggestions.isError
  const canAdd =
    !isExistingOnly && typed !== '' && clientId === null && !clients.some((client) => isNamed(client, typed))
  // The full name of the only match is enough. A longer name may follow a name that several clients begin with.
  const [onlyMatch] = clients
  const named =
    !isExistingOnly && isCurrent && wasTyped && clients.length === 1 && onlyMatch && isNamed(onlyMatch, typed)
      ? onlyMatch
      : null
  const chooseNamed = useEventCallback((client: WireClient) => {
    if (clientId === null) onChoose(client)
  })
  useEffect(() => {
    if (named !== null) chooseNamed(named)
  }, [named, chooseNamed])
  const isFailureShown = isFailed && (wasTyped || wasListRequested) && clientId === null
  const failure = create.error ?? (isFailureShown ? suggestions.error : null)
  const error = visibleError(texts) ?? (failure ? errorText(failure) : undefined)

  function choose(key: unknown) {
    const client = clients.find(({ id }) => id === key)
    // Leaving the field reports the chosen client again, which must not reset the terms.
    if (client) return client.id === clientId ? undefined : onChoose(client)

    if (key === addKey && !create.isPending)
      create.mutate(
        {
          values: { name: typed, ...(typed.includes('@') && { email: typed }) },
          idempotencyKey: newIdempotencyKey(),
        },
        { onSuccess: onChoose },
      )
  }

  return (
    <ComboBox
      inputValue={text}
      onInputChange={(value) => {
        if (value === text) return
        create.reset()
        setWasTyped(true)
        onType(value)
      }}
      value={clientId}
      onChange={choose}
      // The server has matched name, company and address.
      defaultFilter={() => true}
      allowsCustomValue
      allowsEmptyCollection={false}
      menuTrigger="input"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(onBlur && { onBlur })}
      className="block w-full"
    >
      <Label className={labelClass(texts.isLabelHidden)}>{texts.label}</Label>
      <div className={controlClass(error !== undefined, isExistingOnly ? 'sm' : 'md')}>
        <FirstMatch
          typed={clientId === null ? typed : ''}
          clients={clients}
          isCurrent={isCurrent}
          isFailed={isFailed}
          opensWhenFound={opensWhenFound}
          onChoose={choose}
          onWait={onWait}
          onSubmit={onSubmit}
        >
          <Input
            {...(name !== undefined && { name })}
            aria-describedby={messagesId}
            autoComplete="off"
            // React Aria would focus the field only after the first paint.
            autoFocus={autoFocus}
            className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
          />
        </FirstMatch>
        {clientId !== null && (
          <CheckIcon
            role="img"
            aria-label="In your client book"
            className="size-4 shrink-0 text-ok"
            strokeWidth={2.5}
          />
        )}
        <Button
          aria-label="Show clients"
          onPress={() => {
            setListRequested(true)
            // The menu does not open without clients.
            if (suggestions.isError) void suggestions.refetch()
          }}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded text-muted data-hovered:text-ink"
        >
          <ChevronDownIcon aria-hidden className="size-4" />
        </Button>
      </div>
      <FieldMessages id={messagesId} description={texts.description} error={error} />
      <Popover
        offset={4}
        maxHeight={300}
        className="flex w-(--trigger-width) animate-rise flex-col overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
      >
        <ListBox className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1 outline-none">
          {clients.map((client) => (
            <ListBoxItem key={client.id} id={client.id} textValue={client.name} className={optionClass}>
              <span className="block truncate font-medium">{client.name}</span>
              <span className="block truncate text-xs text-muted">
                {[client.company, client.email].filter((part) => part !== '').join(' · ')}
              </span>
            </ListBoxItem>
          ))}
          {canAdd && (
            <ListBoxItem
              id={addKey}
              textValue={typed}
              className={cx(optionClass, 'flex items-center gap-2 font-medium text-accent')}
            >
              <PlusIcon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 truncate">Add “{typed}” to your clients</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

const optionClass =
  'min-h-9 rounded px-2.5 py-1.5 text-sm outline-none data-focused:bg-ink/6 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent'

const isNamed = ({ name, email }: WireClient, text: string): boolean =>
  [name, email].some((known) => known.toLowerCase() === text.toLowerCase())
