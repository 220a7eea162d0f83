import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { BodyInputOf } from '@terrace/contracts/route'
import { parseSeats, seatNumbers, seatsText } from '@terrace/domain/tickets/seats'
import { useState, type FormEvent } from 'react'
import { z } from 'zod/mini'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { seatsError } from '#web/features/inventory/form/seats-error.ts'
import { historyKey, storeRows } from '#web/features/inventory/data/queries.ts'

interface PlaceFormProps {
  row: WireInventoryRow
  /** Shows the listing that the rest has become. */
  onMoved: (id: string) => void
  onSaved: (row: WireInventoryRow) => void
}

type PlaceChange = Omit<BodyInputOf<typeof inventoryEditRoutes.update>, 'version'>

/**
 * Section, row and seats. While tickets are sold or held they keep their seats, and the form offers to move the others as a
 * listing of their own.
 */
export function PlaceForm({ row, onMoved, onSaved }: PlaceFormProps) {
  const client = useQueryClient()
  const saved = valuesOf(row)
  const [base, setBase] = useState(row)
  const [values, setValues] = useState(saved)
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(base))
  if (base.version < row.version && !isChanged) {
    setBase(row)
    setValues(saved)
  }
  const update = useMutation({
    mutationFn: (change: PlaceChange) =>
      call(inventoryEditRoutes.update, {
        params: { listing_id: row.id },
        body: { ...change, version: base.version },
      }),
    onSuccess: ({ data }) => {
      storeRows(client, [data])
      void client.invalidateQueries({ queryKey: [...historyKey, row.id] })
      onSaved(data)
      if (data.id !== row.id) return onMoved(data.id)
      setBase(data)
      setValues(valuesOf(data))
    },
  })
  const movable = movableOf(update.error)
  const quantity = movable ?? base.quantity
  const parsed = parseSeats(values.isStanding ? '' : values.seats, quantity)
  const taken = seatsError(update.error)
  const errors = { ...serverFieldErrors(update.error), ...taken }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged && parsed.problem === undefined && !update.isPending) update.mutate(changeOf(base, values))
  }
  const text = (name: 'section' | 'row' | 'seats') => ({
    name,
    autoComplete: 'off',
    value: values[name],
    isTouched: true,
    onChange: (value: string) => setValues((known) => ({ ...known, [name]: value })),
  })

  return (
    <form noValidate aria-label="Seats" onSubmit={submit} className="space-y-3">
      <h3 className="text-sm">Seats</h3>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <TextField {...text('section')} label="Section" error={errors['section']} isRequired />
        <TextField {...text('row')} label="Row" error={errors['row']} isDisabled={values.isStanding} />
      </div>
      <TextField
        {...text('seats')}
        label={movable === null ? 'Seats' : `Seats of the ${movable} tickets that move`}
        placeholder="101-104, 1-7 odd, or 4, 7, 9"
        isDisabled={values.isStanding}
        error={isChanged ? (parsed.problem ?? errors['seats']) : undefined}
      />
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          isSelected={values.isStanding}
          onChange={(isStanding) => setValues((known) => ({ ...known, isStanding }))}
        >
          General admission
        </Checkbox>
        <Checkbox
          isSelected={values.isHidden}
          onChange={(isHidden) => setValues((known) => ({ ...known, isHidden }))}
        >
          Hide seat numbers from buyers
        </Checkbox>
      </div>
      {update.error !== null && taken['seats'] === undefined && <FormError error={update.error} />}
      <div className="flex flex-wrap gap-2">
        <ExplainedButton
          reason={refusal('list')}
          type="submit"
          size="sm"
          isPending={update.isPending}
          isDisabled={!isChanged || parsed.problem !== undefined}
        >
          Save seats
        </ExplainedButton>
        {movable !== null && movable > 0 && (
          <ExplainedButton
            reason={refusal('list')}
            size="sm"
            tone="primary"
            isPending={update.isPending}
            isDisabled={parsed.problem !== undefined}
            onPress={() => {
              const { seats_hidden: _, ...place } = changeOf(base, values)
              update.mutate({ ...place, move_rest: true })
            }}
          >
            Move the other {movable}
          </ExplainedButton>
        )}
        {isChanged && (
          <Button
            size="sm"
            tone="quiet"
            onPress={() => {
              setValues(valuesOf(row))
              setBase(row)
              update.reset()
            }}
          >
            Reset
          </Button>
        )}
      </div>
    </form>
  )

  function changeOf(from: WireInventoryRow, typed: typeof values): PlaceChange {
    const old = valuesOf(from)
    return {
      ...(typed.section !== old.section && { section: typed.section.trim() }),
      ...(typed.row !== old.row && !typed.isStanding && { row: typed.row.trim() }),
      ...(typed.isStanding !== old.isStanding && { general_admission: typed.isStanding }),
      ...((typed.seats !== old.seats || movable !== null) &&
        !typed.isStanding &&
        parsed.problem === undefined && {
          seats: parsed.seats.first === null ? null : [...seatNumbers(parsed.seats)],
        }),
      ...(typed.isHidden !== old.isHidden && { seats_hidden: typed.isHidden }),
    }
  }
}

const committedPlace = z.object({ movable: z.int() })

const valuesOf = (row: WireInventoryRow) => ({
  section: row.section,
  row: row.row,
  seats: seatsText({ first: row.first_seat, last: row.last_seat, list: row.seats }, '-') ?? '',
  isStanding: row.general_admission,
  isHidden: row.seats_hidden,
})

/** How many tickets could move, when the server refused to move all of them. */
function movableOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'supply.place_committed') return null
  return committedPlace.safeParse(error.errors).data?.movable ?? null
}
