import { phoneMessages, phoneProblem } from '@terrace/domain/phone'
import { z } from 'zod/mini'
import type { Contact } from './payload.ts'

const address = z.email()

/** What is wrong with the contact details, by the rules and words of spec §5. */
export function contactProblems({ email, phone }: Contact): { email?: string; phone?: string } {
  const trimmed = email.trim()
  const wrongPhone = phoneProblem(phone.trim())
  return {
    ...(trimmed === ''
      ? { email: 'Email address is required' }
      : !address.safeParse(trimmed).success && { email: 'Must be a valid email address' }),
    ...(wrongPhone !== null && { phone: phoneMessages[wrongPhone] }),
  }
}
