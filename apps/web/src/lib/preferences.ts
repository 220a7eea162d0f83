import { preferences, type PreferenceKey, type Preferences } from '@terrace/contracts/preferences'
import { useCallback, useSyncExternalStore } from 'react'
import { readUser } from './http/session.ts'

/** Any preference's value under its key, as stored. */
type Values = Readonly<Record<string, unknown>>

interface Stored {
  owner: string
  /** Values from the server. */
  values: Values
  /** Set here and not yet accepted by the server. */
  unsent: Values
}

const storageKey = 'preferences'
const none: Values = {}
const listeners = new Set<() => void>()
const writeListeners = new Set<() => void>()

interface Cache {
  text: string | null
  content: Stored | null
}
let cached: Cache = { text: null, content: null }
/** Fallback when storage is blocked or full: preferences last as long as the page. */
let unsaved: Stored | null = null

/** Reads storage on every call because other tabs write to it; parses only when the text changed. */
function readStored(): Stored | null {
  if (unsaved) return unsaved.owner === owner() ? unsaved : null
  let text: string | null = null
  let content: unknown
  try {
    text = localStorage.getItem(storageKey)
    if (text === cached.text) return cached.content?.owner === owner() ? cached.content : null
    content = JSON.parse(text ?? 'null')
  } catch {
    // Blocked storage or invalid JSON counts as no preferences.
  }
  cached = { text, content: isStored(content) ? withKnownIdentities(content) : null }
  return cached.content?.owner === owner() ? cached.content : null
}

function isStored(content: unknown): content is Stored {
  return (
    typeof content === 'object' &&
    content !== null &&
    'owner' in content &&
    'values' in content &&
    'unsent' in content &&
    preferences.safeParse(content.values).success &&
    preferences.safeParse(content.unsent).success
  )
}

/** Unchanged lists keep their identity, so that their readers do not rerender. */
function withKnownIdentities(content: Stored): Stored {
  const known = { ...cached.content?.values, ...cached.content?.unsent }
  const keep = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, isSame(known[key], value) ? known[key] : value]),
    )
  return { ...content, values: keep(content.values), unsent: keep(content.unsent) }
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

function owner(): string {
  const id = readUser()?.['id']
  return typeof id === 'string' ? id : ''
}

function write(change: { values?: Values; unsent?: Values }): void {
  const { values, unsent } = readStored() ?? { values: none, unsent: none }
  const content = { owner: owner(), values, unsent, ...change }
  try {
    unsaved = null
    localStorage.setItem(storageKey, JSON.stringify(content))
  } catch {
    unsaved = content
  }
  for (const listener of listeners) listener()
}

/** Another tab changed the storage. `key` is `null` when it cleared everything, as logging out does. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKey || key === null) for (const listener of listeners) listener()
}

/** Calls the listener after every change, in any tab; returns a function to unsubscribe. */
export function onPreferences(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Calls the listener when this page sets a preference. */
export function onPreferenceSet(listener: () => void): () => void {
  writeListeners.add(listener)
  return () => void writeListeners.delete(listener)
}

/** The account's value; `undefined` when it was never set or is not loaded yet. */
export function readPreference<Key extends PreferenceKey>(key: Key): Preferences[Key] {
  const stored = readStored()
  // Validated as a whole when it was read.
  return (stored?.unsent[key] ?? stored?.values[key]) as Preferences[Key]
}

export function setPreference<Key extends PreferenceKey>(
  key: Key,
  value: NonNullable<Preferences[Key]>,
): void {
  write({ unsent: { ...readStored()?.unsent, [key]: value } })
  for (const listener of writeListeners) listener()
}

export const hasLoadedPreferences = (): boolean => readStored() !== null

export const unsentPreferences = (): Values => readStored()?.unsent ?? none

/** Stores values from the server. Removes `sent` from the unsent values, unless they have changed since. */
export function receivePreferences(values: Values, sent: Values = none): void {
  const unsent = Object.entries(unsentPreferences()).filter(([key, value]) => !isSame(sent[key], value))
  write({ values, unsent: Object.fromEntries(unsent) })
}

/** Drops values that the server rejected; the previous ones apply again. */
export function dropUnsentPreferences(rejected: Values): void {
  receivePreferences(readStored()?.values ?? none, rejected)
}

/**
 * An account's preference and its setter: shown at once, kept while offline, the same in all tabs and devices.
 * `fallback` applies until the account sets it.
 */
export function usePreference<Key extends PreferenceKey>(
  key: Key,
  fallback: NonNullable<Preferences[Key]>,
): [NonNullable<Preferences[Key]>, (value: NonNullable<Preferences[Key]>) => void] {
  const value = useSyncExternalStore(onPreferences, () => readPreference(key))
  const set = useCallback((changed: NonNullable<Preferences[Key]>) => setPreference(key, changed), [key])
  return [value ?? fallback, set]
}
