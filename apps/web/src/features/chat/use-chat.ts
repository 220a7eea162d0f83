import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { env } from '#web/lib/env.ts'
import { onSessionEnd } from '#web/lib/session.ts'

type Messenger = Pick<typeof import('./messenger.ts'), 'noteRoute' | 'shutDownMessenger'>

/**
 * The customer chat of a logged-in user: booted once, told of every change of path, gone with the session. Where none is
 * configured nothing of it is loaded and nobody is asked for. Without it everything else works.
 */
export function useChat(currentUser: () => Promise<WireCurrentUser>): void {
  const router = useRouter()
  const booted = useRef<Messenger>(undefined)
  const ask = useEffectEvent(currentUser)

  useEffect(() => {
    const settings = env().chat
    if (!settings) return undefined
    let isOver = false
    async function open(): Promise<void> {
      try {
        const [library, user] = await Promise.all([import('./messenger.ts'), ask()])
        const { bootMessenger, noteRoute, shutDownMessenger } = library
        if (isOver || !settings) return
        bootMessenger(settings, user)
        booted.current = { noteRoute, shutDownMessenger }
      } catch (error) {
        console.error('No chat:', error)
      }
    }
    function end(): void {
      isOver = true
      booted.current?.shutDownMessenger()
      booted.current = undefined
    }
    void open()
    const forget = onSessionEnd(end)
    return () => {
      forget()
      end()
    }
  }, [])

  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => void (pathChanged && booted.current?.noteRoute())),
    [router],
  )
}
