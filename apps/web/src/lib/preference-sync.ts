import { preferencesRoutes } from '@terrace/contracts/preferences'
import { call } from './http/api-client.ts'
import { isPermanentError } from './http/api-error.ts'
import { onSessionEnd } from './http/session.ts'
import {
  dropUnsentPreferences,
  hasLoadedPreferences,
  onPreferences,
  onPreferenceSet,
  readPreference,
  receivePreferences,
  unsentPreferences,
} from './preferences.ts'
import { setSingleKeyShortcuts } from './commands/single-key-shortcuts.ts'
import { applyTheme } from './theme.ts'

/** Dragging a column's edge sets its width many times. */
const sendDelayMs = 400
const retryDelayMs = 15_000

export interface PreferenceSync {
  /** Reads the server's values again, after another device changed them. */
  reload(): void
  stop(): void
}

/**
 * Synchronises this page's preferences with the server: loads them, sends local changes and retries failed ones, even
 * after a reload. Applies theme and shortcuts.
 */
export function startPreferenceSync(): PreferenceSync {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  // One request at a time: an older response must not replace a newer one.
  let queue = Promise.resolve()
  async function runAfter(previous: Promise<void>, task: () => Promise<void>): Promise<void> {
    await previous
    if (!isStopped) await task()
  }
  const enqueue = (task: () => Promise<void>) => {
    queue = runAfter(queue, task)
  }
  const sendSoon = (delayMs: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => enqueue(send), delayMs)
  }

  async function load(): Promise<void> {
    try {
      const { data } = await call(preferencesRoutes.read)
      if (!isStopped) receivePreferences(data)
    } catch {
      // The stored ones apply; the next page or message loads again.
    }
  }

  async function send(): Promise<void> {
    const body = unsentPreferences()
    if (Object.keys(body).length === 0) return
    try {
      const { data } = await call(preferencesRoutes.change, { body })
      if (!isStopped) receivePreferences(data, body)
    } catch (error) {
      if (isStopped) return
      // Another release's server may reject a value; keeping it would block all later ones.
      if (isPermanentError(error)) dropUnsentPreferences(body)
      else sendSoon(retryDelayMs)
    }
  }

  const flush = () => enqueue(send)
  const onHidden = () => document.visibilityState === 'hidden' && flush()
  const ends = [
    onPreferences(applyPreferences),
    onPreferenceSet(() => sendSoon(sendDelayMs)),
    onSessionEnd(() => stop()),
  ]
  window.addEventListener('online', flush)
  document.addEventListener('visibilitychange', onHidden)

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    for (const end of ends) end()
    window.removeEventListener('online', flush)
    document.removeEventListener('visibilitychange', onHidden)
  }

  applyPreferences()
  enqueue(load)
  flush()
  return { reload: () => enqueue(load), stop }
}

function applyPreferences(): void {
  // Until they are loaded, the page keeps the theme of its last visit.
  if (hasLoadedPreferences()) applyTheme(readPreference('theme') ?? 'system')
  setSingleKeyShortcuts(readPreference('single_key_shortcuts') ?? true)
}
