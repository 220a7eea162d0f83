import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A pause in typing that long means: look now. */
const pauseMs = 180

/**
 * The text of a field that follows what is typed at once, and the address (`?q=`) that follows it after a pause. Back,
 * forward and a link change the field too.
 */
export function useTextInUrl(inUrl: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inUrl)
  const navigate = useNavigate({ from: '/search' })
  // What this hook itself wrote last: an address that differs from it was changed by somebody else.
  const written = useRef(inUrl)

  useEffect(() => {
    if (inUrl === written.current) return
    written.current = inUrl
    setText(inUrl)
  }, [inUrl])

  useEffect(() => {
    const q = text.trim()
    if (q === written.current) return undefined
    const timer = setTimeout(() => {
      written.current = q
      void navigate({ to: '/search', search: q === '' ? {} : { q }, replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, navigate])

  return [text, setText]
}
