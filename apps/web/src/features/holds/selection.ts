import { listingId } from '@terrace/contracts/listings'
import { wireMoney } from '@terrace/contracts/wire-money'
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { onSessionEnd, readUser } from '#web/lib/session.ts'
import { isSameAttempt } from './same-attempt.ts'

/** A listing that somebody means to hold, and what was seen of it when it was chosen. */
const selectedLine = z.object({
  listing_id: listingId,
  quantity: z.int().check(z.positive()),
  event: z.object({ id: z.int(), title: z.string(), slug: z.string(), team_ids: z.array(z.int()) }),
  category_name: z.string(),
  section: z.string(),
  row: z.string(),
  available: z.int(),
  splits: z.array(z.int()),
  price: wireMoney,
})
export type SelectedLine = z.output<typeof selectedLine>

const stored = z.object({
  owner: z.string(),
  lines: z.array(selectedLine),
  /** The key under which these very items were last asked for, until an answer came. */
  attempt: z.nullish(z.object({ key: z.string(), items: z.string(), since: z.number() })),
})
type Stored = z.output<typeof stored>

/** What one call may hold. */
export const mostSelected = 100

const place = 'selectedListings'
const none: readonly SelectedLine[] = []
const listeners = new Set<() => void>()

let known: { text: string | null; content: Stored | null } = { text: null, content: null }
/** Where the storage is closed or full, a selection lives as long as its page. */
let unsaved: Stored | null = null

/**
 * Each look goes to the storage, which other tabs write as well; only what has changed is parsed. What somebody else
 * left on this machine, or an older release, is no selection.
 */
function read(): Stored | null {
  if (unsaved) return unsaved
  let text: string | null = null
  let content: unknown
  try {
    text = localStorage.getItem(place)
    if (text === known.text) return known.content
    content = JSON.parse(text ?? 'null')
  } catch {
    // A closed storage, or one that somebody has spoilt, holds no selection.
  }
  const parsed = stored.safeParse(content).data
  known = { text, content: parsed && parsed.owner === owner() ? parsed : null }
  return known.content
}

function owner(): string {
  const id = readUser()?.['id']
  return typeof id === 'string' ? id : ''
}

function write(lines: readonly SelectedLine[], attempt = read()?.attempt): void {
  const content = { owner: owner(), lines: [...lines], attempt }
  try {
    unsaved = null
    if (lines.length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(content))
  } catch {
    unsaved = content
  }
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Another tab has written; without a key it has emptied everything, as signing out does. */
function onStorage({ key }: StorageEvent): void {
  if (key === place || key === null) tell()
}

onSessionEnd(() => write(none))

export function selectedLines(): readonly SelectedLine[] {
  return read()?.lines ?? none
}

/** Adds a listing, or takes it out again. Beyond {@link mostSelected} nothing is added. */
export function toggleSelected(line: SelectedLine): void {
  const lines = selectedLines()
  const others = lines.filter(({ listing_id }) => listing_id !== line.listing_id)
  if (others.length < lines.length) write(others)
  else if (lines.length < mostSelected) write([...lines, line])
}

export function deselect(listingIds: readonly string[]): void {
  const lines = selectedLines()
  const left = lines.filter(({ listing_id }) => !listingIds.includes(listing_id))
  if (left.length < lines.length) write(left)
}

/** Other quantities for some of the lines; the rest stays as it is. */
export function chooseQuantities(quantities: ReadonlyMap<string, number>): void {
  write(
    selectedLines().map((line) => ({ ...line, quantity: quantities.get(line.listing_id) ?? line.quantity })),
  )
}

/**
 * The key for holding these items: the one they were last asked for with, as long as no answer came. It is kept beside
 * the selection, so that a reload after a lost answer and a second tab are the same intention, which holds only once.
 */
export function attemptKey(items: unknown): string {
  const content = read()
  const text = JSON.stringify(items)
  const known = content?.attempt
  if (known?.items === text && isSameAttempt(known.since)) return known.key
  const attempt = { key: newIdempotencyKey(), items: text, since: Date.now() }
  write(content?.lines ?? none, attempt)
  return attempt.key
}

/** An answer came: the next press is another intention. */
export function endAttempt(): void {
  write(selectedLines(), null)
}

/** All that is selected; draws again with every change, also of another tab. */
export function useSelectedLines(): readonly SelectedLine[] {
  return useSyncExternalStore(subscribe, selectedLines)
}

/** How many of this listing are selected, or null; draws again only when that changes. */
export function useSelectedQuantity(id: string): number | null {
  return useSyncExternalStore(
    subscribe,
    () => selectedLines().find(({ listing_id }) => listing_id === id)?.quantity ?? null,
  )
}
