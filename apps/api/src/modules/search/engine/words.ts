/** One word of a text, with its place in it. */
export interface Word {
  /** In the form in which words are compared. */
  folded: string
  start: number
  end: number
}

// Letters that Unicode does not take apart into a base letter and a mark.
const plainLetters: Readonly<Record<string, string>> = {
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

// Scripts that put no blanks between words are read letter by letter.
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv

/** Longer words are cut: nobody types them, and each letter of one costs time. */
const maxWordLength = 64

/** Lower case, without marks: 'Atlético' → 'atletico', 'Łódź' → 'lodz'. */
function foldText(text: string): string {
  const isPlain = /^[ -~]*$/.test(text)
  if (isPlain) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => plainLetters[letter] ?? letter)
}

/** The words of a text, in order; everything that is no letter, digit or mark parts words. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    const folded = foldText(match[0]).slice(0, maxWordLength)
    if (folded !== '') words.push({ folded, start: match.index, end: match.index + match[0].length })
  }
  return words
}

/** How much of the original word the first `length` letters of its folded form cover. */
export function coveredLength(original: string, length: number): number {
  let covered = 0
  let folded = 0
  for (const letter of original) {
    // A mark belongs to the letter before it.
    if (folded >= length && foldText(letter) !== '') break
    folded += foldText(letter).length
    covered += letter.length
  }
  return covered
}

const remembered = new Map<string, readonly Word[]>()
const memory = 20_000

/** {@link wordsOf}, remembered: names of teams and venues come again with every event. */
export function knownWordsOf(text: string): readonly Word[] {
  const known = remembered.get(text)
  if (known) return known
  const words = wordsOf(text)
  if (remembered.size >= memory) remembered.clear()
  if (text.length <= 200) remembered.set(text, words)
  return words
}
