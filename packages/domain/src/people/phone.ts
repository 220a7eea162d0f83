/** Phone number validation of spec §5: length and pattern only. */

export const phoneLength = { min: 6, max: 20 } as const

/**
 * An optional international prefix ('+44') and bracketed area code ('(020)'), then two or more groups of three or
 * four digits separated by spaces or hyphens. Two more digits may precede the first group, as in '07911 123456'. Dots
 * never match, although the input accepts them (product.md §11.2).
 */
const pattern = /^(?:\+\d{1,4}[ -]*)?(?:\(\d{1,5}\)[ -]*)?(?:\d{2}[ -]*)?\d{3,4}(?:[ -]*\d{3,4})+$/

/** Messages of spec §5. */
export const phoneMessages = {
  required: 'Phone number is required',
  tooShort: 'Too short',
  tooLong: 'Too long',
  invalid: 'Phone number is not valid',
} as const

export type PhoneProblem = keyof typeof phoneMessages

/** The first problem of the number, or `null`: required, then length, then pattern (product.md §11.2). */
export function phoneProblem(text: string): PhoneProblem | null {
  if (text.trim() === '') return 'required'
  if (text.length < phoneLength.min) return 'tooShort'
  if (text.length > phoneLength.max) return 'tooLong'
  return pattern.test(text) ? null : 'invalid'
}

/** Prefixes the dial code: '+44 20 7946 0123'. */
export function withDialCode(dialCode: string, number: string): string {
  const trimmed = number.trim()
  return trimmed === '' || trimmed.startsWith('+') ? trimmed : `${dialCode} ${trimmed}`.trim()
}

/** Characters the phone input accepts: digits and dots (spec §5). */
export function stripPhoneInput(text: string): string {
  return text.replaceAll(/[^\d.]/g, '')
}
