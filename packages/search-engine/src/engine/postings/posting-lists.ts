import { memoizeByObject } from '../memoize.ts'
import type { QueryTerm } from '../matching/query.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import { collectList, collectNewer } from './collect-list.ts'
import { appendList, sizeOf, type PostingList } from './posting-list.ts'
import { slotAt } from './term-postings.ts'
import {
  alternativePhrases,
  joinedWordSources,
  sourceOfPhrase,
  termSourcesFor,
  type TermSource,
} from './term-sources.ts'

/** A list and its key among the cached ones. */
interface ListRequest {
  key: string
  readSources(turns: Turns): Promise<TermSource[]>
}

interface CachedList {
  list: PostingList
  /** The keys of the sources that the list was collected from. */
  sources: readonly string[]
  /** The index's slots and words when the list was collected; later ones are missing from it. */
  slots: number
  words: number
  bytes: number
}

interface ListCache {
  lists: Map<string, CachedList>
  bytes: number
  /** Lists that stay, because collecting them again takes too long for one search. */
  prepared: Set<string>
}

/** Limit for all cached lists of one index together. In a large index, the lists of many common words must fit. */
const maxBytes = (slots: number): number => Math.max(32_000_000, slots * 400)

const cacheOf = memoizeByObject((_store: Store): ListCache => ({
  lists: new Map(),
  bytes: 0,
  prepared: new Set(),
}))

/**
 * The posting list of each term. Each keystroke repeats the earlier words of a query, so lists are cached, least
 * recently used first out. Slots only grow, so changed records only append to a list.
 */
export async function postingListsFor(
  store: Store,
  words: readonly QueryTerm[],
  turns: Turns,
  ignoredAttributes?: Uint8Array,
): Promise<PostingList[]> {
  const found: PostingList[] = []
  for (const request of requestsFor(store, words)) {
    found.push(
      ignoredAttributes
        ? await collectUncached(store, request, turns, ignoredAttributes)
        : await cachedList(store, request, turns),
    )
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return found
}

async function collectUncached(
  store: Store,
  request: ListRequest,
  turns: Turns,
  ignoredAttributes: Uint8Array,
): Promise<PostingList> {
  const before = store.slots
  return collectList(store, await request.readSources(turns), turns, { before, ignoredAttributes })
}

function requestsFor(store: Store, words: readonly QueryTerm[]): ListRequest[] {
  const joins = words.slice(1).map((word, index) => {
    const previous = words[index]
    return previous && !word.isLiteral ? joinedWordSources(store, previous, word) : undefined
  })
  return words.map((word, index) => {
    const joined = [...(joins[index]?.left ?? []), ...(joins[index - 1]?.right ?? [])]
    const phrases = alternativePhrases(store, word)
    return {
      key: `${kindOfMatch(store, word)}${[...joined, ...phrases].map(({ key }) => `+${key}`).join('')}`,
      async readSources(turns) {
        const sources = [...(await termSourcesFor(store, word, turns)), ...joined]
        for (const phrase of phrases) sources.push(await sourceOfPhrase(store, phrase, turns))
        return sources
      },
    }
  })
}

/** The same for terms that match the same words. */
function kindOfMatch(store: Store, { text, isPrefix, maxTypos, isLiteral, withoutTypos }: QueryTerm): string {
  const name = `${text} ${isPrefix ? 'p' : 'w'}`
  const hasTerm = store.vocabulary.candidatesFor(text, { isPrefix, maxTypos: 0 }).length > 0
  if (maxTypos === 0 && hasTerm) return `${name}0`
  return `${name}${isLiteral ? 'l' : maxTypos}${withoutTypos?.join('') ?? ''}`
}

async function cachedList(store: Store, request: ListRequest, turns: Turns): Promise<PostingList> {
  const cache = cacheOf(store)
  const cached = cache.lists.get(request.key)
  const current = cached && (await appendNewer(store, cached, request, turns)) ? cached : undefined
  const used = current ?? (await collectAll(store, request, turns))
  keep(cache, request.key, used, store.slots)
  return used.list
}

async function collectAll(store: Store, request: ListRequest, turns: Turns): Promise<CachedList> {
  const { slots } = store
  const words = store.vocabulary.size
  const sources = await request.readSources(turns)
  const keys = keysOf(sources, slots)
  const list = await collectList(store, sources, turns, { before: slots })
  return { list, sources: keys, slots, words, bytes: sizeOf(list) }
}

/** Returns whether the list is complete now; otherwise it has to be collected again. */
async function appendNewer(
  store: Store,
  cached: CachedList,
  request: ListRequest,
  turns: Turns,
): Promise<boolean> {
  const { slots } = store
  const words = store.vocabulary.size
  if (cached.slots === slots) return true
  const from = cached.slots
  const sources = await request.readSources(turns)
  // A new word may be another way to match, or stand in for words with typing errors.
  if (cached.words !== words && !isSame(cached.sources, keysOf(sources, from))) return false
  const keys = keysOf(sources, slots)
  const newer = await collectNewer(store, sources, turns, {
    kinds: cached.list.kinds,
    from,
    before: slots,
  })
  // Another search may have appended them meanwhile.
  if (cached.slots === from) {
    appendList(cached.list, newer)
    cached.slots = slots
    cached.words = words
    cached.sources = keys
  }
  return true
}

/** The keys of the sources with records before `slots`. */
function keysOf(sources: readonly TermSource[], slots: number): string[] {
  return sources.flatMap(({ key, postings }) =>
    postings.count > 0 && slotAt(postings, 0) < slots ? [key] : [],
  )
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length === others.length && others.every((key, at) => keys[at] === key)
}

/** Makes the list the most recently used and drops the least recently used ones above the limit. */
function keep(cache: ListCache, key: string, used: CachedList, slots: number): void {
  const drop = (dropped: string) => {
    cache.bytes -= cache.lists.get(dropped)?.bytes ?? 0
    cache.lists.delete(dropped)
  }
  drop(key)
  used.bytes = sizeOf(used.list)
  cache.bytes += used.bytes
  cache.lists.set(key, used)
  for (const oldest of cache.lists.keys()) {
    if (cache.bytes <= maxBytes(slots) || oldest === key) break
    if (!cache.prepared.has(oldest)) drop(oldest)
  }
}

/** Starts of words with at least this many postings are collected before the first search for them. */
const minPrepared = 65_536
const maxPreparedLength = 3

/** Collects the lists of short starts of words, which take longest, in slices. */
export async function prepareLists(store: Store, turns: Turns, minPostings = minPrepared): Promise<void> {
  const { prepared } = cacheOf(store)
  for (const text of await commonStarts(store, turns, minPostings)) {
    const word: QueryTerm = { text, isPrefix: true, maxTypos: 0, isOptional: false }
    for (const request of requestsFor(store, [word])) {
      prepared.add(request.key)
      await cachedList(store, request, turns)
    }
    if (turns.isTurnOver()) await turns.takeTurn()
  }
}

async function commonStarts(
  { vocabulary, postings }: Store,
  turns: Turns,
  minPostings: number,
): Promise<string[]> {
  const counts = new Map<string, number>()
  for (let term = 0; term < vocabulary.size; term += 1) {
    const word = vocabulary.wordOf(term)
    for (let length = 1; length <= Math.min(maxPreparedLength, word.length); length += 1) {
      const start = word.slice(0, length)
      counts.set(start, (counts.get(start) ?? 0) + postings.postingsOf(term).count)
    }
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return [...counts].filter(([, count]) => count >= minPostings).map(([start]) => start)
}
