import { memoize } from '../memoize.ts'

/** A word of a text and its position. */
export interface TextToken {
  /** Normalised for comparison. */
  folded: string
  start: number
  end: number
}

// Letters that Unicode does not decompose into a base letter and a mark.
const asciiFallbacks: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

// Scripts without spaces between words are split into single characters.
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/** Longer words are cut: the cost of a typo search grows with the length. */
const maxWordLength = 64

/** Lower case without diacritics: 'Atlético' → 'atletico', 'Łódź' → 'lodz'. */
function foldText(text: string): string {
  const isPlain = /^[ -~]*$/.test(text)
  if (isPlain) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => asciiFallbacks[letter] ?? letter)
}

/** The words of a text in order; anything but letters, digits and marks separates words. */
export function tokenize(text: string): TextToken[] {
  return plainText.test(text) ? tokenizePlain(text) : tokenizeAny(text)
}

const plainText = /^\p{ASCII}*$/u

function tokenizeAny(text: string): TextToken[] {
  const words: TextToken[] = []
  for (const match of text.matchAll(wordPattern)) {
    const folded = foldText(match[0]).slice(0, maxWordLength)
    if (folded !== '') words.push({ folded, start: match.index, end: match.index + match[0].length })
  }
  return words
}

/** Without a regular expression, because most texts are plain. */
function tokenizePlain(text: string): TextToken[] {
  const words: TextToken[] = []
  const lower = text.toLowerCase()
  for (let at = 0; at < lower.length; at += 1) {
    if (!isPlainLetter(lower.charCodeAt(at))) continue
    const start = at
    while (isPlainLetter(lower.charCodeAt(at))) at += 1
    words.push({ folded: lower.slice(start, Math.min(at, start + maxWordLength)), start, end: at })
  }
  return words
}

/** Whether the code is of a to z or of a digit; NaN after the end of a text is not. */
const isPlainLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/** Length of the original word that the first `length` letters of its folded form cover. */
export function coveredLength(original: string, length: number): number {
  let covered = 0
  let folded = 0
  for (const letter of original) {
    // A combining mark belongs to the letter before it.
    if (folded >= length && foldText(letter) !== '') break
    folded += foldText(letter).length
    covered += letter.length
  }
  return covered
}

const maxCachedTexts = 20_000
const maxCachedLength = 200

const tokenizeShort = memoize((text: string): readonly TextToken[] => tokenize(text), maxCachedTexts)

/** Cached {@link tokenize}: the same names occur in many records. */
export const tokenizeCached = (text: string): readonly TextToken[] =>
  text.length > maxCachedLength ? tokenize(text) : tokenizeShort(text)
