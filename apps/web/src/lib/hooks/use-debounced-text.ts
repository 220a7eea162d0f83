import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds without typing after which the text is committed. */
const debounceMs = 120

interface DebouncedText {
  text: string
  setText: (text: string) => void
  /** Commits immediately. */
  flush: () => void
}

/**
 * A search field's text, with a debounced `onCommit`. External changes of `value` (back, forward, a suggestion)
 * update the field.
 */
export function useDebouncedText(value: string, onCommit: (text: string) => void): DebouncedText {
  const [text, setText] = useState(value)
  // Commits whose value has not come back yet, latest last. Any other value is an external change.
  const committed = useRef([value])
  const latestOnCommit = useRef(onCommit)
  useEffect(() => {
    latestOnCommit.current = onCommit
  })

  useEffect(() => {
    const index = committed.current.indexOf(value)
    if (index === -1) setText(value)
    committed.current = index === -1 ? [value] : committed.current.slice(index)
  }, [value])

  const commit = useCallback((typed: string) => {
    if (typed === committed.current.at(-1)) return
    committed.current.push(typed)
    latestOnCommit.current(typed)
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => commit(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, commit])

  return { text, setText, flush: () => commit(text.trim()) }
}
