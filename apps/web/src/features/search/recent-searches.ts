import { useState } from 'react'
import { readUser } from '#web/lib/session.ts'

const most = 8

/** Somebody else on the same machine must not read what this one looks for. */
function storageKey(): string {
  const id = readUser()?.['id']
  return `recentSearches:${typeof id === 'string' ? id : ''}`
}

/** What was last looked for and then opened, the newest first; nothing where the storage is closed or spoilt. */
function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

function store(texts: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(texts))
  } catch {
    // A full or closed storage costs the memory, not the search.
  }
}

/** Remembers a text from which something was opened; only letters that say something are worth it. */
export function rememberSearch(text: string): void {
  const said = text.trim()
  if (said === '') return
  const others = readRecentSearches().filter((each) => each.toLowerCase() !== said.toLowerCase())
  store([said, ...others].slice(0, most))
}

/** The list, and the way to forget it. */
export function useRecentSearches(): { recent: readonly string[]; forget: () => void } {
  const [recent, setRecent] = useState(readRecentSearches)
  return {
    recent,
    forget() {
      store([])
      setRecent([])
    },
  }
}
