import { dictionary } from '@zxcvbn-ts/language-common'

/** The names that are known for an account, in any order; empty ones do not count. */
export type OwnNames = readonly string[]

/** How many of the most common passwords are refused. The list is sorted by frequency. */
const commonCount = 20_000

const commonPasswords = new Set(
  dictionary['passwords-common'].slice(0, commonCount).map((password) => password.toLowerCase()),
)

/**
 * Why a password would be among the first guesses: it is one of the most common ones, or consists of the account's own
 * names, with or without digits and signs. `undefined` if it is neither.
 */
export function guessableReason(password: string, names: OwnNames): 'common' | 'own_name' | undefined {
  const typed = password.trim().toLowerCase()
  if (commonPasswords.has(typed)) return 'common'
  const own = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '')
  if (own.includes(typed)) return 'own_name'
  return consistsOf(lettersOf(typed), own.flatMap(wordsOf)) ? 'own_name' : undefined
}

/** The words of a name, and the name without spaces and signs. An email address counts up to its `@`. */
function wordsOf(name: string): string[] {
  const local = name.replace(/@.*$/u, '')
  return [local, ...local.split(/[^\p{L}\p{M}]+/u)].map(lettersOf).filter((word) => word.length >= 2)
}

/** Without accents, digits and signs. */
function lettersOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/[^\p{L}]/gu, '')
}

/** Whether `text` is one or more of the words, one after the other. */
function consistsOf(text: string, words: readonly string[]): boolean {
  if (text === '') return false
  const ends = new Set([0])
  for (let end = 1; end <= text.length; end += 1) {
    if (words.some((word) => ends.has(end - word.length) && text.startsWith(word, end - word.length)))
      ends.add(end)
  }
  return ends.has(text.length)
}
