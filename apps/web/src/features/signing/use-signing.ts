import { isSameSigner, signedEvent, signingRoutes, wireSigned } from '@terrace/contracts/signing'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { env } from '#web/lib/env.ts'
import { listen } from '#web/lib/http/realtime-client.ts'

/** Polling interval in milliseconds, for networks that block WebSockets. */
const pollIntervalMs = 3000

export interface Signer {
  name: string
  email: string
}

/** The signed envelope and its signer. */
export interface Signature {
  email: string
  envelopeId: string
}

type State =
  | { status: 'starting' }
  | { status: 'failed'; error: unknown }
  | { status: 'open'; frameUrl: string; channel: string }

/** Starts signing and waits for the signature; `onSigned` runs once, for this signer only. */
export function useSigning({ name, email }: Signer, onSigned: (signed: Signature) => void): State {
  const [state, setState] = useState<State>({ status: 'starting' })
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    async function start() {
      try {
        const { signal } = abort
        const { data } = await call(signingRoutes.start, { body: { name, email }, signal })
        setState({ status: 'open', frameUrl: toApiUrl(data.frame_url), channel: data.channel })
      } catch (error) {
        if (!abort.signal.aborted) setState({ status: 'failed', error })
      }
    }
    void start()
    return () => abort.abort()
  }, [name, email])

  const handleSigned = useEffectEvent((signed: Signature) => {
    if (isDone || !isSameSigner(signed.email, email)) return
    setIsDone(true)
    onSigned(signed)
  })
  const channel = state.status === 'open' ? state.channel : undefined

  useEffect(() => {
    if (channel === undefined) return undefined
    const abort = new AbortController()
    async function poll() {
      const { data } = await readStatus(abort.signal)
      if (data !== undefined) handleSigned(data)
    }
    const stop = listen(channel, {
      onEvent(event, data) {
        const signed = wireSigned.safeParse(data).data
        if (event !== signedEvent || signed === undefined) return
        handleSigned({ email: signed.email, envelopeId: signed.envelope_id })
      },
      onLive: (isLive) => void (isLive && poll()),
    })
    const timer = setInterval(() => void poll(), pollIntervalMs)
    return () => {
      abort.abort()
      clearInterval(timer)
      stop()
    }
  }, [channel])

  return state
}

/** Returns this browser's unused signature; nothing on errors, because polling continues. */
export async function readStatus(
  signal: AbortSignal,
): Promise<{ data: Signature | undefined; copyUrl: string | undefined }> {
  try {
    const { envelope_id, email, copy_url } = (await call(signingRoutes.status, { signal })).data
    return {
      data: envelope_id === null || email === null ? undefined : { email, envelopeId: envelope_id },
      copyUrl: copy_url === null ? undefined : toApiUrl(copy_url),
    }
  } catch {
    return { data: undefined, copyUrl: undefined }
  }
}

/** The API serves the signing pages. */
function toApiUrl(path: string): string {
  return new URL(path, new URL(env().api_base, location.href)).href
}
