import { monthNames, rangeLabel } from './calendar-days.ts'
import { correctWords, type Corrections } from './correct-words.ts'
import { findDate } from './date-forms.ts'
import { dateOrderOf, type DateOrder } from './date-order.ts'
import { findName, guessName } from './find-name.ts'
import { findOption, type FoundOption } from './listing-words.ts'
import type { NamedMeaning, NameIndex } from './name-index.ts'
import { asPerformer, facet, namePart } from './name-parts.ts'
import type { DayRange, EventPart, ListingPart, QueryWord, Span, Understanding } from './query-part.ts'
import { countTokens, lineOf, type Line } from './query-line.ts'
import { tokensOf, type Token } from './query-tokens.ts'
import { findRelativeDate } from './relative-dates.ts'
import { findStage, stages } from './stages.ts'

export interface QueryContext {
  /** The reader's date, 'YYYY-MM-DD'. */
  today: string
  /** Decides what 3/4 means. */
  locale?: string | undefined
  names: NameIndex
}

/** What was found at a token: `tokens` of them are read. */
type Found = { tokens: number } & (
  | { kind: 'name'; meanings: readonly NamedMeaning[] }
  | { kind: 'date'; ranges: readonly DayRange[]; unused?: string | undefined }
  | { kind: 'stage'; stage: keyof typeof stages }
  | { kind: 'side'; side: 'home' | 'away' }
  | { kind: 'option'; found: FoundOption }
  | { kind: 'connector' | 'text' }
)

type Item = Span & { text: string; found: Found; isQuoted: boolean }

const sides = /^(?:at )?(home|away)(?: games?| matches)?(?![\p{L}\p{N}])/iu
const connectors: ReadonlySet<string> = new Set(['v', 'vs', 'versus', '-', '–', '@', '.', ','])
/** Words that say nothing about which events are meant. */
const fillers: ReadonlySet<string> = new Set(
  'ticket tickets tix for the at in on of and a an to with please fc'.split(' '),
)
/** More words would cost the search time without finding more. */
const maxWords = 10

/** What a typed query means: its names, dates and stages, what it asks of listings, and the words that remain. */
export function understandQuery(text: string, context: QueryContext): Understanding {
  const { tokens, isTruncated } = tokensOf(text)
  const corrections = correctWords(tokens, context.names)
  const order = dateOrderOf(context.locale)
  const items: Item[] = []
  for (let at = 0; at < tokens.length;) {
    const found = findAt(text, tokens, at, corrections, { ...context, order })
    const last = tokens[at + found.tokens - 1]
    const from = tokens[at]?.from ?? 0
    const to = last?.to ?? from
    items.push({ from, to, text: text.slice(from, to), found, isQuoted: tokens[at]?.isQuoted === true })
    at += found.tokens
  }
  const joined = joinRanges(items)
  const hasName = joined.some(({ found }) => found.kind === 'name')
  const parts = eventPartsOf(joined)
  const listing = joined.flatMap((item) => listingPartOf(item, hasName))
  const words = wordsOf(joined, tokens, { hasName, isOnly: parts.length === 0 && listing.length === 0 })
  return {
    parts,
    listing,
    words: words.slice(0, maxWords),
    isTruncated: isTruncated || words.length > maxWords,
  }
}

/** The longest reading of what begins at a token; a name wins over the same words read otherwise. */
function findAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  corrections: Corrections,
  { today, order, names }: QueryContext & { order: DateOrder | undefined },
): Found {
  if (tokens[at]?.isQuoted) return { kind: 'text', tokens: 1 }
  const { found: name, unfinished } = findName(text, tokens, at, names)
  const line = lineOf(corrections.tokens, at)
  const candidates: (Found | undefined)[] = [
    name && { kind: 'name', tokens: name.count, meanings: name.meanings },
    dateAt(line, { today, order }),
    stageAt(line),
    sideAt(line),
    optionAt(line),
  ]
  // Misspelt words may complete a longer name: 'manchester untied' is no match in Manchester.
  const guess = guessName(tokens, at, corrections.names, names)
  if (guess?.meanings.some(({ kind }) => kind !== 'event') === true) {
    candidates.push({ kind: 'name', tokens: guess.count, meanings: guess.meanings })
  }
  const longest = candidates.reduce<Found | undefined>(
    (best, next) => (next && next.tokens > (best?.tokens ?? 0) ? next : best),
    undefined,
  )
  if (unfinished > (longest?.tokens ?? 0)) return { kind: 'text', tokens: unfinished }
  if (longest) {
    const isTitle = longest.kind === 'name' && longest.meanings.every(({ kind }) => kind === 'event')
    return isTitle ? { kind: 'text', tokens: longest.tokens } : longest
  }
  return { kind: connectors.has(tokens[at]?.folded ?? '') ? 'connector' : 'text', tokens: 1 }
}

function dateAt(line: Line, context: { today: string; order: DateOrder | undefined }): Found | undefined {
  const dates = [findDate(line.text, context), findRelativeDate(line.text, context.today)]
  const [longest] = dates
    .flatMap((date) => (date ? [{ ...date, tokens: countTokens(line, date.length) }] : []))
    .toSorted((left, right) => right.tokens - left.tokens)
  return longest && longest.tokens > 0 ? { kind: 'date', ...longest } : undefined
}

function stageAt(line: Line): Found | undefined {
  const found = findStage(line.text)
  const tokens = found ? countTokens(line, found.length) : 0
  return found && tokens > 0 ? { kind: 'stage', tokens, stage: found.stage } : undefined
}

function sideAt(line: Line): Found | undefined {
  const match = sides.exec(line.text)
  const tokens = match ? countTokens(line, match[0].length) : 0
  if (!match || tokens === 0) return undefined
  return { kind: 'side', tokens, side: match[1]?.toLowerCase() === 'home' ? 'home' : 'away' }
}

function optionAt(line: Line): Found | undefined {
  const found = findOption(line.text)
  const tokens = found ? countTokens(line, found.length) : 0
  return found && tokens > 0 ? { kind: 'option', tokens, found } : undefined
}

const isDate = (item: Item | undefined): item is Item & { found: { kind: 'date' } } =>
  item?.found.kind === 'date'

/** '14 mar - 16 mar' is one range. */
function joinRanges(items: readonly Item[]): Item[] {
  const joined: Item[] = []
  for (const item of items) {
    const [first, between] = joined.slice(-2)
    const isBetween = joined.length >= 2 && /^(?:-|–|to|until)$/i.test(between?.text ?? '')
    if (isDate(item) && isDate(first) && isBetween) {
      const [start] = first.found.ranges
      const [end] = item.found.ranges
      if (start && end && start.start <= end.end && first.found.ranges.length === 1) {
        const unused = first.found.unused ?? item.found.unused
        const found = { ...first.found, ranges: [{ start: start.start, end: end.end }], unused }
        const text = `${first.text} ${between?.text} ${item.text}`
        joined.splice(-2, 2, { ...first, to: item.to, text, found })
        continue
      }
    }
    joined.push(item)
  }
  return joined
}

function eventPartsOf(items: readonly Item[]): EventPart[] {
  const named = items.flatMap(({ found, ...span }) =>
    found.kind === 'name' ? [{ span, meanings: found.meanings }] : [],
  )
  const performers = named.filter(({ meanings }) => meanings.some(({ kind }) => kind === 'performer'))
  const hasSide = items.some(({ found }) => found.kind === 'side')
  const isMatch = performers.length > 1 || (hasSide && performers.length > 0)
  return items.flatMap((item): EventPart[] => {
    const { found, from, to, text } = item
    const span = { from, to }
    if (found.kind === 'name') {
      const part = namePart(span, text, found.meanings)
      return [isMatch ? asPerformer(part, found.meanings) : part]
    }
    if (found.kind === 'date') return [datePart(span, text, found)]
    if (found.kind === 'stage')
      return [
        {
          ...plainPart(span, text, stages[found.stage]),
          kind: 'stage',
          facets: [[facet('stage', found.stage)]],
        },
      ]
    if (found.kind !== 'side') return []
    const ids = performerIdsNear(items, item)
    if (ids.length === 0) return []
    const facets = [ids.map((id) => facet(`${found.side}_id`, id))]
    return [{ ...plainPart(span, text, found.side), kind: 'side', facets }]
  })
}

function plainPart({ from, to }: Span, text: string, label: string) {
  return { from, to, text, label, alternatives: [], ranges: [] }
}

function datePart(
  span: Span,
  text: string,
  { ranges, unused }: { ranges: readonly DayRange[]; unused?: string | undefined },
): EventPart {
  const [label = '', ...alternatives] = ranges.map(rangeLabel)
  const name = monthNames.find((month) => label.startsWith(`${month} `))
  return {
    ...plainPart(span, text, label),
    kind: 'date',
    alternatives,
    facets: [],
    ranges,
    ...(name && { name }),
    ...(unused !== undefined && { unused }),
  }
}

/** A side belongs to the performer before it, otherwise to the one after it. */
function performerIdsNear(items: readonly Item[], side: Item): readonly string[] {
  const at = items.indexOf(side)
  const idsOf = ({ found }: Item) =>
    found.kind === 'name'
      ? found.meanings.flatMap(({ kind, values }) => (kind === 'performer' ? values : []))
      : []
  const before = items.slice(0, at).toReversed().map(idsOf)
  const after = items.slice(at + 1).map(idsOf)
  return [...before, ...after].find((ids) => ids.length > 0) ?? []
}

function listingPartOf({ found, from, to, text }: Item, hasName: boolean): ListingPart[] {
  if (found.kind !== 'option' || (found.found.isVague && !hasName)) return []
  const { option, label } = found.found
  return [{ from, to, text, label, option }]
}

/** The words to search as text. Fillers count only when nothing else was typed. */
function wordsOf(
  items: readonly Item[],
  tokens: readonly Token[],
  { hasName, isOnly }: { hasName: boolean; isOnly: boolean },
): QueryWord[] {
  const hasPerformer = items.some(
    ({ found }) => found.kind === 'name' && found.meanings.some(({ kind }) => kind === 'performer'),
  )
  const words = items.flatMap(({ found, from, to, text, isQuoted }): QueryWord[] => {
    const isText =
      found.kind === 'text' ||
      (found.kind === 'side' && !hasPerformer) ||
      (found.kind === 'option' && found.found.isVague && !hasName)
    if (!isText) return []
    return tokens
      .filter((token) => token.from >= from && token.to <= to && (token.isWord || isQuoted))
      .map((token) => {
        const typed = text.slice(token.from - from, token.to - from)
        const word = isQuoted ? typed.slice(1, -1).trim() : typed
        return { from: token.from, to: token.to, text: word, isQuoted }
      })
  })
  const meant = words.filter(({ text, isQuoted }) => isQuoted || !fillers.has(text.toLowerCase()))
  return meant.length > 0 || !isOnly ? meant : words
}
