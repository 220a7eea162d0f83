import type { BodyInputOf } from '@terrace/contracts/route'
import { signUpConstants, signUpFields, takenMessages, type signUpRoutes } from '@terrace/contracts/sign-up'
import { isSameSigner } from '@terrace/contracts/signing'
import type { z } from 'zod/mini'
import { completeFields } from '#web/forms/complete-fields.ts'
import type { Signature } from '#web/features/signing/use-signing.ts'

/** A selected dial code: `id` 'CH +41' is the option, `originalId` '+41' is sent (spec §3). */
export interface CountryCode {
  id: string
  name: string
  originalId: string
}

/** The registration form (spec §3). */
export interface Registration {
  firstName: string
  lastName: string
  phoneNumber: string
  email: string
  confirmEmail: string
  username: string
  password: string
  confirmPassword: string
  referralCode: string
  baseCurrency: number | null
  countryCode: CountryCode
  agreed: boolean
  docusign_envelope_id: string
}

export type RegistrationName = keyof Registration
export type RegistrationErrors = Partial<Record<RegistrationName, string>>

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  email: '',
  confirmEmail: '',
  username: '',
  password: '',
  confirmPassword: '',
  referralCode: '',
  baseCurrency: null,
  countryCode: { id: 'CH +41', name: 'Switzerland +41', originalId: '+41' },
  agreed: false,
  docusign_envelope_id: '',
}

/** Values that the server has reported as taken. */
export interface Taken {
  email: readonly string[]
  username: readonly string[]
}

/** Passwords that the server has refused, with what it said. */
export type RefusedPasswords = Readonly<Record<string, string>>

/** The form with its agreement, which counts only for the email that signed (spec §4). */
export function withSignature(form: Registration, signature: Signature | null): Registration {
  const agreed = signature !== null && isSameSigner(signature.email, form.email)
  return { ...form, agreed, docusign_envelope_id: agreed ? signature.envelopeId : '' }
}

/** The error of each field, by the rules and texts of spec §5. */
export function registrationErrors(
  form: Registration,
  taken: Taken,
  refused: RefusedPasswords = {},
): RegistrationErrors {
  const email = form.email.trim()
  const errors: Record<RegistrationName, string | undefined> = {
    firstName: firstError(signUpFields.firstname, form.firstName),
    lastName: firstError(signUpFields.lastname, form.lastName),
    phoneNumber: firstError(signUpFields.phone, form.phoneNumber),
    email:
      firstError(signUpFields.email, form.email) ??
      (taken.email.includes(email) ? takenMessages.email : undefined),
    confirmEmail: confirmationError(
      form.confirmEmail.trim(),
      email,
      'email address',
      'Email address does not match',
    ),
    username:
      firstError(signUpFields.username, form.username) ??
      (taken.username.includes(form.username) ? takenMessages.username : undefined),
    password: firstError(signUpFields.password, form.password) ?? refused[form.password],
    confirmPassword: confirmationError(
      form.confirmPassword,
      form.password,
      'password',
      'Confirm password does not match',
    ),
    baseCurrency: firstError(signUpFields.base_currency, form.baseCurrency),
    agreed: form.agreed ? undefined : 'You must agree to the terms',
    referralCode: undefined,
    countryCode: undefined,
    docusign_envelope_id: undefined,
  }
  // Only invalid fields have a key.
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
}

function firstError(rule: z.ZodMiniType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message
}

function confirmationError(
  copy: string,
  original: string,
  name: string,
  differs: string,
): string | undefined {
  if (copy === '') return `Confirm ${name} is required`
  return copy === original ? undefined : differs
}

/** Not required to enable "Register now"; the agreement is checked on submit (spec §5, product.md §11.2). */
const optionalFields = ['agreed', 'referralCode', 'docusign_envelope_id'] as const

/** Whether "Register now" is enabled: every required field has a value and no error (spec §5). */
export function canRegister(form: Registration, errors: RegistrationErrors): boolean {
  const excluded: readonly RegistrationName[] = optionalFields
  const counted = Object.keys(form).length - excluded.length
  const fieldsInError = completeFields(errors, { excluded })
  return completeFields(form, { excluded }).length === counted && fieldsInError.length === 0
}

/** The sign-up payload (spec §3). */
export function signUpPayload(form: Registration): BodyInputOf<typeof signUpRoutes.signUp> {
  const referralCode = form.referralCode.trim()
  return {
    firstname: form.firstName.trim(),
    lastname: form.lastName.trim(),
    email: form.email.trim(),
    username: form.username,
    password: form.password,
    phone: form.phoneNumber,
    country_code: form.countryCode.originalId,
    // Validation guarantees a selected currency; the server rejects 0.
    base_currency: form.baseCurrency ?? 0,
    docusign_envelope_id: form.docusign_envelope_id,
    ...(referralCode !== '' && { referral_code: referralCode }),
    ...signUpConstants,
  }
}
