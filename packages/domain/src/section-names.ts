/**
 * One block, many names: sellers write "Lower Tier 6", "Block 6", "lower-tier-6" or "6" for the same place. A name is
 * taken apart into its mark (`6`, `a2`), the level that it names, and the words that are left; two names mean one block
 * where their marks are the same and nothing else speaks against it. Whatever could be two blocks is neither: a ticket
 * for the upper tier must never be shown in the lower one.
 */

export type NamedBlock = {
  id: string
  name: string
  /** 'Lower tier'; '' where the venue has no levels. */
  level: string
  /** Names that no rule would find, from the venue's table. */
  otherNames?: readonly string[]
}

export type SectionMatch =
  | { kind: 'block'; id: string }
  /** The name fits several blocks: ids in the order of the plan. */
  | { kind: 'ambiguous'; ids: string[] }
  | { kind: 'none' }

export type SectionIndex = {
  find: (section: string) => SectionMatch
  /** The same text for all names of one block; for a name of no block, or of several, its own {@link sectionKey}. */
  keyOf: (section: string) => string
}

type Parts = { mark: string; level: string; words: readonly string[] }

/** Words that only say that a block is meant. */
const fillers = new Set(
  [
    'block blk bl bloc bloque bloco blocco section sect sec secteur sector sektor settore setor bay area',
    'tier level bowl ring seating seats seat no nr number the of',
  ]
    .join(' ')
    .split(' '),
)

const levels: ReadonlyMap<string, string> = new Map([
  ['lower', 'lower'],
  ['lwr', 'lower'],
  ['lt', 'lower'],
  ['upper', 'upper'],
  ['upr', 'upper'],
  ['ut', 'upper'],
  ['middle', 'middle'],
  ['mid', 'middle'],
  ['club', 'club'],
])

/** "L6" is lower 6, where the plan has it so. */
const levelLetters: Readonly<Record<string, string>> = {
  l: 'lower',
  u: 'upper',
  m: 'middle',
  c: 'club',
}

/** Words that say on which side a block lies: a name may carry them though the plan does not. */
const sides = new Set(
  'north south east west northeast northwest southeast southwest stand end side corner longside shortside home away main family'.split(
    ' ',
  ),
)

const markLike = /^(?:\d+|[a-z]|[a-z]{1,2}\d+|\d+[a-z]|[a-z]\d+[a-z])$/

/**
 * A section's name without what does not matter: case, marks above letters, punctuation, fillers such as "Block".
 * 'Lower Tier 06' → 'lower 6', 'Block 6' → '6', 'Grandstand A 2' → 'grandstand a2'.
 *
 * Two sections of one key are the same; of one place with two keys only a {@link sectionIndex} knows.
 */
export function sectionKey(name: string): string {
  const { level, words, mark } = partsOf(name)
  const key = [level, ...words, mark].filter(Boolean).join(' ')
  // A name of fillers alone ("Section") is still a name.
  return key === '' ? wordsOf(name).join(' ') : key
}

/** Finds blocks of one venue by what sellers call them. */
export function sectionIndex(blocks: readonly NamedBlock[]): SectionIndex {
  const byMark = new Map<string, Known[]>()
  const byTable = new Map<string, string>()
  for (const block of blocks) {
    const known = knownBlock(block)
    for (const mark of known.marks) byMark.set(mark, [...(byMark.get(mark) ?? []), known])
    for (const name of block.otherNames ?? []) byTable.set(sectionKey(name), block.id)
  }

  function find(section: string): SectionMatch {
    const told = byTable.get(sectionKey(section))
    if (told !== undefined) return { kind: 'block', id: told }
    const parts = partsOf(section)
    const fitting = fittingBlocks(byMark, parts)
    const exact = fitting.filter((block) => isExact(parts, block))
    const [only, ...others] = exact.length === 1 ? exact : fitting
    if (only === undefined) return { kind: 'none' }
    if (others.length === 0) return { kind: 'block', id: only.id }
    return { kind: 'ambiguous', ids: fitting.map(({ id }) => id) }
  }

  return {
    find,
    keyOf(section) {
      const match = find(section)
      // A key never holds a colon, so the two cannot be mistaken for each other.
      return match.kind === 'block' ? `block:${match.id}` : sectionKey(section)
    },
  }
}

type Known = Parts & { id: string; marks: readonly string[]; levels: ReadonlySet<string> }

function knownBlock({ id, name, level }: NamedBlock): Known {
  const parts = partsOf(name)
  const named = new Set([parts.level, partsOf(level).level].filter(Boolean))
  const [letter = ''] = parts.mark
  // "C54" on the club level is also 54 there.
  const isOfLevel = /^[a-z]\d/.test(parts.mark) && named.has(levelLetters[letter] ?? '')
  return { ...parts, id, levels: named, marks: isOfLevel ? [parts.mark, parts.mark.slice(1)] : [parts.mark] }
}

function fittingBlocks(byMark: ReadonlyMap<string, readonly Known[]>, parts: Parts): readonly Known[] {
  // Without a mark only words can tell blocks apart ("Front stalls left").
  if (parts.mark === '' && parts.words.length === 0) return []
  const fitting = (byMark.get(parts.mark) ?? []).filter((block) => fits(parts, block))
  const [letter = '', ...rest] = parts.mark
  const level = levelLetters[letter]
  if (fitting.length > 0 || level === undefined || parts.level !== '' || !/^[a-z]\d/.test(parts.mark))
    return fitting
  const lettered = { ...parts, level, mark: rest.join('') }
  return (byMark.get(lettered.mark) ?? []).filter((block) => block.levels.has(level) && fits(lettered, block))
}

function fits({ level, words }: Parts, block: Known): boolean {
  if (level !== '' && block.levels.size > 0 && !block.levels.has(level)) return false
  return (
    words.every((word) => block.words.includes(word)) ||
    (block.words.every((word) => words.includes(word)) &&
      words.every((word) => block.words.includes(word) || sides.has(word)))
  )
}

/** Whether the name is the block's own, or the same with its level. */
function isExact({ level, words, mark }: Parts, block: Known): boolean {
  return (
    mark === block.mark &&
    words.length === block.words.length &&
    words.every((word) => block.words.includes(word)) &&
    (level === block.level || block.levels.has(level))
  )
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

function partsOf(name: string): Parts {
  const words: string[] = []
  const parts = { mark: '', level: '', words }
  let isAfterTier = false
  for (const word of wordsOf(name)) {
    const level = levels.get(word)
    if (level !== undefined && parts.level === '') parts.level = level
    else if (markLike.test(word)) {
      const mark = word.replaceAll(/(?<!\d)0+(?=\d)/g, '')
      // "Tier 3 120": the first number is the tier's, as soon as another follows.
      if (isNumber(parts.mark) && isNumber(mark)) {
        if (isAfterTier && parts.level === '') parts.level = parts.mark
        else parts.words.push(parts.mark)
        parts.mark = mark
      } else parts.mark += mark
    } else if (!fillers.has(word) && !parts.words.includes(word)) parts.words.push(word)
    if (word === 'tier' || word === 'level') isAfterTier = true
  }
  return parts
}

function isNumber(mark: string): boolean {
  return /^\d+$/.test(mark)
}
