import type { QuoteBrand } from '@terrace/contracts/quote-page'
import {
  quoteDefaults,
  quoteSettings,
  type WireQuoteSettingsResponse,
} from '@terrace/contracts/quote-settings'
import { useState, type ComponentType, type FormEvent } from 'react'
import { asSentences, fieldErrors, serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ColourField } from './colour-field.tsx'
import { DefaultsFields } from './defaults-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { useChangeQuoteSettings } from './change-settings.ts'

export type Settings = WireQuoteSettingsResponse['data']

/** Fields that show their own errors, as named on the wire. */
const shownFields = ['name', 'colour', 'contact_email', 'contact_phone', 'hold_on_accept']

interface SettingsFormProps {
  settings: Settings
  /** Previews the page's header with the form's values. */
  Preview: ComponentType<{ brand: QuoteBrand }>
}

/** All settings of a team's quote page. Errors appear at their fields and keep the typed values. */
export function SettingsForm({ settings, Preview }: SettingsFormProps) {
  const { team_name: team, logo, may_manage: canManage, quote_origin: _, ...savedValues } = settings
  const [values, setValues] = useState(savedValues)
  const [maxTickets, setMaxTickets] = useState(String(savedValues.hold_on_accept.max_tickets))
  const [isTouched, setTouched] = useState(false)
  const { mutate, error, isPending, isError, isSuccess, reset } = useChangeQuoteSettings()
  const body = {
    ...values,
    hold_on_accept: {
      ...values.hold_on_accept,
      max_tickets: /^\d+$/.test(maxTickets.trim()) ? Number(maxTickets) : 0,
    },
  }
  const formErrors = asSentences(fieldErrors(quoteSettings, body))
  const defaultsErrors = asSentences(fieldErrors(quoteDefaults, values.defaults))
  const serverErrors = serverFieldErrors(error)
  const fieldProps = (name: keyof typeof values) => ({
    error: formErrors[name] ?? serverErrors[name],
    isTouched: isTouched || serverErrors[name] !== undefined,
    onBlur: () => formErrors[name] !== undefined && setTouched(true),
    isDisabled: !canManage,
  })

  function edit(change: Partial<typeof values>) {
    setValues({ ...values, ...change })
    if (isError || isSuccess) reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (Object.keys(formErrors).length === 0 && !isPending) mutate(body)
  }

  const isValidColour = formErrors['colour'] === undefined
  return (
    <form noValidate onSubmit={submit} aria-label="Quote page" className="space-y-6">
      <section aria-label="Preview" className="overflow-hidden rounded border border-line">
        <Preview
          brand={{
            name: values.name.trim() || team,
            email: values.contact_email.trim() || null,
            phone: values.contact_phone.trim() || null,
            colour: isValidColour ? values.colour : savedValues.colour,
            logo,
          }}
        />
      </section>
      <TextField
        {...fieldProps('name')}
        label="Name on the page"
        placeholder={team}
        description={`Defaults to your team’s name, ${team}.`}
        value={values.name}
        onChange={(name) => edit({ name })}
        autoComplete="organization"
      />
      <ColourField {...fieldProps('colour')} value={values.colour} onChange={(colour) => edit({ colour })} />
      <LogoField logo={logo} isDisabled={!canManage} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          {...fieldProps('contact_email')}
          label="Contact email"
          type="email"
          inputMode="email"
          value={values.contact_email}
          onChange={(contact_email) => edit({ contact_email })}
        />
        <TextField
          {...fieldProps('contact_phone')}
          label="Contact phone"
          type="tel"
          inputMode="tel"
          value={values.contact_phone}
          onChange={(contact_phone) => edit({ contact_phone })}
        />
      </div>
      <fieldset disabled={!canManage} className="space-y-1">
        <legend className="mb-1.5 font-medium">Client experience</legend>
        <div>
          <Checkbox
            isDisabled={!canManage}
            isSelected={values.offers_alternatives}
            onChange={(offers_alternatives) => edit({ offers_alternatives })}
          >
            Suggest two alternatives when an offer sells out
          </Checkbox>
        </div>
        <div>
          <Checkbox
            isDisabled={!canManage}
            isSelected={values.hold_on_accept.enabled}
            onChange={(enabled) => edit({ hold_on_accept: { ...values.hold_on_accept, enabled } })}
          >
            Hold tickets automatically on acceptance
          </Checkbox>
        </div>
        {values.hold_on_accept.enabled && (
          <TextField
            {...fieldProps('hold_on_accept')}
            label="Maximum tickets"
            description="Per quote, from 1 to 60"
            inputMode="numeric"
            value={maxTickets}
            onChange={(typed) => {
              setMaxTickets(typed)
              edit({})
            }}
            className="max-w-48 pt-2"
          />
        )}
      </fieldset>
      <fieldset disabled={!canManage}>
        <legend className="mb-1.5 font-medium">Email the quote’s creator when it is</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {(['view', 'accept', 'decline', 'unopened'] as const).map((kind) => (
            <Checkbox
              key={kind}
              isDisabled={!canManage}
              isSelected={values.mail[kind]}
              onChange={(isOn) => edit({ mail: { ...values.mail, [kind]: isOn } })}
            >
              {emailLabels[kind]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <DefaultsFields
        values={values.defaults}
        errors={defaultsErrors}
        isTouched={isTouched}
        isDisabled={!canManage}
        onEdit={(change) => edit({ defaults: { ...values.defaults, ...change } })}
        onBlur={() => Object.keys(defaultsErrors).length > 0 && setTouched(true)}
      />
      {isError && <FormError error={error} shownFields={shownFields} />}
      <FormNotice text={isSuccess ? 'Quote page saved' : null} />
      {canManage && (
        <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
          Save
        </Button>
      )}
    </form>
  )
}

const emailLabels = {
  view: 'opened',
  accept: 'accepted',
  decline: 'declined',
  unopened: 'not opened in time',
}
