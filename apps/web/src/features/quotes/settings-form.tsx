import type { QuoteBrand } from '@terrace/contracts/quote-page'
import { quoteSettings, type WireQuoteSettingsAnswer } from '@terrace/contracts/quote-settings'
import { useState, type ComponentType, type FormEvent } from 'react'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { FormNotice } from '#web/features/accounts/form-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ColourField } from './colour-field.tsx'
import { asSentences, refusedFields } from './draft-errors.ts'
import { LogoField } from './logo-field.tsx'
import { useChangeQuoteSettings } from './mutations.ts'

export type Settings = WireQuoteSettingsAnswer['data']

interface SettingsFormProps {
  settings: Settings
  /** How the page's head looks with what stands in the form. */
  Preview: ComponentType<{ brand: QuoteBrand }>
}

/** Everything of a team's quote page that is its own to say. Errors stand at their fields; what was typed stays. */
export function SettingsForm({ settings, Preview }: SettingsFormProps) {
  const { team_name: team, logo, may_manage: mayManage, quote_origin: _, ...own } = settings
  const [values, setValues] = useState(own)
  const [atMost, setAtMost] = useState(String(own.hold_on_accept.at_most))
  const [isTouched, setTouched] = useState(false)
  const { mutate, error, isPending, isError, isSuccess, reset } = useChangeQuoteSettings()
  const body = {
    ...values,
    hold_on_accept: { ...values.hold_on_accept, at_most: /^\d+$/.test(atMost.trim()) ? Number(atMost) : 0 },
  }
  const found = asSentences(fieldErrors(quoteSettings, body))
  const refused = refusedFields(error)
  const at = (name: keyof typeof values) => ({
    error: found[name] ?? refused[name],
    isTouched: isTouched || refused[name] !== undefined,
    onBlur: () => found[name] !== undefined && setTouched(true),
    isDisabled: !mayManage,
  })

  function edit(change: Partial<typeof values>) {
    setValues({ ...values, ...change })
    if (isError || isSuccess) reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (Object.keys(found).length === 0 && !isPending) mutate(body)
  }

  const isKnownColour = found['colour'] === undefined
  return (
    <form noValidate onSubmit={submit} aria-label="Quote page" className="space-y-6">
      <section aria-label="Preview" className="overflow-hidden rounded border border-line">
        <Preview
          brand={{
            name: values.name.trim() || team,
            email: values.contact_email.trim() || null,
            phone: values.contact_phone.trim() || null,
            colour: isKnownColour ? values.colour : own.colour,
            logo,
          }}
        />
      </section>
      <TextField
        {...at('name')}
        label="Name on the page"
        placeholder={team}
        description={`Left empty, it is your team’s name, ${team}.`}
        value={values.name}
        onChange={(name) => edit({ name })}
        autoComplete="organization"
      />
      <ColourField {...at('colour')} value={values.colour} onChange={(colour) => edit({ colour })} />
      <LogoField logo={logo} isDisabled={!mayManage} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          {...at('contact_email')}
          label="Contact email"
          type="email"
          inputMode="email"
          value={values.contact_email}
          onChange={(contact_email) => edit({ contact_email })}
        />
        <TextField
          {...at('contact_phone')}
          label="Contact phone"
          type="tel"
          inputMode="tel"
          value={values.contact_phone}
          onChange={(contact_phone) => edit({ contact_phone })}
        />
      </div>
      <fieldset disabled={!mayManage} className="space-y-1">
        <legend className="mb-1.5 font-medium">What the client gets</legend>
        <div>
          <Checkbox
            isDisabled={!mayManage}
            isSelected={values.offers_alternatives}
            onChange={(offers_alternatives) => edit({ offers_alternatives })}
          >
            The two nearest in place of what is gone
          </Checkbox>
        </div>
        <div>
          <Checkbox
            isDisabled={!mayManage}
            isSelected={values.hold_on_accept.enabled}
            onChange={(enabled) => edit({ hold_on_accept: { ...values.hold_on_accept, enabled } })}
          >
            What is accepted is held at once
          </Checkbox>
        </div>
        {values.hold_on_accept.enabled && (
          <TextField
            {...at('hold_on_accept')}
            label="At most"
            description="Tickets of one quote, from 1 to 60"
            inputMode="numeric"
            value={atMost}
            onChange={(typed) => {
              setAtMost(typed)
              edit({})
            }}
            className="max-w-48 pt-2"
          />
        )}
      </fieldset>
      <fieldset disabled={!mayManage}>
        <legend className="mb-1.5 font-medium">Mail to whoever made the quote when it is</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {(['view', 'accept', 'decline'] as const).map((kind) => (
            <Checkbox
              key={kind}
              isDisabled={!mayManage}
              isSelected={values.mail[kind]}
              onChange={(isOn) => edit({ mail: { ...values.mail, [kind]: isOn } })}
            >
              {mailNames[kind]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {isError && Object.keys(refused).length === 0 && <FormError error={error} />}
      <FormNotice text={isSuccess ? 'Your quote page has been saved' : null} />
      {mayManage && (
        <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
          Save
        </Button>
      )}
    </form>
  )
}

const mailNames = { view: 'opened', accept: 'accepted', decline: 'declined' }
