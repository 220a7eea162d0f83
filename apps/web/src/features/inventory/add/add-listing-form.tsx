import { useMutation } from '@tanstack/react-query'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { BodyInputOf } from '@terrace/contracts/route'
import { parseSeats } from '@terrace/domain/tickets/seats'
import { useState, type FormEvent } from 'react'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { readUser } from '#web/lib/http/session.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import { PriceFacts } from '#web/features/inventory/edit/price-card.tsx'
import { seatsError } from '#web/features/inventory/form/seats-error.ts'
import { ListingFields } from '#web/features/inventory/form/listing-fields.tsx'
import {
  emptyListing,
  toListingFields,
  validateListing,
  validatedFields,
  type ListingErrors,
} from '#web/features/inventory/form/listing-values.ts'
import { EventPicker, type PickedEvent, type SearchEvents } from './event-picker.tsx'

interface AddListingFormProps {
  id: string
  fees: Fees
  searchEvents: SearchEvents
  onPending: (isPending: boolean) => void
  onAdded: (row: WireInventoryRow) => void
}

const emptyPlace = { section: '', row: '', seats: '', external_id: '' }
type Place = typeof emptyPlace

const shownFields = ['event', 'event_id', 'first_seat', ...Object.keys(emptyPlace), ...validatedFields]

export function AddListingForm({ id, fees, searchEvents, onPending, onAdded }: AddListingFormProps) {
  const currency = baseCurrency()
  const [event, setEvent] = useState<PickedEvent | null>(null)
  const [place, setPlace] = useState(emptyPlace)
  const [values, setValues] = useState(emptyListing)
  const [isStanding, setStanding] = useState(false)
  const [isHidden, setHidden] = useState(false)
  const [isPublished, setPublished] = useState(true)
  const [showsErrors, setShowsErrors] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const create = useMutation({
    mutationFn: (body: BodyInputOf<typeof inventoryEditRoutes.create>) =>
      call(inventoryEditRoutes.create, { body, idempotencyKey }),
    onSuccess: ({ data }) => onAdded(data),
    onSettled: () => onPending(false),
  })
  const takenSeats = seatsError(create.error)
  const serverErrors = { ...serverFieldErrors(create.error), ...takenSeats }
  const ownErrors: ListingErrors = {
    ...validatePlace(place, event, isStanding ? null : Number(values.quantity)),
    ...validateListing(values, currency),
  }
  const errors = { ...ownErrors, ...serverErrors }
  const shows = showsErrors || Object.keys(serverErrors).length > 0

  /** Another listing, so the key of a failed attempt must not be reused. */
  function edited() {
    setIdempotencyKey(newIdempotencyKey())
    if (create.error) create.reset()
  }
  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (create.isPending) return
    setShowsErrors(true)
    const [first] = Object.keys(ownErrors)
    if (first !== undefined || !event) {
      submitted.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    onPending(true)
    create.mutate({
      ...toListingFields(values, currency),
      event_id: event.id,
      section: place.section.trim(),
      row: place.row.trim(),
      ...seatFields(isStanding ? '' : place.seats, Number(values.quantity)),
      external_id: place.external_id.trim() || null,
      general_admission: isStanding,
      seats_hidden: isHidden,
      published: isPublished,
      currency,
    })
  }

  const text = (name: keyof Place) => ({
    name,
    autoComplete: 'off',
    value: place[name],
    onChange: (value: string) => {
      setPlace((known) => ({ ...known, [name]: value }))
      edited()
    },
    error: errors[name],
    isTouched: shows,
  })
  return (
    <form id={id} noValidate onSubmit={submit} aria-label="Listing" className="space-y-4">
      <EventPicker
        event={event}
        onChange={(chosen) => {
          setEvent(chosen)
          edited()
        }}
        search={searchEvents}
        error={shows ? (errors['event'] ?? errors['event_id']) : undefined}
      />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <TextField {...text('section')} label="Section" placeholder="Block 115" isRequired />
        <TextField {...text('row')} label="Row" />
        <TextField
          {...text('seats')}
          label="Seats"
          placeholder="101-104 or 1, 3, 5"
          error={errors['seats'] ?? errors['first_seat']}
          isDisabled={isStanding}
        />
        <TextField {...text('external_id')} label="Your id" />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox isSelected={isStanding} onChange={setStanding}>
          General admission
        </Checkbox>
        <Checkbox isSelected={isHidden} onChange={setHidden}>
          Hide seat numbers from buyers
        </Checkbox>
        <Checkbox isSelected={isPublished} onChange={setPublished}>
          Put on sale at once
        </Checkbox>
      </div>
      <ListingFields
        values={values}
        onEdit={(change) => {
          setValues((known) => ({ ...known, ...change }))
          edited()
        }}
        errors={errors}
        showsErrors={shows}
        currency={currency}
      />
      <div className="w-fit rounded bg-sunken p-3 text-sm">
        <PriceFacts row={null} currency={currency} text={values.price} fees={fees} />
      </div>
      {create.error && takenSeats['seats'] === undefined && (
        <FormError error={create.error} shownFields={shownFields} />
      )}
    </form>
  )
}

/** `quantity` is `null` for general admission, which has no seats. */
function validatePlace(
  { section, seats }: Place,
  event: PickedEvent | null,
  quantity: number | null,
): ListingErrors {
  // Another quantity is asked for first.
  const parsed = quantity !== null && quantity > 0 ? parseSeats(seats, quantity) : undefined
  return {
    ...(event === null && { event: 'Choose an event from the list.' }),
    ...(section.trim() === '' && { section: 'Type the section, such as Block 115.' }),
    ...(parsed?.problem !== undefined && { seats: parsed.problem }),
  }
}

/** The first of adjacent seats, or every seat of a list. */
function seatFields(text: string, quantity: number) {
  const parsed = parseSeats(text, quantity)
  if (parsed.problem !== undefined) return {}
  const { first, list } = parsed.seats
  return list === null ? { first_seat: first } : { seats: [...list] }
}

/** The currency in which the team sells. */
function baseCurrency(): string {
  const currency = readUser()?.['base_currency']
  return typeof currency === 'string' ? currency : 'GBP'
}
