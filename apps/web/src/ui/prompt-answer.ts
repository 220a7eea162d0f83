/** What a dialog makes of an answer (spec §3): whether it is one, and if so its text as it goes on. */
export interface ValidationResult {
  isValid: boolean
  data: string
}

/** Before anything was judged. */
export const noAnswer: ValidationResult = { isValid: false, data: '' }

export type PromptKind = 'email' | 'url'

/** Spec §5, the dialog's own texts. */
export const promptMessages: Record<PromptKind, string> = {
  email: 'Invalid email address',
  url: 'Invalid URL',
}

/** The shape that browsers give an e-mail address, with a dot in the domain. */
const emailShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i

/** Judges what was typed; spaces around it are not part of it. An address of the web begins with http or https. */
export function judgeAnswer(kind: PromptKind, text: string): ValidationResult {
  const data = text.trim()
  const isValid = kind === 'email' ? data.length <= 254 && emailShape.test(data) : isWebAddress(data)
  return isValid ? { isValid, data } : noAnswer
}

function isWebAddress(text: string): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
