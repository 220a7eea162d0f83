import type { ReactNode } from 'react'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { PhoneInput } from '#web/ui/phone-input.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { HintedIcon } from '#web/ui/tooltip.tsx'
import type { currencyOptions, CountryOption } from './sign-up-options.tsx'
import type { RegistrationState } from './use-registration.ts'

interface RegistrationFieldsProps {
  state: RegistrationState
  /** Undefined while they load. */
  countries: CountryOption[] | undefined
  currencies: ReturnType<typeof currencyOptions> | undefined
}

/** The field groups in the order of spec §2, up to the terms. */
export function RegistrationFields({ state, countries, currencies }: RegistrationFieldsProps) {
  const { form, errors, touched, text, change, touch } = state
  return (
    <>
      <Group name="Your name">
        <TextField {...text('firstName')} label="First name" autoComplete="given-name" autoFocus isRequired />
        <TextField {...text('lastName')} label="Last name" autoComplete="family-name" isRequired />
      </Group>
      <PhoneInput
        {...text('phoneNumber')}
        label="Phone number"
        isRequired
        // Until the list is there, the default is all that can be named.
        codes={countries ?? [{ ...form.countryCode, short: form.countryCode.originalId }]}
        code={form.countryCode.id}
        areCodesLoading={countries === undefined}
        onCodeChange={(id) => {
          const chosen = countries?.find((country) => country.id === id)
          if (chosen)
            change('countryCode', { id: chosen.id, name: chosen.name, originalId: chosen.originalId })
        }}
      />
      <Group name="Email and its confirmation">
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
      <Group name="Password and its confirmation">
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
          name="baseCurrency"
          options={currencies ?? []}
          isLoading={currencies === undefined}
          value={form.baseCurrency}
          onChange={(id) => change('baseCurrency', typeof id === 'number' ? id : null)}
          onBlur={() => touch('baseCurrency')}
          error={errors.baseCurrency}
          isTouched={touched.baseCurrency}
          isRequired
        />
        {/* Beside the label's words, not in them: the label names the field, the tooltip explains it. */}
        <span className="absolute top-0.5 left-27">
          <HintedIcon
            text="The default currency in which you send and receive payments via the platform"
            icon={<InfoIcon aria-hidden />}
          />
        </span>
      </div>
    </>
  )
}

/** Fields that belong together, side by side where there is room. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={name} className="grid items-start gap-5 sm:grid-cols-2">
      {children}
    </div>
  )
}
