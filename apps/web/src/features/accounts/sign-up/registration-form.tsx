import { useQuery } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { TermsSigning } from '#web/features/signing/terms-signing.tsx'
import { useDelayedCallback } from '#web/lib/hooks/use-delayed-callback.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { visibleError } from '#web/ui/controls/field.tsx'
import { AlertCircleIcon } from '#web/ui/icons.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { countryOptions, currencyOptions, signUpOptionsQuery } from './sign-up-options.tsx'
import { useRegistration } from './use-registration.ts'

/** Time the success message is shown before the success screen (spec §4, §9). */
const messageMs = 3000

/** The registration form (spec §2–§5, §8). A failure keeps all input; `onDone` runs after the message. */
export function RegistrationForm({ onDone }: { onDone: () => void }) {
  const state = useRegistration()
  const { form, errors, touched, isPending, message } = state
  const options = useQuery(signUpOptionsQuery())
  const terms = useRef<HTMLDivElement>(null)
  useDelayedCallback(message !== null, messageMs, onDone)

  const termsError = visibleError({ error: errors.agreed, isTouched: touched.agreed })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!state.submit()) terms.current?.querySelector('button')?.focus()
  }

  if (options.isError) {
    return (
      <ErrorState
        title="Couldn’t load the form"
        message="Check your connection and try again."
        onRetry={() => void options.refetch()}
        isRetrying={options.isFetching}
      />
    )
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Sign up" aria-busy={isPending} className="space-y-5">
      <RegistrationFields
        state={state}
        countries={options.data && countryOptions(options.data.dial_code_list)}
        currencies={options.data && currencyOptions(options.data.marketplace_currencies)}
      />
      <div ref={terms} role="group" aria-label="Terms">
        <p aria-hidden className="mb-1.5 text-sm font-medium">
          Terms and conditions
        </p>
        <TermsSigning
          firstName={form.firstName}
          lastName={form.lastName}
          email={form.email}
          signed={form.agreed}
          onSigned={state.sign}
        />
        <p role="alert">
          {termsError !== undefined && (
            <span className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
              <AlertCircleIcon aria-hidden className="mt-px size-4 shrink-0" />
              {termsError}
            </span>
          )}
        </p>
      </div>
      <FormNotice text={message} />
      <div>
        <Button
          type="submit"
          tone="primary"
          size="lg"
          isFullWidth
          isPending={isPending}
          pendingLabel="Registering"
          isDisabled={!state.canRegister || message !== null}
        >
          Register now
        </Button>
        {isPending && <ProgressBar label="Registering" className="mt-3" />}
        {!state.canRegister && (
          <p className="mt-2 text-xs text-muted">
            Fill in all fields to register. The referral code is optional.
          </p>
        )}
      </div>
    </form>
  )
}
