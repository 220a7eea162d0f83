/** Result of validating the dialog's text (spec §3): the trimmed text if valid. */
export interface ValidationResult {
  isValid: boolean
  data: string
}

/** The initial state. */
export const invalidPrompt: ValidationResult = { isValid: false, data: '' }

export type PromptKind = 'email' | 'url'

/** Texts of spec §5. */
export const promptMessages: Record<PromptKind, string> = {
  email: 'Invalid email address',
  url: 'Invalid URL',
}

/** The pattern that browsers use for email addresses, with a dot required in the domain. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i

/** Validates the trimmed text. A URL starts with http or https. */
export function validatePrompt(kind: PromptKind, text: string): ValidationResult {
  const data = text.trim()
  const isValid = kind === 'email' ? data.length <= 254 && emailPattern.test(data) : isWebUrl(data)
  return isValid ? { isValid, data } : invalidPrompt
}

function isWebUrl(text: string): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
