import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { CardError, fromCardFrame, type CardToken, type ToCardFrame } from './card-messages.ts'

type Theme = 'light' | 'dark'

/** How long the frame may take to load or to respond. */
const frameTimeoutMs = 15_000

export interface CardFrame {
  frame: RefObject<HTMLIFrameElement | null>
  /** Key of the iframe; a new key reloads it. */
  frameKey: number
  state: 'loading' | 'ready' | 'failed'
  height: number
  /** The page's theme, which the frame follows. */
  theme: Theme
  reload: () => void
  /**
   * Requests a token for the entered card.
   * @throws {@link CardError} with a message for the buyer.
   */
  tokenise: () => Promise<CardToken>
}

/** Talks to the payment gateway's card form in an iframe. Only a token crosses the frame's boundary. */
export function useCardFrame(url: string): CardFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [frameKey, setFrameKey] = useState(0)
  const [state, setState] = useState<CardFrame['state']>('loading')
  const [height, setHeight] = useState(0)
  const [theme, setTheme] = useState(currentTheme)
  const pendingRequest = useRef<PromiseWithResolvers<CardToken> | null>(null)
  // Resolves once the frame has loaded (`true`) or failed to load (`false`).
  const frameLoaded = useRef(Promise.withResolvers<boolean>())
  const origin = new URL(url, location.origin).origin

  const postToFrame = useCallback(
    (message: ToCardFrame) => frame.current?.contentWindow?.postMessage(message, origin),
    [origin],
  )

  useEffect(() => {
    function onMessage(event: MessageEvent<unknown>) {
      // Any window can post messages, so accept them only from our frame at the origin we loaded.
      if (event.source !== frame.current?.contentWindow || event.origin !== origin) return
      const message = fromCardFrame.safeParse(event.data).data
      if (message === undefined) return
      switch (message.type) {
        case 'terrace-card:ready':
          setState('ready')
          frameLoaded.current.resolve(true)
          postToFrame({ type: 'terrace-card:theme', theme: currentTheme() })
          break
        case 'terrace-card:height':
          setHeight(Math.min(Math.ceil(message.height), 800))
          break
        case 'terrace-card:submit':
          // Enter in the frame submits the surrounding form, like Enter in any other field.
          frame.current?.closest('form')?.requestSubmit()
          break
        case 'terrace-card:token':
          pendingRequest.current?.resolve({
            token: message.token,
            brand: message.brand,
            last4: message.last4,
          })
          break
        case 'terrace-card:error':
          pendingRequest.current?.reject(new CardError(message.message, { isShownInForm: true }))
          break
      }
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [origin, postToFrame])

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    function onChange() {
      setTheme(currentTheme())
      postToFrame({ type: 'terrace-card:theme', theme: currentTheme() })
    }
    scheme.addEventListener('change', onChange)
    return () => scheme.removeEventListener('change', onChange)
  }, [postToFrame])

  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => {
      setState('failed')
      frameLoaded.current.resolve(false)
    }, frameTimeoutMs)
    return () => clearTimeout(timer)
  }, [state])

  return {
    frame,
    frameKey,
    state,
    height,
    theme,
    reload: () => {
      setState('loading')
      frameLoaded.current = Promise.withResolvers<boolean>()
      setFrameKey((key) => key + 1)
    },
    tokenise: async () => {
      // Browsers can fill in the fields before the frame reports ready, so wait instead of failing.
      if (!(await frameLoaded.current.promise)) throw new CardError('Couldn’t load the card form. Try again.')
      const pendingToken = Promise.withResolvers<CardToken>()
      pendingRequest.current = pendingToken
      const timer = setTimeout(
        () => pendingToken.reject(new CardError('The card form isn’t responding. Reload and try again.')),
        frameTimeoutMs,
      )
      postToFrame({ type: 'terrace-card:tokenise' })
      try {
        return await pendingToken.promise
      } finally {
        clearTimeout(timer)
        pendingRequest.current = null
      }
    },
  }
}

function currentTheme(): Theme {
  const selectedTheme = document.documentElement.dataset['theme']
  if (selectedTheme === 'light' || selectedTheme === 'dark') return selectedTheme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
