import { isSameSigner, signedEvent, signingRoutes, wireSigned } from '@terrace/contracts/signing'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import { env } from '#web/lib/env.ts'
import { listen } from '#web/lib/realtime-client.ts'

/** Sockets may be blocked where the buyer sits: then the signature is asked for, this often in milliseconds. */
const askEvery = 3000

export interface Signer {
  name: string
  email: string
}

/** What was signed, and the address that signed it. */
export interface Signed {
  email: string
  envelopeId: string
}

type State =
  | { status: 'starting' }
  | { status: 'failed'; error: unknown }
  | { status: 'open'; frameUrl: string; channel: string }

/** Begins a signing and waits for the signature; `onSigned` hears of this signer's only, and once. */
export function useSigning({ name, email }: Signer, onSigned: (signed: Signed) => void): State {
  const [state, setState] = useState<State>({ status: 'starting' })
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    async function start() {
      try {
        const { signal } = abort
        const { data } = await call(signingRoutes.start, { body: { name, email }, signal })
        setState({ status: 'open', frameUrl: ofApi(data.frame_url), channel: data.channel })
      } catch (error) {
        if (!abort.signal.aborted) setState({ status: 'failed', error })
      }
    }
    void start()
    return () => abort.abort()
  }, [name, email])

  const hear = useEffectEvent((signed: Signed) => {
    if (isDone || !isSameSigner(signed.email, email)) return
    setIsDone(true)
    onSigned(signed)
  })
  const channel = state.status === 'open' ? state.channel : undefined

  useEffect(() => {
    if (channel === undefined) return undefined
    const abort = new AbortController()
    async function ask() {
      const { data } = await readStatus(abort.signal)
      if (data !== undefined) hear(data)
    }
    const stop = listen(channel, {
      onEvent(event, data) {
        const signed = wireSigned.safeParse(data).data
        if (event !== signedEvent || signed === undefined) return
        hear({ email: signed.email, envelopeId: signed.envelope_id })
      },
      onLive: (isLive) => void (isLive && ask()),
    })
    const timer = setInterval(() => void ask(), askEvery)
    return () => {
      abort.abort()
      clearInterval(timer)
      stop()
    }
  }, [channel])

  return state
}

/** Asks what this browser has signed and not used; nothing where the answer cannot be had: it will be asked for again. */
export async function readStatus(
  signal: AbortSignal,
): Promise<{ data: Signed | undefined; copyUrl: string | undefined }> {
  try {
    const { envelope_id, email, copy_url } = (await call(signingRoutes.status, { signal })).data
    return {
      data: envelope_id === null || email === null ? undefined : { email, envelopeId: envelope_id },
      copyUrl: copy_url === null ? undefined : ofApi(copy_url),
    }
  } catch {
    return { data: undefined, copyUrl: undefined }
  }
}

/** Pages of the signing are served where the API is. */
function ofApi(address: string): string {
  return new URL(address, new URL(env().api_base, location.href)).href
}
