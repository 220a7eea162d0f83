import { trackingSettings, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useChangeTrackingSettings } from './mutations.ts'

interface AlertSettingsFormProps {
  settings: WireTrackingSettings
  onSaved: () => void
  onCancel: () => void
}

/** Form for alert kinds and channels. Submits only valid settings. */
export function AlertSettingsForm({ settings, onSaved, onCancel }: AlertSettingsFormProps) {
  const [drop, setDrop] = useState(settings.price_drop)
  const [low, setLow] = useState(settings.low_stock)
  const [threshold, setThreshold] = useState(String(settings.low_stock.max_tickets))
  const [isTouched, setTouched] = useState(false)
  const { mutate, error, isPending, isError, reset } = useChangeTrackingSettings()
  const parsed = trackingSettings.safeParse({
    price_drop: drop,
    low_stock: { ...low, max_tickets: threshold.trim() === '' ? undefined : Number(threshold) },
  })
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the form has been removed, so focus moves to the form.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (parsed.success && !isPending) mutate(parsed.data, { onSuccess: onSaved })
  }

  function edit<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value)
      if (isError) reset()
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Alerts" className="mt-4 max-w-120 space-y-5">
      <AlertChannels legend="Price drop" channels={drop} onChange={edit(setDrop)} />
      <AlertChannels
        legend="Low availability"
        channels={low}
        onChange={edit((channels: typeof drop) => setLow({ ...low, ...channels }))}
      />
      <TextField
        label="Alert me at or below"
        inputMode="numeric"
        value={threshold}
        onChange={edit(setThreshold)}
        onBlur={() => setTouched(true)}
        error={parsed.success ? undefined : 'Enter a whole number from 1 to 50'}
        isTouched={isTouched}
        description="Tickets, 1 to 50"
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

interface AlertChannelsProps {
  legend: string
  channels: { live: boolean; mail: boolean }
  onChange: (channels: { live: boolean; mail: boolean }) => void
}

function AlertChannels({ legend, channels: { live, mail }, onChange }: AlertChannelsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Checkbox isSelected={live} onChange={(isOn) => onChange({ live: isOn, mail })}>
          In the app
        </Checkbox>
        <Checkbox isSelected={mail} onChange={(isOn) => onChange({ live, mail: isOn })}>
          By email
        </Checkbox>
      </div>
    </fieldset>
  )
}
