import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { env } from '#web/lib/env.ts'
import { onSessionEnd } from '#web/lib/http/session.ts'

type Messenger = Pick<typeof import('./messenger.ts'), 'trackRouteChange' | 'shutDownMessenger'>

/**
 * Customer chat for a logged-in user: boots once, reports path changes and ends with the session. Loads nothing when
 * chat is not configured; a failure affects only the chat.
 */
export function useChat(currentUser: () => Promise<WireCurrentUser>): void {
  const router = useRouter()
  const booted = useRef<Messenger>(undefined)
  const loadUser = useEffectEvent(currentUser)

  useEffect(() => {
    const settings = env().chat
    if (!settings) return undefined
    let isStopped = false
    async function open(): Promise<void> {
      try {
        const [library, user] = await Promise.all([import('./messenger.ts'), loadUser()])
        const { bootMessenger, trackRouteChange, shutDownMessenger } = library
        if (isStopped || !settings) return
        bootMessenger(settings, user)
        booted.current = { trackRouteChange, shutDownMessenger }
      } catch (error) {
        console.error('Failed to start chat:', error)
      }
    }
    function end(): void {
      isStopped = true
      booted.current?.shutDownMessenger()
      booted.current = undefined
    }
    void open()
    const unsubscribe = onSessionEnd(end)
    return () => {
      unsubscribe()
      end()
    }
  }, [])

  useEffect(
    () =>
      router.subscribe(
        'onResolved',
        ({ pathChanged }) => void (pathChanged && booted.current?.trackRouteChange()),
      ),
    [router],
  )
}
