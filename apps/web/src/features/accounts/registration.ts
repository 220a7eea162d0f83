import type { BodyInputOf } from '@terrace/contracts/route'
import { signUpConstants, signUpFields, takenTexts, type signUpRoutes } from '@terrace/contracts/sign-up'
import { isSameSigner } from '@terrace/contracts/signing'
import type { z } from 'zod'
import { completeFields } from '#web/lib/complete-fields.ts'

/** A dial code as it was chosen: 'CH +41' is the option, '+41' what is sent (spec §3). */
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

/** What the server has called taken; another value is not. */
export interface Taken {
  email: readonly string[]
  username: readonly string[]
}

/** What was signed, and by whom. */
export interface Signature {
  email: string
  envelopeId: string
}

/** The form with its agreement: it holds only for the address that signed (spec §4). */
export function withSignature(form: Registration, signature: Signature | null): Registration {
  const agreed = signature !== null && isSameSigner(signature.email, form.email)
  return { ...form, agreed, docusign_envelope_id: agreed ? signature.envelopeId : '' }
}

/** What is wrong with each field, by the rules and words of spec §5. */
export function registrationErrors(form: Registration, taken: Taken): RegistrationErrors {
  const email = form.email.trim()
  const errors: Record<RegistrationName, string | undefined> = {
    firstName: wrong(signUpFields.firstname, form.firstName),
    lastName: wrong(signUpFields.lastname, form.lastName),
    phoneNumber: wrong(signUpFields.phone, form.phoneNumber),
    email:
      wrong(signUpFields.email, form.email) ?? (taken.email.includes(email) ? takenTexts.email : undefined),
    confirmEmail: wrongCopy(form.confirmEmail.trim(), email, 'email address', 'Email address does not match'),
    username:
      wrong(signUpFields.username, form.username) ??
      (taken.username.includes(form.username) ? takenTexts.username : undefined),
    password: wrong(signUpFields.password, form.password),
    confirmPassword: wrongCopy(
      form.confirmPassword,
      form.password,
      'password',
      'Confirm password does not match',
    ),
    baseCurrency: wrong(signUpFields.base_currency, form.baseCurrency),
    agreed: form.agreed ? undefined : 'You must agree to the terms',
    referralCode: undefined,
    countryCode: undefined,
    docusign_envelope_id: undefined,
  }
  // Only the fields in error have a key.
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
}

function wrong(rule: z.ZodType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message
}

function wrongCopy(copy: string, original: string, name: string, differs: string): string | undefined {
  if (copy === '') return `Confirm ${name} is required`
  return copy === original ? undefined : differs
}

/** These need no value for "Register now"; agreeing is asked for when it is pressed (spec §5, product.md §11). */
const notCounted = ['agreed', 'referralCode', 'docusign_envelope_id'] as const

/** Whether "Register now" is enabled: every field that counts has a value and no error (spec §5). */
export function canRegister(form: Registration, errors: RegistrationErrors): boolean {
  const excluded: readonly RegistrationName[] = notCounted
  const counted = Object.keys(form).length - excluded.length
  const wrongNames = completeFields(errors, { excluded })
  return completeFields(form, { excluded }).length === counted && wrongNames.length === 0
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
    // The rules have let none but a chosen currency through; the server refuses 0.
    base_currency: form.baseCurrency ?? 0,
    docusign_envelope_id: form.docusign_envelope_id,
    ...(referralCode !== '' && { referral_code: referralCode }),
    ...signUpConstants,
  }
}
