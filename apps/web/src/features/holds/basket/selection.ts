import { maxItemsPerCall } from '@terrace/contracts/holds'
import { listingId } from '@terrace/contracts/listings'
import { wireMoney } from '@terrace/contracts/wire-money'
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { onSessionEnd, readUser } from '#web/lib/http/session.ts'
import { holdRetries } from '#web/features/holds/retry-window.ts'

/** A listing selected for holding, with the data shown when it was selected. */
const selectedLine = z.object({
  listing_id: listingId,
  quantity: z.int().check(z.positive()),
  event: z.object({ id: z.int(), title: z.string(), slug: z.string(), performer_ids: z.array(z.int()) }),
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
  /** Idempotency key of the last request for these items, until a response arrives. */
  pendingRequest: z.nullish(z.object({ key: z.string(), items: z.string(), sentAt: z.number() })),
})
type Stored = z.output<typeof stored>

/** All selected listings are held in one call. */
export const maxSelected = maxItemsPerCall

const storageKey = 'selectedListings'
const none: readonly SelectedLine[] = []
const listeners = new Set<() => void>()

let cached: { text: string | null; content: Stored | null } = { text: null, content: null }
/** Fallback when storage is blocked or full: the selection lasts as long as the page. */
let unsaved: Stored | null = null

/**
 * Reads storage on every call because other tabs write to it; parses only when the text changed. Ignores data of
 * another account or an older release.
 */
function readStored(): Stored | null {
  if (unsaved) return unsaved
  let text: string | null = null
  let content: unknown
  try {
    text = localStorage.getItem(storageKey)
    if (text === cached.text) return cached.content
    content = JSON.parse(text ?? 'null')
  } catch {
    // Blocked storage or invalid JSON counts as an empty selection.
  }
  const parsed = stored.safeParse(content).data
  cached = { text, content: parsed && parsed.owner === owner() ? parsed : null }
  return cached.content
}

function owner(): string {
  const id = readUser()?.['id']
  return typeof id === 'string' ? id : ''
}

function writeStored(lines: readonly SelectedLine[], pendingRequest = readStored()?.pendingRequest): void {
  const content = { owner: owner(), lines: [...lines], pendingRequest }
  try {
    unsaved = null
    if (lines.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(content))
  } catch {
    unsaved = content
  }
  notifyListeners()
}

function notifyListeners(): void {
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

/** Another tab changed the storage. `key` is `null` when it cleared everything, as logging out does. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKey || key === null) notifyListeners()
}

onSessionEnd(() => writeStored(none))

export function selectedLines(): readonly SelectedLine[] {
  return readStored()?.lines ?? none
}

/** Adds or removes a listing. Adds nothing beyond {@link maxSelected}. */
export function toggleSelected(line: SelectedLine): void {
  const lines = selectedLines()
  const others = lines.filter(({ listing_id }) => listing_id !== line.listing_id)
  if (others.length < lines.length) writeStored(others)
  else if (lines.length < maxSelected) writeStored([...lines, line])
}

/** Adds the listings that are not selected yet, up to {@link maxSelected}. */
export function addSelected(added: readonly SelectedLine[]): void {
  const lines = selectedLines()
  const known = new Set(lines.map(({ listing_id }) => listing_id))
  const missing = added.filter(({ listing_id }) => !known.has(listing_id))
  if (missing.length > 0) writeStored([...lines, ...missing].slice(0, maxSelected))
}

export function deselect(listingIds: readonly string[]): void {
  const lines = selectedLines()
  const remaining = lines.filter(({ listing_id }) => !listingIds.includes(listing_id))
  if (remaining.length < lines.length) writeStored(remaining)
}

/** Puts removed lines back where they were in `before`; lines selected since then follow. */
export function restoreSelected(removed: readonly SelectedLine[], before: readonly SelectedLine[]): void {
  const lines = selectedLines()
  const byId = new Map([...removed, ...lines].map((line) => [line.listing_id, line]))
  const order = [...before, ...lines].map(({ listing_id }) => listing_id)
  const restored = [...new Set(order)].flatMap((id) => byId.get(id) ?? [])
  writeStored(restored.slice(0, maxSelected))
}

export function chooseQuantities(quantities: ReadonlyMap<string, number>): void {
  writeStored(
    selectedLines().map((line) => ({ ...line, quantity: quantities.get(line.listing_id) ?? line.quantity })),
  )
}

/**
 * Idempotency key for holding these items. Stored with the selection, so a retry after a reload or from a second tab
 * reuses it until a response arrives.
 */
export function holdIdempotencyKey(items: unknown): string {
  const content = readStored()
  const text = JSON.stringify(items)
  const previous = content?.pendingRequest
  if (previous?.items === text && holdRetries.canReuseKey(previous.sentAt)) return previous.key
  const pendingRequest = { key: newIdempotencyKey(), items: text, sentAt: Date.now() }
  writeStored(content?.lines ?? none, pendingRequest)
  return pendingRequest.key
}

/** Call it when a response arrives: the next press is a new request. */
export function clearHoldIdempotencyKey(): void {
  writeStored(selectedLines(), null)
}

/** Call after a release: holding the same tickets again is a new request, in this tab and in others. */
export function stopReusingHoldIdempotencyKeys(): void {
  holdRetries.forgetKeys()
  clearHoldIdempotencyKey()
}

/** All selected lines; rerenders on every change, in any tab. */
export function useSelectedLines(): readonly SelectedLine[] {
  return useSyncExternalStore(subscribe, selectedLines)
}

/** Selected quantity of one listing, or `null`; rerenders only when that changes. */
export function useSelectedQuantity(id: string): number | null {
  return useSyncExternalStore(
    subscribe,
    () => selectedLines().find(({ listing_id }) => listing_id === id)?.quantity ?? null,
  )
}
