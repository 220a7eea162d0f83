import { useState } from 'react'
import { readUser } from '#web/lib/http/session.ts'

const maxRecentSearches = 8

/** Stored per account: users of a shared computer must not see each other's searches. */
function storageKey(): string {
  const id = readUser()?.['id']
  return `recentSearches:${typeof id === 'string' ? id : ''}`
}

/** Recent searches that led to a page, newest first; empty when storage is blocked or invalid. */
function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((each) => typeof each === 'string').slice(0, maxRecentSearches)
      : []
  } catch {
    return []
  }
}

function store(texts: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(texts))
  } catch {
    // Losing the history must not break the search.
  }
}

/** Saves a search from which the user opened a result. Ignores blank text. */
export function saveRecentSearch(text: string): void {
  const trimmed = text.trim()
  if (trimmed === '') return
  const others = readRecentSearches().filter((each) => each.toLowerCase() !== trimmed.toLowerCase())
  store([trimmed, ...others].slice(0, maxRecentSearches))
}

export function useRecentSearches(): { recent: readonly string[]; clear: () => void } {
  const [recent, setRecent] = useState(readRecentSearches)
  return {
    recent,
    clear() {
      store([])
      setRecent([])
    },
  }
}
