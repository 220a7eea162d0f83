import type { QueryTerm } from '../query.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
import { collectList, collectNewer } from './collect-list.ts'
import { appendList, sizeOf, type PostingList } from './posting-list.ts'
import { alternativeSources, joinedWordSources, termSourcesFor, type TermSource } from './term-sources.ts'

/** A list and its key among the cached ones. */
interface ListRequest {
  key: string
  readSources(): TermSource[]
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
}

/** Limit for all cached lists of one index together. In a large index, the lists of many common words must fit. */
const maxBytes = (slots: number): number => Math.max(32_000_000, slots * 400)

const listCaches = new WeakMap<Store, ListCache>()

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
        ? await collectList(store, request.readSources(), turns, ignoredAttributes)
        : await cachedList(store, request, turns),
    )
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return found
}

function requestsFor(store: Store, words: readonly QueryTerm[]): ListRequest[] {
  const joins = words.slice(1).map((word, index) => {
    const previous = words[index]
    return previous && !word.isLiteral ? joinedWordSources(store, previous, word) : undefined
  })
  return words.map((word, index) => {
    const { text, isPrefix, maxTypos, isLiteral, withoutTypos } = word
    const joined = [
      ...(joins[index]?.left ?? []),
      ...(joins[index - 1]?.right ?? []),
      ...alternativeSources(store, word),
    ]
    const kind = `${isPrefix ? 'p' : 'w'}${isLiteral ? 'l' : maxTypos}${withoutTypos?.join('') ?? ''}`
    return {
      key: `${text} ${kind}${joined.map(({ key }) => `+${key}`).join('')}`,
      readSources: () => [...termSourcesFor(store, word), ...joined],
    }
  })
}

async function cachedList(store: Store, request: ListRequest, turns: Turns): Promise<PostingList> {
  const cache = listCaches.get(store) ?? { lists: new Map<string, CachedList>(), bytes: 0 }
  listCaches.set(store, cache)
  const cached = cache.lists.get(request.key)
  const current = cached && (await appendNewer(store, cached, request, turns)) ? cached : undefined
  const used = current ?? (await collectAll(store, request, turns))
  keep(cache, request.key, used, store.slots)
  return used.list
}

async function collectAll(store: Store, request: ListRequest, turns: Turns): Promise<CachedList> {
  const { slots } = store
  const words = store.vocabulary.size
  const sources = request.readSources()
  const list = await collectList(store, sources, turns)
  return { list, sources: sources.map(({ key }) => key), slots, words, bytes: sizeOf(list) }
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
  const sources = request.readSources()
  // A new word may be another way to match.
  if (cached.words !== words && !isSame(cached.sources, sources)) return false
  const from = cached.slots
  const newer = await collectNewer(store, sources, turns, from)
  // Another search may have appended them meanwhile.
  if (cached.slots === from) {
    appendList(cached.list, newer)
    cached.slots = slots
    cached.words = words
  }
  return true
}

function isSame(keys: readonly string[], sources: readonly TermSource[]): boolean {
  return keys.length === sources.length && sources.every(({ key }, at) => keys[at] === key)
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
    if (cache.bytes <= maxBytes(slots) || cache.lists.size === 1) break
    drop(oldest)
  }
}
