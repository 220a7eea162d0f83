import { trackingSettings, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useChangeTrackingSettings } from './mutations.ts'

interface AlertSettingsFormProps {
  settings: WireTrackingSettings
  onSaved: () => void
  onCancel: () => void
}

/** Changes of what one is told, and how. Nothing is sent before all of it is right. */
export function AlertSettingsForm({ settings, onSaved, onCancel }: AlertSettingsFormProps) {
  const [drop, setDrop] = useState(settings.price_drop)
  const [low, setLow] = useState(settings.low_stock)
  const [atMost, setAtMost] = useState(String(settings.low_stock.at_most))
  const [isTouched, setTouched] = useState(false)
  const { mutate, error, isPending, isError, reset } = useChangeTrackingSettings()
  const judged = trackingSettings.safeParse({
    price_drop: drop,
    low_stock: { ...low, at_most: atMost.trim() === '' ? undefined : Number(atMost) },
  })
  const form = useRef<HTMLFormElement>(null)
  // Opened by a button that is gone by now.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (judged.success && !isPending) mutate(judged.data, { onSuccess: onSaved })
  }

  function edit<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value)
      if (isError) reset()
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Alerts" className="mt-4 max-w-120 space-y-5">
      <Ways legend="When the price of a tracked listing drops" ways={drop} onChange={edit(setDrop)} />
      <Ways
        legend="When few of its tickets are left"
        ways={low}
        onChange={edit((ways: typeof drop) => setLow({ ...low, ...ways }))}
      />
      <TextField
        label="Few means at most"
        inputMode="numeric"
        value={atMost}
        onChange={edit(setAtMost)}
        onBlur={() => setTouched(true)}
        error={judged.success ? undefined : 'A whole number from 1 to 50'}
        isTouched={isTouched}
        description="Tickets, from 1 to 50"
        className="max-w-48"
      />
      {isError && <FormError error={error} />}
      <div className="flex gap-3">
        <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
          Save
        </Button>
        <Button onPress={onCancel} isDisabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface WaysProps {
  legend: string
  ways: { live: boolean; mail: boolean }
  onChange: (ways: { live: boolean; mail: boolean }) => void
}

function Ways({ legend, ways: { live, mail }, onChange }: WaysProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Checkbox isSelected={live} onChange={(isOn) => onChange({ live: isOn, mail })}>
          On the page
        </Checkbox>
        <Checkbox isSelected={mail} onChange={(isOn) => onChange({ live, mail: isOn })}>
          By email
        </Checkbox>
      </div>
    </fieldset>
  )
}
