import { phoneMessages, phoneProblem } from '@terrace/domain/people/phone'
import { z } from 'zod/mini'
import type { Contact } from '#web/features/checkout/payment/payload.ts'

const emailSchema = z.email()

/** Problems of the contact details, with the messages of spec §5. */
export function contactProblems({ email, phone }: Contact): { email?: string; phone?: string } {
  const trimmed = email.trim()
  const phoneError = phoneProblem(phone.trim())
  return {
    ...(trimmed === ''
      ? { email: 'Email address is required' }
      : !emailSchema.safeParse(trimmed).success && { email: 'Must be a valid email address' }),
    ...(phoneError !== null && { phone: phoneMessages[phoneError] }),
  }
}
