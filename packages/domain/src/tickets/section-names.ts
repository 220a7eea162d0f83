/**
 * Matches the different names sellers use for one block: "Lower Tier 6", "Block 6", "lower-tier-6" or "6". A name is
 * split into a code (`6`, `a2`), a level and other words. Names match if their codes are equal and nothing else
 * contradicts. Ambiguous names match nothing: an upper-tier ticket must never appear in the lower tier.
 */

export type NamedBlock = {
  id: string
  name: string
  /** 'Lower tier'; '' if the venue has no levels. */
  level: string
  /** Extra names from the venue's table that no rule would find. */
  otherNames?: readonly string[]
}

export type SectionMatch =
  | { kind: 'block'; id: string }
  /** The name fits several blocks; ids in plan order. */
  | { kind: 'ambiguous'; ids: string[] }
  | { kind: 'none' }

export type SectionIndex = {
  find: (section: string) => SectionMatch
  /** One key for all names of a block; for an unknown or ambiguous name, its {@link sectionKey}. */
  keyOf: (section: string) => string
}

type Parts = { code: string; level: string; words: readonly string[] }

/** Words that only mean "block" or "seat". */
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

/** "L6" is lower 6 if the plan has that block. */
const levelByInitial: Readonly<Record<string, string>> = {
  l: 'lower',
  u: 'upper',
  m: 'middle',
  c: 'club',
}

/** Words for a side of the venue, which a name may contain even if the plan does not. */
const sides = new Set(
  'north south east west northeast northwest southeast southwest stand end side corner longside shortside home away main family'.split(
    ' ',
  ),
)

/** What a word of a section's name says; `null` for a word that names something else. */
export function sectionWord(word: string): 'block' | 'level' | 'side' | null {
  const key = word.toLowerCase()
  if (levels.has(key)) return 'level'
  if (fillers.has(key)) return 'block'
  return sides.has(key) ? 'side' : null
}

const codePattern = /^(?:\d+|[a-z]|[a-z]{1,2}\d+|\d+[a-z]|[a-z]\d+[a-z])$/

/**
 * Normalises a section name: ignores case, accents, punctuation and fillers such as "Block". 'Lower Tier 06' → 'lower
 * 6', 'Block 6' → '6', 'Grandstand A 2' → 'grandstand a2'.
 * Sections with equal keys are the same; only a {@link sectionIndex} can match different keys to one block.
 */
export function sectionKey(name: string): string {
  const { level, words, code } = partsOf(name)
  const key = [level, ...words, code].filter(Boolean).join(' ')
  // A name with only fillers ("Section") is still a name.
  return key === '' ? tokenize(name).join(' ') : key
}

/** Finds a venue's blocks by the names sellers use. */
export function sectionIndex(blocks: readonly NamedBlock[]): SectionIndex {
  const blocksByCode = new Map<string, IndexedBlock[]>()
  const blockIdByOtherName = new Map<string, string>()
  for (const block of blocks) {
    const indexed = indexBlock(block)
    for (const code of indexed.codes) blocksByCode.set(code, [...(blocksByCode.get(code) ?? []), indexed])
    for (const name of block.otherNames ?? []) blockIdByOtherName.set(sectionKey(name), block.id)
  }

  function find(section: string): SectionMatch {
    const otherNameMatch = blockIdByOtherName.get(sectionKey(section))
    if (otherNameMatch !== undefined) return { kind: 'block', id: otherNameMatch }
    const parts = partsOf(section)
    const matching = matchingBlocks(blocksByCode, parts)
    const exact = matching.filter((block) => isExact(parts, block))
    const [only, ...others] = exact.length === 1 ? exact : matching
    if (only === undefined) return { kind: 'none' }
    if (others.length === 0) return { kind: 'block', id: only.id }
    return { kind: 'ambiguous', ids: matching.map(({ id }) => id) }
  }

  return {
    find,
    keyOf(section) {
      const match = find(section)
      // A section key never contains a colon, so the two formats cannot collide.
      return match.kind === 'block' ? `block:${match.id}` : sectionKey(section)
    },
  }
}

type IndexedBlock = Parts & { id: string; codes: readonly string[]; levels: ReadonlySet<string> }

function indexBlock({ id, name, level }: NamedBlock): IndexedBlock {
  const parts = partsOf(name)
  const named = new Set([parts.level, partsOf(level).level].filter(Boolean))
  const [initial = ''] = parts.code
  // "C54" on the club level also matches 54 there.
  const isOfLevel = /^[a-z]\d/.test(parts.code) && named.has(levelByInitial[initial] ?? '')
  return { ...parts, id, levels: named, codes: isOfLevel ? [parts.code, parts.code.slice(1)] : [parts.code] }
}

function matchingBlocks(
  blocksByCode: ReadonlyMap<string, readonly IndexedBlock[]>,
  parts: Parts,
): readonly IndexedBlock[] {
  // Without a code, only words can distinguish blocks ("Front stalls left").
  if (parts.code === '' && parts.words.length === 0) return []
  const matching = (blocksByCode.get(parts.code) ?? []).filter((block) => matchesBlock(parts, block))
  const [initial = '', ...rest] = parts.code
  const level = levelByInitial[initial]
  if (matching.length > 0 || level === undefined || parts.level !== '' || !/^[a-z]\d/.test(parts.code))
    return matching
  const withLevelInitial = { ...parts, level, code: rest.join('') }
  return (blocksByCode.get(withLevelInitial.code) ?? []).filter(
    (block) => block.levels.has(level) && matchesBlock(withLevelInitial, block),
  )
}

function matchesBlock({ level, words }: Parts, block: IndexedBlock): boolean {
  if (level !== '' && block.levels.size > 0 && !block.levels.has(level)) return false
  return (
    words.every((word) => block.words.includes(word)) ||
    (block.words.every((word) => words.includes(word)) &&
      words.every((word) => block.words.includes(word) || sides.has(word)))
  )
}

/** Whether the name is the block's own, with or without its level. */
function isExact({ level, words, code }: Parts, block: IndexedBlock): boolean {
  return (
    code === block.code &&
    words.length === block.words.length &&
    words.every((word) => block.words.includes(word)) &&
    (level === block.level || block.levels.has(level))
  )
}

function tokenize(name: string): string[] {
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
  const parts = { code: '', level: '', words }
  let isAfterTier = false
  for (const word of tokenize(name)) {
    const level = levels.get(word)
    if (level !== undefined && parts.level === '') parts.level = level
    else if (codePattern.test(word)) {
      const code = word.replaceAll(/(?<!\d)0+(?=\d)/g, '')
      // "Tier 3 120": when a second number follows, the first one is the tier.
      if (isNumber(parts.code) && isNumber(code)) {
        if (isAfterTier && parts.level === '') parts.level = parts.code
        else parts.words.push(parts.code)
        parts.code = code
      } else parts.code += code
    } else if (!fillers.has(word) && !parts.words.includes(word)) parts.words.push(word)
    if (word === 'tier' || word === 'level') isAfterTier = true
  }
  return parts
}

function isNumber(code: string): boolean {
  return /^\d+$/.test(code)
}
