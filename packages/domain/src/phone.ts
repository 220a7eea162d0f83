/** Phone numbers as spec §5 checks them: text, 6 to 20 characters, a pattern; nothing is looked up. */

export const phoneLength = { min: 6, max: 20 } as const

/**
 * An optional international prefix ('+44') and an optional bracketed area code ('(020)'), then two or more groups of
 * three to four digits with spaces or hyphens between them. The first group may follow two digits of its own, or
 * '07911 123456' would be none. A dot never fits, although the input lets one through (product.md §11).
 */
const pattern = /^(?:\+\d{1,4}[ -]*)?(?:\(\d{1,5}\)[ -]*)?(?:\d{2}[ -]*)?\d{3,4}(?:[ -]*\d{3,4})+$/

/** The texts that a user sees (spec §5). */
export const phoneMessages = {
  required: 'Phone number is required',
  tooShort: 'Too short',
  tooLong: 'Too long',
  invalid: 'Phone number is not valid',
} as const

export type PhoneProblem = keyof typeof phoneMessages

/** The first thing wrong with the number, or null: required, then length, then pattern (product.md §11). */
export function phoneProblem(text: string): PhoneProblem | null {
  if (text.trim() === '') return 'required'
  if (text.length < phoneLength.min) return 'tooShort'
  if (text.length > phoneLength.max) return 'tooLong'
  return pattern.test(text) ? null : 'invalid'
}

/** A number with its dial code before it, as one calls it from anywhere: '+44 20 7946 0123'. */
export function withDialCode(dialCode: string, number: string): string {
  const trimmed = number.trim()
  return trimmed === '' || trimmed.startsWith('+') ? trimmed : `${dialCode} ${trimmed}`.trim()
}

/** What the phone input keeps of what was typed: digits and dots (spec §5). */
export function stripPhoneInput(text: string): string {
  return text.replaceAll(/[^\d.]/g, '')
}
