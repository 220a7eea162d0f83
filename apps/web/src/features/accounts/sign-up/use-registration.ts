import { useRef, useState } from 'react'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { checkUnique, register, TakenError } from './register.ts'
import {
  canRegister,
  emptyRegistration,
  registrationErrors,
  withSignature,
  type Registration,
  type RefusedPasswords,
  type RegistrationName,
} from './registration.ts'
import type { Signature } from '#web/features/signing/use-signing.ts'

type TextName = {
  [Name in RegistrationName]: Registration[Name] extends string ? Name : never
}[RegistrationName]

/** State of the registration form: values, errors, signature and submission. */
export function useRegistration() {
  const [values, setValues] = useState(emptyRegistration)
  const [signature, setSignature] = useState<Signature | null>(null)
  const [taken, setTaken] = useState<{ email: string[]; username: string[] }>({ email: [], username: [] })
  const [refused, setRefused] = useState<RefusedPasswords>({})
  const [touched, setTouched] = useState<Partial<Record<RegistrationName, boolean>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const lastChecked = useRef({ email: '', username: '' })
  const attempt = useSubmit(send)

  const form = withSignature(values, signature)
  const errors = registrationErrors(form, taken, refused)
  const touch = (name: RegistrationName) => setTouched((known) => ({ ...known, [name]: true }))

  function change<Name extends RegistrationName>(name: Name, value: Registration[Name]) {
    setValues((current) => ({ ...current, [name]: value }))
  }

  /** Reports an error in a toast and at the affected fields (spec §8). */
  function showFailure(error: unknown, { email, username }: { email: string; username: string }) {
    showToast(errorText(error), toastSeverity.error)
    const isTaken = (name: 'email' | 'username') =>
      error instanceof TakenError
        ? error[name]
        : error instanceof ApiError && error.code === 'account.taken' && name in error.fieldErrors
    setTaken((known) => ({
      email: isTaken('email') ? [...known.email, email] : known.email,
      username: isTaken('username') ? [...known.username, username] : known.username,
    }))
    // The browser's autofill may have filled a field that was never focused.
    setTouched((known) => ({
      ...known,
      email: known.email ?? email !== '',
      username: known.username ?? username !== '',
    }))
    if (error instanceof ApiError && error.code === 'password.guessable')
      setRefused((known) => ({ ...known, [form.password]: errorText(error) }))
    // An unusable signature is dropped, so the user can sign again.
    if (error instanceof ApiError && 'docusign_envelope_id' in error.fieldErrors) setSignature(null)
  }

  async function send() {
    try {
      setMessage(await register(form))
    } catch (error) {
      showFailure(error, { email: form.email.trim(), username: form.username })
      throw error
    }
  }

  /** Checks each value once, on blur; if the check fails, submitting repeats it. */
  async function checkUniqueOnBlur(name: 'email' | 'username') {
    const value = form[name].trim()
    if (errors[name] !== undefined || lastChecked.current[name] === value) return
    lastChecked.current[name] = value
    const query = { email: '', username: '', [name]: value }
    try {
      await checkUnique(query)
    } catch (error) {
      if (error instanceof TakenError) showFailure(error, query)
      else lastChecked.current[name] = ''
    }
  }

  return {
    form,
    errors,
    touched,
    change,
    touch,
    text: (name: TextName) => ({
      name,
      value: form[name],
      onChange: (value: string) => change(name, value),
      onBlur: () => {
        touch(name)
        if (name === 'email' || name === 'username') void checkUniqueOnBlur(name)
      },
      error: errors[name],
      isTouched: touched[name],
      isValid: form[name] !== '' && errors[name] === undefined,
    }),
    sign: setSignature,
    canRegister: canRegister(form, errors),
    isPending: attempt.isPending,
    message,
    /** Submits unless something is missing; returns false when that is the agreement to the terms. */
    submit(): boolean {
      if (attempt.isPending || message !== null || !canRegister(form, errors)) return true
      touch('agreed')
      if (!form.agreed) return false
      void attempt.run(undefined)
      return true
    },
  }
}

export type RegistrationState = ReturnType<typeof useRegistration>
