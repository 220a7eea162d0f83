import { useRef, useState } from 'react'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { checkUnique, register, TakenError } from './register.ts'
import {
  canRegister,
  emptyRegistration,
  registrationErrors,
  withSignature,
  type Registration,
  type RegistrationName,
  type Signature,
} from './registration.ts'

type TextName = {
  [Name in RegistrationName]: Registration[Name] extends string ? Name : never
}[RegistrationName]

const errorSeverity = 1

/** The state of the registration form: values, what is wrong with them, what was signed, and how sending went. */
export function useRegistration() {
  const [values, setValues] = useState(emptyRegistration)
  const [signature, setSignature] = useState<Signature | null>(null)
  const [taken, setTaken] = useState<{ email: string[]; username: string[] }>({ email: [], username: [] })
  const [touched, setTouched] = useState<Partial<Record<RegistrationName, boolean>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const asked = useRef({ email: '', username: '' })
  const attempt = useSubmit(send)

  const form = withSignature(values, signature)
  const errors = registrationErrors(form, taken)
  const touch = (name: RegistrationName) => setTouched((known) => ({ ...known, [name]: true }))

  function change<Name extends RegistrationName>(name: Name, value: Registration[Name]) {
    setValues((current) => ({ ...current, [name]: value }))
  }

  /** Says what failed: in a toast, and at the fields that it concerns (spec §8). */
  function refuse(error: unknown, { email, username }: { email: string; username: string }) {
    showToast(errorText(error), errorSeverity)
    const isTaken = (name: 'email' | 'username') =>
      error instanceof TakenError
        ? error[name]
        : error instanceof ApiError && error.code === 'account.taken' && name in error.fieldErrors
    setTaken((known) => ({
      email: isTaken('email') ? [...known.email, email] : known.email,
      username: isTaken('username') ? [...known.username, username] : known.username,
    }))
    // A field that the browser filled in was perhaps never left.
    setTouched((known) => ({
      ...known,
      email: known.email ?? email !== '',
      username: known.username ?? username !== '',
    }))
    // What was signed does not serve: it can be signed again.
    if (error instanceof ApiError && 'docusign_envelope_id' in error.fieldErrors) setSignature(null)
  }

  async function send() {
    try {
      setMessage(await register(form))
    } catch (error) {
      refuse(error, { email: form.email.trim(), username: form.username })
      throw error
    }
  }

  /** Asks on blur, once for each value; where the answer does not come, sending asks again. */
  async function askUnique(name: 'email' | 'username') {
    const value = form[name].trim()
    if (errors[name] !== undefined || asked.current[name] === value) return
    asked.current[name] = value
    const query = { email: '', username: '', [name]: value }
    try {
      await checkUnique(query)
    } catch (error) {
      if (error instanceof TakenError) refuse(error, query)
      else asked.current[name] = ''
    }
  }

  return {
    form,
    errors,
    touched,
    change,
    touch,
    /** What a text field is given. */
    text: (name: TextName) => ({
      name,
      value: form[name],
      onChange: (value: string) => change(name, value),
      onBlur: () => {
        touch(name)
        if (name === 'email' || name === 'username') void askUnique(name)
      },
      error: errors[name],
      isTouched: touched[name],
      isValid: form[name] !== '' && errors[name] === undefined,
    }),
    sign: setSignature,
    canRegister: canRegister(form, errors),
    isPending: attempt.isPending,
    /** The server's words on success. */
    message,
    /** Sends unless something is in the way; false where it is the terms. */
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
