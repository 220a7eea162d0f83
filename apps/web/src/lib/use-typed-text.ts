import { useCallback, useEffect, useRef, useState } from 'react'

/** A pause in typing that long means: look now. */
const pauseMs = 120

interface TypedText {
  text: string
  setText: (text: string) => void
  /** Looks at once. */
  flush: () => void
}

/**
 * The text of a field that follows what is typed at once, and what is looked for that follows it after a pause. A change
 * from elsewhere (back, forward, a suggestion) changes the field too.
 */
export function useTypedText(wanted: string, want: (text: string) => void): TypedText {
  const [text, setText] = useState(wanted)
  // What this hook itself asked for and has not seen come yet, the last at the end: anything else came from elsewhere.
  const asked = useRef([wanted])
  const wantNow = useRef(want)
  useEffect(() => {
    wantNow.current = want
  })

  useEffect(() => {
    const place = asked.current.indexOf(wanted)
    if (place === -1) setText(wanted)
    asked.current = place === -1 ? [wanted] : asked.current.slice(place)
  }, [wanted])

  const look = useCallback((typed: string) => {
    if (typed === asked.current.at(-1)) return
    asked.current.push(typed)
    wantNow.current(typed)
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => look(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, look])

  return { text, setText, flush: () => look(text.trim()) }
}
