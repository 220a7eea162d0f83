import { legalDetails, type WireLegalDetails } from '@terrace/contracts/team-legal-details'
import { useRef, useState, type FormEvent } from 'react'
import { asSentences, fieldErrors, serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useChangeLegalDetails } from './queries.ts'

type Name = keyof WireLegalDetails

/** Saves all fields together, after reauthentication. */
export function LegalDetailsForm({ saved }: { saved: WireLegalDetails }) {
  const [edited, setEdited] = useState<Partial<WireLegalDetails>>({})
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const change = useChangeLegalDetails()
  const values = { ...saved, ...edited }
  const errors = { ...asSentences(fieldErrors(legalDetails, values)), ...serverFieldErrors(change.error) }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    isTouched: touched.has(name),
    onChange(value: string) {
      setEdited((current) => ({ ...current, [name]: value }))
      if (!change.isIdle) change.reset()
    },
    onBlur: () => setTouched((current) => new Set(current).add(name)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    setTouched(new Set<Name>(['legal_name', 'address', 'tax_number']))
    const invalid = Object.keys(errors)[0]
    if (invalid === undefined) change.mutate(values, { onSuccess: () => setEdited({}) })
    else form.current?.querySelector<HTMLElement>(`[name="${invalid}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Invoice details" className="max-w-96 space-y-5">
      <p className="text-sm text-muted">
        New invoices are addressed to this company. Invoices that you already have stay as they are. Leave all
        fields empty to use your team’s name.
      </p>
      <TextField {...field('legal_name')} label="Legal name" autoComplete="organization" />
      <TextArea {...field('address')} label="Address" rows={4} />
      <TextField {...field('tax_number')} label="Tax number (optional)" autoComplete="off" />
      {change.isError && <FormError error={change.error} />}
      <FormNotice text={change.isSuccess ? 'Saved. Invoices show it from now on' : null} />
      <Button type="submit" tone="primary" isPending={change.isPending} pendingLabel="Loading...">
        Save
      </Button>
    </form>
  )
}
