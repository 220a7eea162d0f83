import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { CardProblem, fromCardFrame, type CardToken, type ToCardFrame } from './card-messages.ts'

type Theme = 'light' | 'dark'

/** How long the frame may take to load or to answer, in milliseconds. */
const patience = 15_000

export interface CardFrame {
  frame: RefObject<HTMLIFrameElement | null>
  /** Changes when the frame is to be loaded anew. */
  load: number
  state: 'loading' | 'ready' | 'failed'
  height: number
  /** Of the page, which the frame follows. */
  theme: Theme
  reload: () => void
  /** Asks for the card that was typed. Throws {@link CardProblem} with words for the buyer. */
  tokenise: () => Promise<CardToken>
}

/** The payment provider's own form, in a frame: we see a token, never a number. */
export function useCardFrame(url: string): CardFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [load, setLoad] = useState(0)
  const [state, setState] = useState<CardFrame['state']>('loading')
  const [height, setHeight] = useState(0)
  const [theme, setTheme] = useState(currentTheme)
  const waiting = useRef<PromiseWithResolvers<CardToken> | null>(null)
  // Whether it came, once that is known.
  const opened = useRef(Promise.withResolvers<boolean>())
  const origin = new URL(url, location.origin).origin

  const tell = useCallback(
    (message: ToCardFrame) => frame.current?.contentWindow?.postMessage(message, origin),
    [origin],
  )

  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      // Another window may post whatever it likes; only our frame, from where we loaded it, is heard.
      if (event.source !== frame.current?.contentWindow || event.origin !== origin) return
      const message = fromCardFrame.safeParse(event.data).data
      if (message === undefined) return
      switch (message.type) {
        case 'terrace-card:ready':
          setState('ready')
          opened.current.resolve(true)
          tell({ type: 'terrace-card:theme', theme: currentTheme() })
          break
        case 'terrace-card:height':
          setHeight(Math.min(Math.ceil(message.height), 800))
          break
        case 'terrace-card:submit':
          // As Enter does in any other field of the form around it.
          frame.current?.closest('form')?.requestSubmit()
          break
        case 'terrace-card:token':
          waiting.current?.resolve({ token: message.token, brand: message.brand, last4: message.last4 })
          break
        case 'terrace-card:error':
          waiting.current?.reject(new CardProblem(message.message, { isSaidInForm: true }))
          break
      }
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [origin, tell])

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    function onChange() {
      setTheme(currentTheme())
      tell({ type: 'terrace-card:theme', theme: currentTheme() })
    }
    scheme.addEventListener('change', onChange)
    return () => scheme.removeEventListener('change', onChange)
  }, [tell])

  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => {
      setState('failed')
      opened.current.resolve(false)
    }, patience)
    return () => clearTimeout(timer)
  }, [state])

  return {
    frame,
    load,
    state,
    height,
    theme,
    reload: () => {
      setState('loading')
      opened.current = Promise.withResolvers<boolean>()
      setLoad((count) => count + 1)
    },
    tokenise: async () => {
      // Its fields may be filled in before it has said that it listens: who is that quick waits, and presses once.
      if (!(await opened.current.promise))
        throw new CardProblem('The card form could not be loaded. Please try again.')
      const answer = Promise.withResolvers<CardToken>()
      waiting.current = answer
      const timer = setTimeout(
        () =>
          answer.reject(new CardProblem('The card form does not answer. Please reload it and try again.')),
        patience,
      )
      tell({ type: 'terrace-card:tokenise' })
      try {
        return await answer.promise
      } finally {
        clearTimeout(timer)
        waiting.current = null
      }
    },
  }
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
