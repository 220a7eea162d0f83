import type { ReactNode } from 'react'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { PhoneInput } from '#web/ui/controls/phone-input.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { TooltipIcon } from '#web/ui/overlay/tooltip-icon.tsx'
import type { currencyOptions, CountryOption } from './sign-up-options.tsx'
import type { RegistrationState } from './use-registration.ts'

interface RegistrationFieldsProps {
  state: RegistrationState
  /** `undefined` while loading. */
  countries: CountryOption[] | undefined
  currencies: ReturnType<typeof currencyOptions> | undefined
}

/** The field groups up to the terms, in the order of spec §2. */
export function RegistrationFields({ state, countries, currencies }: RegistrationFieldsProps) {
  const { form, errors, touched, text, change, touch } = state
  return (
    <>
      <Group name="Your name">
        <TextField {...text('firstName')} label="First name" autoComplete="given-name" isRequired />
        <TextField {...text('lastName')} label="Last name" autoComplete="family-name" isRequired />
      </Group>
      <PhoneInput
        {...text('phoneNumber')}
        label="Phone number"
        isRequired
        // Until the list has loaded, only the default is available.
        codes={countries ?? [{ ...form.countryCode, short: form.countryCode.originalId }]}
        code={form.countryCode.id}
        areCodesLoading={countries === undefined}
        onCodeChange={(id) => {
          const country = countries?.find((option) => option.id === id)
          if (country)
            change('countryCode', { id: country.id, name: country.name, originalId: country.originalId })
        }}
      />
      <Group name="Email and confirmation">
        <TextField
          {...text('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          isRequired
        />
        <TextField
          {...text('confirmEmail')}
          label="Confirm email"
          type="email"
          inputMode="email"
          autoComplete="off"
          isRequired
        />
      </Group>
      <TextField {...text('username')} label="Username" autoComplete="username" isRequired />
      <Group name="Password and confirmation">
        <TextField
          {...text('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          isRequired
        />
        <TextField
          {...text('confirmPassword')}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          isRequired
        />
      </Group>
      <TextField
        {...text('referralCode')}
        label="Referral code (optional)"
        autoComplete="off"
        maxLength={100}
      />
      <div className="relative">
        <Dropdown
          label="Base currency"
          options={currencies ?? []}
          isLoading={currencies === undefined}
          value={form.baseCurrency}
          onChange={(id) => change('baseCurrency', typeof id === 'number' ? id : null)}
          onBlur={() => touch('baseCurrency')}
          error={errors.baseCurrency}
          isTouched={touched.baseCurrency}
        />
        {/* Next to the label, not inside it: the label names the field, the tooltip explains it. */}
        <span className="absolute top-0.5 left-27">
          <TooltipIcon
            text="The default currency in which you send and receive payments via the platform"
            icon={<InfoIcon aria-hidden />}
          />
        </span>
      </div>
    </>
  )
}

/** Related fields, side by side on wide screens. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={name} className="grid items-start gap-5 sm:grid-cols-2">
      {children}
    </div>
  )
}
